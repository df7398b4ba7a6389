internal import HTTPServer
internal import Testing

@testable internal import WebInterface

@Suite struct `The gate of host names` {
    private func admits(_ hosts: String..., at address: String = "127.0.0.1:8420", names: [String] = []) throws -> Bool
    {
        HostGate(address: try #require(ListenAddress(address)), names: names).admits(hosts)
    }

    @Test(arguments: [
        "localhost", "LocalHost:8420", "localhost.", "127.0.0.1", "127.0.0.1:80", "127.9.9.9", "[::1]", "[::1]:8420",
    ]) func `lets through what can only be this machine`(host: String) throws {
        #expect(try admits(host))
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8420", "10.0.0.7", "[::2]",
        "", ":8420", "localhost:x", "[::1", "[::1]x", "localhost@evil.example", "::1", "127.0.0.1:80:80", "0",
        "2130706433",
    ]) func `refuses every other name`(host: String) throws {
        #expect(try !admits(host))
    }

    @Test func `lets through the address it listens on, and configured names`() throws {
        #expect(try admits("10.0.0.7:8420", at: "10.0.0.7:8420"))
        #expect(try admits("[fd00::7]", at: "[fd00::7]:8420"))
        #expect(try admits("Articles.Example.org:443", names: ["articles.example.org"]))
        #expect(try !admits("example.org", names: ["articles.example.org"]))
    }

    @Test(arguments: ["0.0.0.0:8420", "[::]:8420"])
    func `lets through every literal address where it listens on all, and no name`(address: String) throws {
        #expect(try admits("10.0.0.7:8420", at: address))
        #expect(try admits("[fd00::7]:8420", at: address))
        #expect(try !admits("evil.example", at: address))
    }

    @Test func `looks at every Host, and asks for none`() throws {
        #expect(try !admits("localhost", "evil.example"))
        #expect(try admits())
    }
}
