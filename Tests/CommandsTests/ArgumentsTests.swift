internal import TestSupport
internal import Testing

@Suite struct `The words of the command` {
    /// A library that puts another environment in place before the program begins.
    private static let library = """
        extern char **environ;
        static char *other[] = {"OTHER=1", 0};
        __attribute__((constructor)) static void change(void) { environ = other; }
        """

    @Test func `come from the system, whatever a preloaded library does to the environment`() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write(Self.library, to: "change.c")
        let library = folder.file("change.so")
        let compiled = try await ChildProcess(
            "clang", ["-shared", "-fPIC", "-o", library, source], environment: ["PATH": "/usr/bin:/bin"],
            keepingIn: folder
        ).ending()
        try #require(compiled.code == 0, "\(compiled.errors)")
        let ending = try await Binary.run(
            ["help", "status"], environment: ["LD_PRELOAD": library], keepingIn: folder)
        #expect(ending.code == 0, "\(ending.errors)")
        #expect(ending.output.contains("articlesync status"))
    }
}
