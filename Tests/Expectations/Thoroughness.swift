internal import Glibc
package import Testing

/// How much of a slow proof is run: a sample in the gate, all of it in `make check-all`.
package enum Thoroughness {
    /// Whether `ARTICLESYNC_THOROUGH` asks for all of it.
    package static let isWhole = unsafe getenv("ARTICLESYNC_THOROUGH") != nil

    /// How many rounds a proof takes: few in the gate, and as many as it needs otherwise.
    package static func rounds(_ few: Int, of all: Int) -> Int { isWhole ? all : few }

    /// What a proof goes through: every so-manieth case in the gate, and each of them otherwise.
    package static func cases<Case>(_ all: [Case], each step: Int) -> [Case] {
        isWhole ? all : stride(from: 0, to: all.count, by: step).map { all[$0] }
    }
}

extension Tag {
    /// A proof by many kills, positions or rounds, of which the gate runs a sample; see `Thoroughness`.
    @Tag package static var thorough: Self
}
