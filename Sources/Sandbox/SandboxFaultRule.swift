package import Chronology

/// Which requests fail, and how.
package struct SandboxFaultRule: Hashable, Sendable, CustomStringConvertible {
    package var fault: SandboxFault
    /// The status, seconds or milliseconds of those faults that take a number.
    package var number: Int?
    /// So many of the first requests; nil is always.
    package var count: Int?
    /// Only requests for this page, from 0; nil is any.
    package var page: Int?
    /// Only requests all of whose days, `begin_date` to `end_date`, are among these; nil is any.
    package var days: DayRange?

    package init(
        _ fault: SandboxFault, number: Int? = nil, count: Int? = nil, page: Int? = nil, days: DayRange? = nil
    ) {
        self.fault = fault
        self.number = number ?? fault.defaultNumber
        self.count = count
        self.page = page
        self.days = days
    }

    /// The rule of `KIND[=NUMBER]:COUNT[@PAGE][/FROM..TO]`, where COUNT may be `always`, and FROM and TO are days such
    /// as 2015-07-01.
    ///
    /// - Throws: `SandboxFaultRuleError`, which names what is wrong and what is allowed.
    package init(_ text: String) throws(SandboxFaultRuleError) {
        let form = SandboxFaultRuleError.Reason.form
        guard let colon = text.firstIndex(of: ":") else { throw SandboxFaultRuleError(text: text, reason: form) }
        let kind = text[..<colon].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let limits = text[colon...].dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let amount = limits[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fault = SandboxFault(rawValue: String(kind[0])) else {
            throw SandboxFaultRuleError(text: text, reason: .kind(String(kind[0])))
        }
        self.init(fault)
        if kind.count > 1 {
            guard fault.defaultNumber != nil, let number = Self.number(kind[1]), number <= 3_600_000 else {
                throw SandboxFaultRuleError(text: text, reason: .number)
            }
            if fault == .message, !(400...599).contains(number) {
                throw SandboxFaultRuleError(text: text, reason: .number)
            }
            self.number = number
        }
        if amount[0] != "always" {
            guard let count = Self.number(amount[0]), count > 0 else {
                throw SandboxFaultRuleError(text: text, reason: form)
            }
            self.count = count
        }
        if amount.count > 1 {
            guard let page = Self.number(amount[1]) else { throw SandboxFaultRuleError(text: text, reason: form) }
            self.page = page
        }
        if limits.count > 1 {
            guard let days = Self.days(limits[1]) else { throw SandboxFaultRuleError(text: text, reason: form) }
            self.days = days
        }
    }

    private static func days(_ text: Substring) -> DayRange? {
        // The days themselves have no full stop.
        let ends = text.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let from = DayFormat.iso.day(from: ends[0]),
            let to = DayFormat.iso.day(from: ends[2])
        else { return nil }
        return DayRange(from: from, to: to)
    }

    /// Whether a request is one of those that fail; nil is one that could not be read.
    func concerns(_ request: PageRequest?) -> Bool {
        if let page, page != request?.page { return false }
        guard let days else { return true }
        guard let from = request?.search.from, let to = request?.search.to else { return false }
        return days.contains(from) && days.contains(to)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    package var description: String {
        let number = number == fault.defaultNumber ? "" : number.map { "=\($0)" } ?? ""
        return fault.rawValue + number + ":" + (count.map { "\($0)" } ?? "always") + (page.map { "@\($0)" } ?? "")
            + (days.map { "/\($0.from)..\($0.to)" } ?? "")
    }
}

/// Why a text is not a fault rule.
package struct SandboxFaultRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Reason: Hashable, Sendable {
        case form, number
        case kind(String)
    }

    let text: String
    let reason: Reason

    package var description: String {
        switch reason {
        case .form:
            "\"\(text)\" is not KIND:COUNT, with or without @PAGE and /FROM..TO behind it, "
                + "where COUNT is a number above 0 or always, and FROM and TO are days such as 2015-07-01"
        case .number: "\"\(text)\" has a number that this kind does not take"
        case .kind(let kind):
            "\"\(kind)\" is no kind of fault; known are "
                + SandboxFault.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }
}

/// Which faults are still to come.
struct FaultScript {
    private var rules: [(rule: SandboxFaultRule, met: Int)]

    init(_ rules: [SandboxFaultRule]) { self.rules = rules.map { ($0, 0) } }

    /// The rule that a request meets, with how often it was met including this time; nil is one that cannot be read.
    mutating func next(_ request: PageRequest?) -> (rule: SandboxFaultRule, met: Int)? {
        let found = rules.firstIndex { $0.rule.concerns(request) && $0.met < $0.rule.count ?? .max }
        guard let found else { return nil }
        rules[found].met += 1
        return rules[found]
    }
}
