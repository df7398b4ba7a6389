internal import Glibc
package import Testing

/// How much of a slow test runs: a sample in the gate, all of it in `make check-all`.
package enum Thoroughness {
    /// Whether `ARTICLESYNC_THOROUGH` asks for all of it.
    package static let isWhole = unsafe getenv("ARTICLESYNC_THOROUGH") != nil

    /// The number of rounds to run: `few` in the gate, `all` otherwise.
    package static func rounds(_ few: Int, of all: Int) -> Int { isWhole ? all : few }
}

extension Tag {
    /// A slow test of many kills, positions or rounds, of which the gate runs a sample (see `Thoroughness`).
    @Tag package static var thorough: Self
}
