import Chronology
import Records
import SQLite
import TestSupport
import Testing

@Suite struct `Column codecs` {
    private static let gray = Color(red: 1, green: 128, blue: 255, alpha: 0)

    @Test func `003-13 003-15 003-21 a laptop's colour is stored and comes back equal`() async throws {
        let store = try RecordStore.open(.inMemory, [Laptop.self], log: .silent)
        var laptop = Laptop(model: "ThinkPad", color: .success(Self.gray))
        try await store.insert(&laptop)
        let stored = try #require(try await store.first(Laptop.all))
        #expect(stored.model == "ThinkPad" && stored.color == .success(Self.gray) && stored.id == laptop.id)
        #expect(try await store.all(StrictLaptop.all).map(\.color) == [Self.gray])
    }

    @Test(arguments: [UInt64](0..<10))
    func `003-16 003-18 003-19 decoding is the exact opposite of encoding, inverted and composed too`(
        seed: UInt64
    ) throws {
        var random = Dice(seed: seed)
        for _ in 0..<100 {
            func component() -> Int { Int(random.next() % 256) }
            let color = Color(red: component(), green: component(), blue: component(), alpha: component())
            #expect(try colorForms.decode(colorForms.encode(color)) == color)
            let components = try ColorComponents().encode(color)
            #expect(try ColorComponents().inverted.encode(components) == color)
            #expect(try ColorComponents().inverted.inverted.encode(color) == components)
            let composed = ColorComponents().then(IntegerBytes())
            #expect(try composed.inverted.decode(color) == composed.encode(color))
            let numbers = (0..<random.next() % 5).map { _ in Int(truncatingIfNeeded: random.next()) }
            #expect(try IntegerBytes().decode(IntegerBytes().encode(numbers)) == numbers)
        }
    }

