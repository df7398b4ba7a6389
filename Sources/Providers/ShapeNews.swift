internal import Mapping

/// Puts differences between answers into a few plain sentences.
///
/// What went in one place and came in another is one sentence: "`response.meta.hits` is gone; `response.metadata.hits`
/// is new". What else came, went or changed beside each other is one sentence too.
struct ShapeNews {
    private typealias End = (path: ShapePath, kinds: AnswerShape.Kinds)
    private typealias Pair = (gone: ShapePath, new: ShapePath)

    private var pairs: [Pair] = []
    private var changed: [String] = []
    private var gone: [ShapePath] = []
    private var new: [ShapePath] = []

    init(_ differences: [ShapeDifference]) {
        var went = differences.filter { $0.change == .gone }
        var came = differences.filter { $0.change == .new }
        changed = differences.compactMap(Self.changed)
        pairNamesakes(&went, &came)
        pairSiblings(&went, &came)
        gone += went.map(\.path)
        new += came.map(\.path)
    }

    /// The sentences; those beyond a number are counted in the last.
    func sentences(upTo limit: Int = 5) -> [String] {
        let all = moved + changed + Self.grouped(gone, "gone") + Self.grouped(new, "new")
        guard all.count > limit else { return all }
        let more = all.count - limit
        return all.prefix(limit) + ["and \(more) more \(more == 1 ? "change" : "changes") of the answer's shape"]
    }

    /// Pairs what has the same name in another place: the nearest place first.
    private mutating func pairNamesakes(_ went: inout [ShapeDifference], _ came: inout [ShapeDifference]) {
        var candidates: [End] = came.flatMap(\.ends)
        var left: [ShapeDifference] = []
        for difference in went {
            var rest: [ShapePath] = []
            for end in difference.ends {
                let fitting = candidates.indices.filter { Self.isNamesake(candidates[$0], of: end) }
                let nearness = { (at: Int) in candidates[at].path.commonSteps(with: end.path) }
                guard let nearest = fitting.max(by: { nearness($0) < nearness($1) }) else {
                    rest.append(end.path)
                    continue
                }
                pairs.append((end.path, candidates.remove(at: nearest).path))
            }
            if rest.count == difference.ends.count { left.append(difference) } else { gone += rest }
        }
        went = left
        let unpaired = Set(candidates.map(\.path))
        came.removeAll { difference in
            let ends = difference.ends.map(\.path)
            let rest = ends.filter(unpaired.contains)
            guard rest.count < ends.count else { return false }
            new += rest
            return true
        }
    }

    private static func isNamesake(_ end: End, of other: End) -> Bool {
        end.path.last == other.path.last && end.kinds.isLike(other.kinds)
    }

    /// Pairs what went and came under the same parent, where they are of one kind and there is only one such pair.
    private mutating func pairSiblings(_ went: inout [ShapeDifference], _ came: inout [ShapeDifference]) {
        func siblings(of one: ShapeDifference, in others: [ShapeDifference]) -> [ShapeDifference] {
            others.filter { $0.path.parent == one.path.parent && $0.shape.kinds.isLike(one.shape.kinds) }
        }
        for difference in went {
            let newcomers = siblings(of: difference, in: came)
            guard newcomers.count == 1, siblings(of: newcomers[0], in: went).count == 1 else { continue }
            pairs.append((difference.path, newcomers[0].path))
            went.removeAll { $0.path == difference.path }
            came.removeAll { $0.path == newcomers[0].path }
        }
    }

    /// One sentence for all that moved from one parent to another.
    private var moved: [String] {
        var sentences: [String] = []
        var seen: [(from: ShapePath?, to: ShapePath?)] = []
        for pair in pairs {
            let way = (from: pair.gone.parent, to: pair.new.parent)
            let isMove = way.from != way.to
            guard !isMove || !seen.contains(where: { $0 == way }) else { continue }
            let others = pairs.filter { isMove && $0 != pair && ($0.gone.parent, $0.new.parent) == way }
            seen.append(way)
            let likewise = others.isEmpty ? "" : " (likewise " + Self.list(others.map { "`\($0.gone.last)`" }) + ")"
            sentences.append("`\(pair.gone)` is gone; `\(pair.new)` is new" + likewise)
        }
        return sentences
    }

    private static func changed(_ difference: ShapeDifference) -> String? {
        guard case .changed(let from, let to) = difference.change else { return nil }
        return "`\(difference.path)` is \(to.phrase) now and was \(from.phrase)"
    }

    /// One sentence for all that stood beside each other.
    private static func grouped(_ paths: [ShapePath], _ what: String) -> [String] {
        var parents: [ShapePath?] = []
        for path in paths where !parents.contains(path.parent) { parents.append(path.parent) }
        return parents.compactMap { parent in
            let siblings = paths.filter { $0.parent == parent }
            guard let first = siblings.first else { return nil }
            let others = siblings.dropFirst().map { "`\($0.last)`" }
            let verb = others.count == 1 ? "is" : "are"
            return "`\(first)` is \(what)" + (others.isEmpty ? "" : ", and so \(verb) \(list(others)) beside it")
        }
    }

    /// Names in one row: at most six, and how many more.
    private static func list(_ names: [String]) -> String {
        var names = names
        if names.count > 6 { names = names.prefix(5) + ["\(names.count - 5) more"] }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension AnswerShape.Kinds {
    /// Whether a value of the one may be one of the other.
    fileprivate func isLike(_ other: Self) -> Bool {
        let mine = subtracting([.null, .map])
        let others = other.subtracting([.null, .map])
        return mine.isEmpty || others.isEmpty || !mine.isDisjoint(with: others)
    }

    /// With articles, as a sentence has it.
    fileprivate var phrase: String {
        shownNames.map { ("aeiou".contains($0.prefix(1)) ? "an " : "a ") + $0 }.joined(separator: " or ")
    }
}
