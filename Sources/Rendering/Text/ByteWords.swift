/// A number of bytes as people say it: `812 bytes`, `48 KiB`, `1.5 MiB`; rounded down.
package struct ByteWords: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ bytes: Int) {
        let units = ["KiB", "MiB", "GiB", "TiB"]
        guard bytes >= 1_024 else {
            description = counted(max(bytes, 0), "byte")
            return
        }
        var (whole, place) = (bytes, 0)
        while whole >= 1_024 * 1_024, place < units.count - 1 {
            whole /= 1_024
            place += 1
        }
        let tenths = whole * 10 / 1_024
        description = tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(units[place])" : "\(tenths / 10) \(units[place])"
    }
}