    @Test func `003-14 003-17 003-20 the output type is declared, and a colour is its integer components in bytes`()
        throws
    {
        let codec: some ReversibleTransformer<Color, Blob> = ColorComponents().then(IntegerBytes())
        #expect(try ColorComponents().encode(Self.gray) == [1, 128, 255, 0])
        #expect(
            try codec.encode(Self.gray).bytes
                == [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 128] + [0, 0, 0, 0, 0, 0, 0, 255]
                + [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(throws: UnreadableValue.self) { try codec.encode(Color(red: 256, green: 0, blue: 0)) }
    }

    @Test func `bytes of an older form stay readable, of a newer one say so`() throws {
        #expect(try colorForms.encode(Self.gray).bytes.first == 2)
        #expect(try colorForms.decode(Blob([1, 9, 8, 7])) == Color(red: 9, green: 8, blue: 7))
        for (bytes, reason) in [
            ([], "found no bytes, expected a form's number first"),
            ([3, 1], "written in form 3, and this program reads 1 to 2; use the newer one that wrote it"),
            ([0], "written in form 0, and this program reads 1 to 2; use the newer one that wrote it"),
            ([1, 2], "found 1 bytes, expected 3"), ([2, 2], "found 1 bytes, expected eight for each number"),
        ] as [([UInt8], String)] {
            let failure = #expect(throws: UnreadableValue.self) { try colorForms.decode(Blob(bytes)) }
            #expect(failure?.reason == reason && failure?.stored == .blob(bytes))
        }
    }

    @Test func `a bad value is an error of its column alone, and is written back as it was`() async throws {
        let store = try RecordStore.open(.inMemory, [Laptop.self], log: .silent)
        for model in ["good", "bad"] {
            var laptop = Laptop(model: model, color: .success(Self.gray))
            try await store.insert(&laptop)
        }
        try await store.write("spoil") { connection throws(RecordError) in
            do throws(SQLiteError) { try connection.run("UPDATE laptop SET color = x'63' WHERE model = 'bad'") } catch {
                throw RecordError(error, tried: "spoil")
            }
        }
        var bad = try await store.all(Laptop.all)[1]
        #expect(bad.model == "bad")
        guard case .failure(let failure) = bad.color else { return #expect(Bool(false)) }
        #expect(failure.reason.hasPrefix("written in form 99") && failure.stored == .blob([0x63]))
        bad.model = "renamed"
        #expect(try await store.update(&bad) == .saved(1))
        let again = try await store.all(Laptop.all)
        #expect(again.map(\.model) == ["good", "renamed"] && again[1].color == .failure(failure))

        let strict = await #expect(throws: RecordError.self) { try await store.all(StrictLaptop.all) }
        #expect(
            "\(try #require(strict))"
                == "cannot read color of laptop 2: written in form 99, and this program reads 1 to 2; use the newer one that wrote it; put it right, or leave the column out"
        )
        let readings = try await store.readings(StrictLaptop.all)
        #expect(try readings[0].get().color == Self.gray)
        #expect(throws: ColumnFailure.self) { try readings[1].get() }
        var wrong = StrictLaptop(model: "x", color: Color(red: 300, green: 0, blue: 0))
        let unwritable = await #expect(throws: RecordError.self) { try await store.insert(&wrong) }
        #expect("\(try #require(unwritable))".hasPrefix("cannot write color of laptop 0: a component is not between"))
    }

    @Test(arguments: [
        ("'text'", "INTEGER"), ("1", "TEXT"), ("2.5", "INTEGER"), ("x'00'", "TEXT"), ("NULL", "TEXT"), ("2", "BOOL"),
        ("'2015-02-30T00:00:00Z'", "DATE"), ("'{}'", "LIST"),
    ])
    func `what is not of its type is never made to fit`(literal: String, type: String) throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var row = try connection.prepare("SELECT \(literal)")
        #expect(try row.step())
        #expect(throws: UnreadableValue.self) {
            switch type {
            case "INTEGER": _ = try Int64.read(row, 0)
            case "BOOL": _ = try Bool.read(row, 0)
            case "DATE": _ = try Instant.read(row, 0)
            case "LIST": _ = try [String].read(row, 0)
            default: _ = try String.read(row, 0)
            }
        }
        let null = try Self.null(connection)
        // Missing is no other type, and another type is not missing.
        switch type {
        case "INTEGER":
            #expect(try Int64?.read(null, 0) == nil && Int?.read(null, 0) == nil)
            if literal != "NULL" {
                #expect(throws: UnreadableValue.self) { try Int64?.read(row, 0) }
                #expect(throws: UnreadableValue.self) { try Int?.read(row, 0) }
            }
        case "BOOL":
            #expect(try Bool?.read(null, 0) == nil)
            #expect(throws: UnreadableValue.self) { try Bool?.read(row, 0) }
        case "DATE":
            #expect(try Instant?.read(null, 0) == nil)
            #expect(throws: UnreadableValue.self) { try Instant?.read(row, 0) }
        case "LIST":
            #expect(try [String]?.read(null, 0) == nil)
            #expect(throws: UnreadableValue.self) { try [String]?.read(row, 0) }
        default:
            #expect(try String?.read(null, 0) == nil)
            if literal != "NULL" { #expect(throws: UnreadableValue.self) { try String?.read(row, 0) } }
        }
    }

    @Test(
        arguments: [
            ("[]", []), (" [\"a\"]\n", ["a"]), ("[\"a\",\"b\"]", ["a", "b"]), ("[", nil), ("]", nil), ("", nil),
            ("[]x", nil),
        ] as [(String, [String]?)])
    func `a list is a JSON array, with space around it or without`(text: String, values: [String]?) throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var row = try connection.prepare("SELECT ?1")
        row.bind(text, at: 1)
        #expect(try row.step())
        #expect((try? [String].read(row, 0)) == values)
    }

    private static func null(_ connection: borrowing Connection) throws -> Statement {
        var row = try connection.prepare("SELECT NULL")
        _ = try row.step()
        return row
    }
}
