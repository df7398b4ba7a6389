package import Articles
package import Chronology
package import Configuration

/// Reads `[queries.NAME]`.
///
/// ## Configuration keys
/// - `provider` (string, default `nyt`): which definition asks.
/// - `text` (string): what is searched for.
/// - `filter` (string): in the provider's own filter language.
/// - `from`, `to` (days, both included) or `last` (`"7 days"`, ending today): the date range; one of the two is needed.
/// - `timezone` (IANA name, default the provider's): what today means.
/// - `schedule` (string): `every 6h`, cron, `@hourly`; left out is only on request.
/// - `deadline` (duration, default 12 hours): how long a run by schedule may take before it is stopped, to be gone on with
///   by the next.
/// - `keep` (`window` | `everything`, default `window`): whether what leaves the window stays.
/// - `stale_after` (duration): how old the contents may be.
/// - `guard` (`min_articles`, default 0; `max_shrink` 0 to 1, default 0.5): when a result is not believed.
/// - `read_again_after` (list of days, default `[1, 3, 7, 30, 180]` for `last`, `[0]` for `from` and `to`): at which ages a
///   window that was read is read again; 0 is at every run.
/// - `exact_days` (boolean, default false): whether articles dated outside the window are left out.
extension ArticleQuery {
    /// The query of a table, or nil where it has mistakes, which are noted.
    ///
    /// - Parameters:
    ///   - providers: names of the providers that are known, those with mistakes of their own included.
    ///   - zones: the time zone of each good provider, by name.
    package init?(
        _ name: String, from reader: ConfigurationReader, providers: some Collection<String>, zones: [String: TimeZone]
    ) {
        if name.allSatisfy(\.isWhitespace) || name.unicodeScalars.contains(where: \.isControl) {
            reader.complain(
                nil, "the name of a query is blank or has control characters (write one, such as [queries.climate])")
        }
        let provider = reader.text("provider") ?? "nyt"
        let zone = reader.text("timezone").flatMap { identifier in
            let zone = TimeZone(identifier: identifier)
            if zone == nil {
                reader.complain(
                    "timezone",
                    "`\(identifier)` is no time zone of this machine (an IANA name is, such as America/New_York)")
            }
            return zone
        }
        if !providers.contains(provider) {
            let nearest = EditDistance.nearest(to: provider, among: providers).map { "nearest: \($0)" }
            let advice = nearest ?? "known: \(providers.sorted().joined(separator: ", "))"
            reader.complain(
                reader.has("provider") ? "provider" : nil, "no provider is called `\(provider)` (\(advice))")
        }
        let window = Window(reader)
        let text = reader.text("text")
        let filter = reader.text("filter")
        if text == nil, filter == nil, !reader.has("text"), !reader.has("filter") {
            reader.complain(nil, "\(reader.name) asks for nothing: give it a `text` or a `filter`")
        }
        let schedule = reader.text("schedule")
        if let schedule {
            do { _ = try Schedule(schedule) } catch { reader.complain("schedule", error.description) }
        }
        let deadline = reader.duration("deadline")
        let keep = reader.choice("keep", of: Keep.self)
        let staleAfter = reader.duration("stale_after")
        let shrinkGuard = reader.table("guard").map { ShrinkGuard($0) }
        let exactDays = reader.bool("exact_days")
        let ages = reader.integers("read_again_after", in: 0...400_000)
        reader.finish()
        guard let window, let timeZone = zone ?? zones[provider] ?? TimeZone.utc else { return nil }
        self.init(name: name, provider: provider, window: window, timeZone: timeZone)
        self.text = text
        self.filter = filter
        self.schedule = schedule
        self.staleAfter = staleAfter
        if let deadline { self.deadline = deadline }
        if let keep { self.keep = keep }
        if let shrinkGuard { self.shrinkGuard = shrinkGuard }
        readAgainAfter = ages
        if let exactDays { self.exactDays = exactDays }
    }
}

extension ArticleQuery.Window {
    /// The date range of a query's table, or nil with the mistake noted.
    fileprivate init?(_ reader: ConfigurationReader) {
        let from = reader.day("from")
        let to = reader.day("to")
        let last = reader.duration("last")
        if reader.has("last") {
            for key in ["from", "to"] where reader.has(key) {
                reader.complain(key, "a query has either `from` and `to`, or `last`")
            }
            guard let last else { return nil }
            let days = last.components.seconds / 86_400
            guard days >= 1, last == .seconds(days * 86_400), days <= 400_000 else {
                reader.complain("last", "`last` counts whole days, such as \"7 days\"")
                return nil
            }
            self = .last(days: Int(days))
            return
        }
        guard reader.has("from"), reader.has("to") else {
            let present = reader.has("from") ? "from" : reader.has("to") ? "to" : nil
            reader.complain(
                present, "\(reader.name) has no date range: give it `from` and `to`, or `last = \"7 days\"`")
            return nil
        }
        guard let from, let to else { return nil }
        guard let range = DayRange(from: from, to: to) else {
            reader.complain("to", "`to` (\(to)) is before `from` (\(from))")
            return nil
        }
        self = .fixed(range)
    }
}

extension ShrinkGuard {
    fileprivate init(_ reader: ConfigurationReader) {
        self.init()
        if let minimum = reader.integer("min_articles", in: 0...1_000_000_000) { minimumArticles = minimum }
        if let shrink = reader.number("max_shrink", in: 0...1) { maximumShrink = shrink }
        reader.finish()
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
