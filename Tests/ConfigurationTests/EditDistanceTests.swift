import Configuration
import TestSupport
import Testing

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("listen", "lisen", 1), ("listen", "litsen", 1), ("listen", "listens", 1),
        ("text", "txet", 1), ("ca", "abc", 2), ("kitten", "sitting", 3), ("café", "cafe", 1),
    ]) func `the distance of two words`(_ left: String, _ right: String, _ distance: Int) {
        #expect(EditDistance.between(left, right) == distance)
    }

    @Test func `distance is a metric`() {
        var dice = Dice(seed: 1)
        for _ in 0..<3_000 {
            let words = (0..<3).map { _ in
                String((0..<Int.random(in: 0...6, using: &dice)).compactMap { _ in "abc".randomElement(using: &dice) })
            }
            let there = EditDistance.between(words[0], words[1])
            #expect(there == EditDistance.between(words[1], words[0]))
            #expect((there == 0) == (words[0] == words[1]))
            #expect(there <= max(words[0].count, words[1].count))
            #expect(there >= abs(words[0].count - words[1].count))
            #expect(
                EditDistance.between(words[0], words[2]) <= there + EditDistance.between(words[1], words[2]),
                "\(words)")
        }
    }

    @Test func `one edit of a word is at distance one`() {
        var dice = Dice(seed: 2)
        for _ in 0..<500 {
            var letters = Array("requests")
            let place = Int.random(in: 0..<letters.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("x", at: place)
            case 2: letters[place] = "x"
            default:
                guard place > 0, letters[place] != letters[place - 1] else { continue }
                letters.swapAt(place, place - 1)
            }
            #expect(EditDistance.between("requests", String(letters)) == 1)
        }
    }

    @Test func `the nearest known word is suggested, and none where all are far`() {
        let known = ["listen", "level", "format", "api_key_file", "to", "from"]
        #expect(EditDistance.nearest(to: "lisen", among: known) == "listen")
        #expect(EditDistance.nearest(to: "Format", among: known) == "format")
        #expect(EditDistance.nearest(to: "api-key-flie", among: known) == "api_key_file")
        #expect(EditDistance.nearest(to: "zebra", among: known) == nil)
        #expect(EditDistance.nearest(to: "xy", among: known) == nil)
        #expect(EditDistance.nearest(to: String(repeating: "a", count: 100_000), among: known) == nil)
    }
}
