private import CArguments

/// The words that the system started the process with, without the program's name.
package enum ProcessArguments {
    /// The words; what is not UTF-8 in one is replaced by `�`.
    package static var all: [String] { (1..<count).map { unsafe word($0).map { unsafe String(cString: $0) } ?? "" } }

    /// The number of the first word, from 1, that is not UTF-8, or nil.
    package static var firstUnreadable: Int? {
        (1..<count).first { number in
            guard let word = unsafe word(number) else { return false }
            return unsafe String(validatingCString: word) == nil
        }
    }

    private static var count: Int { max(Int(carguments_count()), 1) }

    private static func word(_ number: Int) -> UnsafePointer<CChar>? { unsafe carguments_values()?[number] }
}
