internal import Testing

@testable internal import SQLite

@Suite struct EchoesTests {
    @Test func `where nothing was written there is no look, and no end to the sleep`() {
        var echoes = Echoes()
        #expect(echoes.sleep(at: 5) == -1)
        let isDue = echoes.take(at: 1_000_000)
        #expect(!isDue)
        #expect(!echoes.coversNotices)
    }

    @Test func `a write is followed by looks at growing distances, and then by none`() {
        var echoes = Echoes()
        echoes.begin(at: 100)
        var now: Int64 = 100
        var looks: [Int64] = []
        while case let sleep = echoes.sleep(at: now), sleep >= 0 {
            now += Int64(sleep)
            if echoes.take(at: now) { looks.append(now - 100) }
        }
        #expect(looks == [1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 2_047, 4_095, 8_191, 16_383])
        #expect(echoes.sleep(at: now) == -1)
    }

    @Test func `a further write begins anew, and a stream of them is one look a millisecond`() {
        var echoes = Echoes()
        echoes.begin(at: 0)
        #expect(echoes.coversNotices)
        let due = [echoes.take(at: 0), echoes.take(at: 1)]
        #expect(due == [false, true])
        #expect(!echoes.coversNotices)
        echoes.begin(at: 2)
        #expect(echoes.coversNotices)
        #expect(echoes.sleep(at: 2) == 1)
    }

    @Test func `being woken for something else does not put a look off`() {
        var echoes = Echoes()
        echoes.begin(at: 0)
        var looks = 0
        for now in 0..<100 where echoes.take(at: Int64(now)) { looks += 1 }
        #expect(looks == 6)
    }
}
