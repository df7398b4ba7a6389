/// One way in which an answer is not what the answers before it were.
package struct ShapeDifference: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// Every object had it until now, and none of this answer has.
        case gone
        /// No object had it until now.
        case new
        /// A kind that was never seen here.
        case changed(from: AnswerShape.Kinds, to: AnswerShape.Kinds)
    }

    package let change: Change
    package let path: ShapePath
    /// What was there, or of something new what is there now, with all below it.
    package let shape: AnswerShape
    /// Whether enough was seen to be sure; else it may be what a few records happened to have in common.
    package let isSure: Bool
}

extension AnswerShape {
    /// How one more answer differs, in the order of the paths; of a whole branch that came or went the top alone.
    ///
    /// A path counts as new or gone only where its parent was an object before and is one now: of what stands in a list
    /// that was empty, or in an object that was null, nothing was known. Null beside another kind is no difference, and
    /// neither is an empty list, which some write for an object without members, or a key that came and went before.
    /// Inside of records, where keys come and go and numbers are texts now and then, it takes some records to be sure.
    package func differences(of answer: AnswerShape) -> [ShapeDifference] {
        var found: [ShapeDifference] = []
        if !isEmpty { collectDifferences(of: answer, at: ShapePath(), into: &found) }
        return found
    }

    private func collectDifferences(of answer: AnswerShape, at path: ShapePath, into found: inout [ShapeDifference]) {
        let before = kinds.subtracting([.null, .map])
        var fresh = answer.kinds.subtracting([.null, .map]).subtracting(kinds)
        if before.contains(.object), answer.children[.element] == nil { fresh.remove(.array) }
        let isInRecords = path.isInRecords
        if !before.isEmpty, !fresh.isEmpty {
            let isOfScalars = before.union(fresh).isDisjoint(with: [.array, .object])
            let isSure = !isInRecords || !isOfScalars || count >= Self.settledCount
            let change = ShapeDifference.Change.changed(from: before, to: fresh)
            found.append(ShapeDifference(change: change, path: path, shape: self, isSure: isSure))
        }
        let areNamesComparable =
            kinds.contains(.object) && answer.kinds.contains(.object)
            && !kinds.contains(.map) && !answer.kinds.contains(.map)
        for step in Set(children.keys).union(answer.children.keys).sorted() {
            let below = path.appending(step)
            switch (children[step], answer.children[step]) {
            case (let known?, let now?): known.collectDifferences(of: now, at: below, into: &found)
            case (let known?, nil) where areNamesComparable && step.isName && !known.isOptional:
                let isSure = !isInRecords || known.count >= Self.settledCount
                found.append(ShapeDifference(change: .gone, path: below, shape: known, isSure: isSure))
            case (nil, let now?) where areNamesComparable && step.isName:
                let isSure = !isInRecords || count >= Self.settledCount
                found.append(ShapeDifference(change: .new, path: below, shape: now, isSure: isSure))
            default: break
            }
        }
    }
}

extension ShapeDifference {
    /// What came or went, path by path: the ends of the branch, where a list is an end.
    package var ends: [(path: ShapePath, kinds: AnswerShape.Kinds)] { shape.ends(at: path) }
}

extension AnswerShape {
    fileprivate func ends(at path: ShapePath) -> [(path: ShapePath, kinds: Kinds)] {
        let names = children.keys.filter(\.isName).sorted()
        guard !names.isEmpty else { return [(path, kinds)] }
        return names.flatMap { children[$0]?.ends(at: path.appending($0)) ?? [] }
    }
}
