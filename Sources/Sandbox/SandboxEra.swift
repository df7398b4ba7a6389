/// Which shape of the Article Search API the sandbox has; each is recorded, and a store may hold articles of all.
package enum SandboxEra: String, Sendable, CaseIterable {
    /// 2013 to 2017: `meta`, 24-digit ids, numbers as strings here and there, bylines that are `[]` or null.
    case year2013 = "2013"
    /// 2018 to April 2025: `meta`, `uri` beside `_id`, lists of image crops, keys that are absent, `subsectoinName`.
    case year2019 = "2019"
    /// Since April 2025: `metadata`, `docs: null` where there are none, empty strings, new names of filter fields.
    case year2025 = "2025"

    /// The most hits that an answer admits to, unless told otherwise.
    var ceiling: Int { self == .year2025 ? 10_000 : .max }
}
