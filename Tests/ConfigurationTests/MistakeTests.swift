import Configuration
import TestSupport
import Testing

@Suite struct MistakeTests {
    @Test func dump() throws {
        for name in try Files.names(in: Sample.fixtures) {
            for line in Sample.complaints(of: try Files.read(Sample.fixtures + "/" + name)) {
                print("@@", name, "|", line)
            }
        }
    }
}
