internal import Records
internal import Testing

@testable internal import Commands

@Suite struct `A value that was typed` {
    @Test(
        arguments: [
            ("a=b=c", .text, "b=c"), ("a=", .text, ""), ("a=17", .text, "17"), ("a=17", .integer, 17),
            ("a=-17", .integer, -17), ("a=", .integer, nil), ("a=many", .integer, "many"), ("a=1e3", .real, 1000.0),
            ("a=", .real, nil), ("a=Yes", .bool, true), ("a=0", .bool, false), ("a=maybe", .bool, "maybe"),
            ("a=2015-07-01", .instant, "2015-07-01"), ("a=", .instant, nil), ("a=", .list, []),
            ("a=x, \"y, z\",x", .list, ["x", "y, z"]), ("a=[\"x\"]", .list, "[\"x\"]"), ("a=[sic]", .list, ["[sic]"]),
        ] as [(String, ColumnType, FilterValue)])
    func `002-11 is what its column's type makes of it`(word: String, type: ColumnType, value: FilterValue) throws {
        let written = try #require(try WrittenValue.values([word], "insert").first)
        #expect(written.key == "a" && written.value(for: type) == value)
    }

    @Test func `for a key that is not known is a text`() {
        #expect(WrittenValue(key: "x", text: "17").value(for: nil) == "17")
    }
}
