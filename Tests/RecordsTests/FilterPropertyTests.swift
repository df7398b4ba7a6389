import Records
import SQLite
import TestSupport
import Testing

struct FilterPropertyTests {
    @Test(arguments: [UInt64](0..<20))
    func `a filter is printed in the format language and read back as the same`(seed: UInt64) throws {
        var filters = RandomFilters(random: Dice(seed: seed))
        for _ in 0..<200 {
            let filter = filters.filter()
            #expect(try Filter(filter.description, over: .articles) == filter, "\(filter)")
        }
    }

    @Test(arguments: [UInt64](0..<8))
    func `000-17 000-18 SQL and memory mean the same rows`(seed: UInt64) throws {
        var filters = RandomFilters(random: Dice(seed: seed))
        let table = try ArticleTable((1...80).map { filters.row(id: $0) })
        for _ in 0..<150 {
            let filter = filters.filter()
            let compiled = try Columns.articles.compile(filter)
            let bySQL = Set(try table.ids(where: compiled.sql).map { FilterValue.integer($0) })
            let differing = table.rows.filter { row in
                compiled.matches { row[$0.name] ?? .null } != bySQL.contains(row["id"] ?? .null)
            }
            #expect(differing.isEmpty, "\(filter)\n\(compiled.sql)\n\(differing.first ?? [:])")
        }
    }

    @Test(arguments: [UInt64](0..<8))
    func `001-49 SQL and memory sort alike`(seed: UInt64) throws {
        var filters = RandomFilters(random: Dice(seed: seed))
        let table = try ArticleTable((1...80).map { filters.row(id: $0) })
        for _ in 0..<30 {
            let fields = Columns.articles.all.filter { $0.type != .list }.map { Field($0.name) }.shuffled(
                using: &filters.random)
            let terms = SortTerms(
                fields.prefix(3).map { SortTerms.Term($0, isAscending: filters.random.chance(2)) })
            #expect(try SortTerms(terms.description, over: .articles) == terms)
            let isBefore = try #require(
                try terms.areInIncreasingOrder(over: .articles) { (row: [String: FilterValue], column) in
                    row[column.name] ?? .null
                })
            let order = try #require(try terms.sql(over: .articles))
            let inMemory = table.rows.sorted(by: isBefore).map { $0["id"] }
            #expect(try table.ids(orderedBy: order).map { .integer($0) } == inMemory, "\(terms)")
        }
    }

    @Test func `a thousand conditions are not too deep for SQLite`() throws {
        let table = try ArticleTable([["id": 1, "headline": "a"]])
        let filter = Filter.any((2...2_000).map { .equal("id", .integer($0)) } + [.equal("headline", "a")])
        let compiled = try Columns.articles.compile(filter)
        #expect(try table.ids(where: compiled.sql) == [1])
    }

    @Test func `000-21 hostile arguments stay values in SQL`() throws {
        let table = try ArticleTable([
            ["id": 1, "headline": "x"], ["id": 2, "headline": "'; DROP TABLE articles; --"],
        ])
        for hostile in ["' OR 1 --", "\") OR 1 --", "%", "*", "'; DROP TABLE articles; --"] {
            for predicate in ["headline == %@", "headline CONTAINS %@", "headline BEGINSWITH %@", "headline IN %@"] {
                let argument: FilterValue = predicate.hasSuffix("IN %@") ? .texts([hostile]) : .text(hostile)
                let found = try table.ids(where: sql(predicate, [argument]))
                #expect(found == (hostile.hasPrefix("';") ? [2] : []))
            }
        }
        #expect(try table.ids(where: sql(nil)) == [1, 2])
    }
}
