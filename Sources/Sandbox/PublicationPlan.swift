internal import Chronology

/// On which day and at which second each article of an index is published, and which are second documents of others.
///
/// Indexes run through three stretches: the articles, their twins, and the reserve of those that arrive later.
struct PublicationPlan: Sendable {
    let days: DayRange
    /// How many articles there are, twins included, before any arrives.
    let count: Int
    private let seed: UInt64
    let isPrint: Bool
    /// How many there are without twins.
    private let originals: Int
    /// Days with a number of their own, each with the index after its last article.
    private let stretches: [(day: CalendarDay, end: Int)]
    /// The days of all other articles, and the sums of their weights up to and including each; empty is all alike.
    private let others: [CalendarDay]
    private let weights: [Int]

    init(_ options: SandboxOptions) {
        seed = options.seed
        days = options.days
        isPrint = options.isPrint
        var stretches: [(day: CalendarDay, end: Int)] = []
        for (day, count) in options.dayArticles.sorted(by: { $0.key < $1.key }) {
            stretches.append((day, (stretches.last?.end ?? 0) + max(count, 0)))
        }
        let fixed = stretches.last?.end ?? 0
        let days = options.days
        let others = (0..<days.count).map { days.from.adding(days: $0) }.filter { options.dayArticles[$0] == nil }
        originals = others.isEmpty ? fixed : max(options.articles, fixed)
        count = originals + min(max(options.twins, 0), originals)
        (self.others, weights) = Self.weighted(others, skew: options.skew, seed: options.seed)
        self.stretches = stretches
    }

    /// Days in an order of chance, the first of which weighs most: 1 ÷ rank, to the power of the skew.
    private static func weighted(_ days: [CalendarDay], skew: Int, seed: UInt64) -> ([CalendarDay], [Int]) {
        guard skew > 0 else { return (days, []) }
        var shuffled = days[...]
        var random = SeededRandom(seed: seed, stream: .max)
        random.shuffle(&shuffled)
        var sum = 0
        let weights = (1...max(days.count, 1)).map { rank in
            // Whole numbers, so that every machine draws alike.
            sum += max((0..<skew).reduce(1_000_000_000) { weight, _ in weight / rank }, 1)
            return sum
        }
        return (Array(shuffled), weights)
    }

    /// The article whose text and date an index has: its own, but for twins.
    func origin(of index: Int) -> Int {
        guard index >= originals, index < count else { return index }
        return (index - originals) * originals / (count - originals)
    }

    func published(_ index: Int) -> Instant {
        let index = origin(of: index)
        let stretch = stretches.firstIndex { index < $0.end }
        // Every eighth shares the instant of the one before it: the API has ties, too.
        let isTied = index % 8 == 7
        var random = SeededRandom(seed: seed, stream: UInt64(isTied ? index - 1 : index) &* 2 &+ 1)
        let drawn = drawDay(&random)
        return instant(on: stretch.map { stretches[$0].day } ?? drawn, &random)
    }

    /// A day of chance, as the weights have it.
    func drawDay(_ random: inout SeededRandom) -> CalendarDay {
        guard !others.isEmpty else { return days.from }
        guard let sum = weights.last else { return others[random.below(others.count)] }
        let drawn = random.below(sum)
        return others[weights.partitioningIndex { drawn < $0 }]
    }

    /// An instant of chance on a day.
    func instant(on day: CalendarDay, _ random: inout SeededRandom) -> Instant {
        // Print has a day and no time, which the API writes as midnight.
        let second = random.oneIn(5) ? 0 : random.below(86_400)
        return Instant(startOf: day).adding(.seconds(isPrint ? 0 : second))
    }
}

extension RandomAccessCollection {
    /// The first index from which on something holds, found by halving.
    func partitioningIndex(where holds: (Element) -> Bool) -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if holds(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
