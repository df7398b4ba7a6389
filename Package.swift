// swift-tools-version: 6.2
// The manifest is the architecture: rooms from the bottom up, arrows point down only.
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"), .strictMemorySafety(), .treatAllWarnings(as: .error),
]

/// A Swift room and what it may use.
func room(_ name: String, uses: [String] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: uses.map { .byName(name: $0) }, exclude: resources.isEmpty ? [] : ["README.md"],
        resources: resources, swiftSettings: strict)
}

/// A C face over a C++ library.
func face(_ name: String, linking libraries: String...) -> Target {
    .target(name: name, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The parts of Abseil that its time zones need: in the program itself, as each would be a shared library more to load.
let abseilTime = [
    "time", "time_zone", "strings", "strings_internal", "base", "spinlock_wait", "int128", "throw_delegate",
    "raw_logging_internal",
].map { ":libabsl_\($0).a" }

/// The headers of a C library, as Debian packages them.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The tests of one room, under `Tests/<room>Tests`.
func tests(_ name: String, uses: [String] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: ([name, "TestSupport", "Expectations"] + uses).map { .byName(name: $0) },
        resources: resources, swiftSettings: strict)
}

let package = Package(
    name: "articlesync",
    targets: [
        // C: each has exactly one importer.
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        library("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        library("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        face("CRanking", linking: "sqlite3"),
        face("CMalloc"),
        face("CArguments"),
        face("CHMAC", linking: "crypto"),
        .systemLibrary(name: "CTimerFD"),
        face("CSimdjson", linking: "simdjson"),
        face("CTOML"),
        .target(name: "CTimeZone", linkerSettings: abseilTime.map { .linkedLibrary($0) }),
        face("CRegularExpression", linking: "re2"),

        // Tools: they know no article.
        room("Chronology", uses: ["CTimeZone"]),
        room("JSONText"),
        room("Telemetry", uses: ["Chronology", "JSONText"]),
        room("Mapping", uses: ["CSimdjson", "Chronology", "JSONText"]),
        room("SQLite", uses: ["CSQLite", "CRanking"]),
        room("Compression", uses: ["CZstd"]),
        room("Records", uses: ["CRegularExpression", "SQLite", "Chronology", "JSONText"]),
        // The only room that imports FoundationEssentials; the program does not carry it.
        room("PredicateMacro", uses: ["Records", "Chronology"]),
        room("HTTPExchange", uses: ["Telemetry", "Chronology"]),
        room("Configuration", uses: ["CTOML", "Chronology"]),
        room("Signing", uses: ["CHMAC", "Telemetry"]),
        room("Lifecycle", uses: ["CArguments", "CMalloc", "CTimerFD", "Chronology", "Telemetry"]),

        // Middle: when and how, and the language of the program.
        room("Articles", uses: ["Chronology"]),
        room("ArticleSync", uses: ["Articles", "Configuration", "Telemetry", "Chronology"]),

        // Edges: they do not import each other, except those who answer through HTTPServer.
        room(
            "Providers", uses: ["Articles", "Mapping", "HTTPExchange", "Configuration", "Telemetry", "Chronology"],
            resources: [.embedInCode("Definitions/nyt.toml")]),
        room(
            "SQLiteStore",
            uses: [
                "Articles", "SQLite", "Compression", "Records", "HTTPExchange", "Configuration", "Telemetry",
                "Chronology",
                "JSONText",
            ]),
        room("Rendering", uses: ["Articles", "Telemetry", "Chronology", "JSONText"]),
        room("CurlTransport", uses: ["CCurl", "HTTPExchange", "Configuration", "Telemetry", "Chronology"]),
        room(
            "Webhooks",
            uses: [
                "Articles", "ArticleSync", "Signing", "HTTPExchange", "Configuration", "Telemetry", "Chronology",
            ]),
        room("HTTPServer", uses: ["CMicroHTTPD", "Telemetry"]),
        room(
            "WebInterface",
            uses: ["HTTPServer", "Rendering", "Articles", "HTTPExchange", "Telemetry", "Chronology"]),
        room("Sandbox", uses: ["HTTPServer", "Telemetry", "Chronology", "JSONText"]),

        // Root: the only room that knows everyone.
        room(
            "Commands",
            uses: [
                "Chronology", "JSONText", "Telemetry", "HTTPExchange", "Configuration", "Lifecycle", "Articles",
                "ArticleSync", "Providers", "SQLiteStore", "Rendering", "CurlTransport", "HTTPServer", "WebInterface",
                "Sandbox", "Webhooks", "Records", "Signing", "Mapping",
            ]),
        .executableTarget(name: "articlesync", dependencies: ["Commands"], swiftSettings: strict),

        // Figures: `make bench`. The programs that are run beside ours are no part of the target.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "articlesync", "Articles", "Chronology", "Compression", "HTTPExchange", "Providers", "Records",
                "Sandbox", "SQLite", "SQLiteStore", "TestSupport",
            ],
            path: "Benchmarks", exclude: ["Peers"], swiftSettings: strict),

        // Tests mirror the rooms.
        .target(
            name: "TestSupport", dependencies: ["HTTPExchange", "Chronology", "Articles"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .target(
            name: "Expectations", dependencies: ["TestSupport", "Chronology", "Articles"], path: "Tests/Expectations",
            swiftSettings: strict),
        tests("Chronology"),
        tests("JSONText"),
        tests("Telemetry", uses: ["Chronology"]),
        tests("Mapping", uses: ["Chronology", "JSONText"]),
        tests("SQLite"),
        tests("Compression"),
        tests("Records", uses: ["SQLite", "Chronology"]),
        tests("PredicateMacro", uses: ["Records", "Chronology"]),
        tests("HTTPExchange", uses: ["Telemetry", "Chronology"]),
        tests("Configuration", uses: ["Chronology"], resources: [.copy("Fixtures")]),
        tests("Signing", uses: ["Telemetry"]),
        tests(
            "Webhooks",
            uses: [
                "Articles", "ArticleSync", "Signing", "HTTPExchange", "Configuration", "Telemetry", "Chronology",
            ]),
        tests("Lifecycle", uses: ["Chronology", "Telemetry"]),
        tests("Articles", uses: ["Chronology"]),
        tests(
            "ArticleSync", uses: ["Articles", "Configuration", "Telemetry", "Chronology"],
            resources: [.copy("Fixtures")]),
        tests(
            "Providers", uses: ["Articles", "Mapping", "HTTPExchange", "Configuration", "Telemetry", "Chronology"]),
        tests(
            "SQLiteStore",
            uses: [
                "Articles", "SQLite", "Compression", "Records", "HTTPExchange", "Configuration", "Telemetry",
                "Chronology",
            ]),
        tests("Rendering", uses: ["Articles", "Telemetry", "Chronology", "JSONText"], resources: [.copy("Golden")]),
        tests("CurlTransport", uses: ["HTTPExchange", "HTTPServer", "Configuration", "Telemetry", "Chronology"]),
        tests("HTTPServer", uses: ["Telemetry"]),
        tests(
            "WebInterface",
            uses: ["HTTPServer", "Rendering", "Articles", "HTTPExchange", "Telemetry", "Chronology"],
            resources: [.copy("Golden")]),
        tests("Sandbox", uses: ["HTTPServer", "Mapping", "Chronology", "JSONText", "Telemetry"]),
        tests(
            "Commands",
            uses: [
                "Articles", "Chronology", "Rendering", "SQLite", "SQLiteStore", "HTTPServer", "Sandbox", "Mapping",
                "Telemetry", "Signing", "Records",
            ],
            resources: [.copy("Golden")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
