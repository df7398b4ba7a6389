internal import Mapping
internal import Synchronization

/// Looks at the good answers of one provider and says in plain sentences how one differs from all before it.
///
/// What differs is learnt at once, so that it is told once. The first answer ever teaches silently. Safe to use from
/// any thread.
package final class ShapeSentinel: Sendable {
    private struct State: ~Copyable {
        var reader: ShapeReader
        /// What was told in this process: a shape whose paths are too many forgets some, and would tell them again.
        var told: Set<String> = []
        var isChanged = false
        /// Why the kept shape is of no use, until that is told.
        var complaint: String?
    }

    /// Guards everything that an answer changes: what is known, what was told, what is to be kept.
    private let state: Mutex<State>

    /// - Parameter kept: what `take` gave at an earlier time; nil where there is nothing. What cannot be read is told
    ///   with the first answer, and learnt anew.
    package init(kept: String? = nil) {
        var known = AnswerShape()
        var complaint: String?
        if let kept {
            do throws(ShapeTextError) {
                known = try AnswerShape(text: kept)
            } catch {
                complaint = "the kept shape of earlier answers cannot be read (\(error)) and is learnt anew"
            }
        }
        state = Mutex(State(reader: ShapeReader(known: known), complaint: complaint))
    }

    /// How many paths a kept shape knows; nil where it cannot be read.
    package static func paths(inKept text: String) -> Int? { (try? AnswerShape(text: text))?.pathCount }

    /// The text of what is known, to be kept, where it has changed since this was last asked; else nil.
    package func take() -> String? {
        state.withLock { state in
            guard state.isChanged else { return nil }
            state.isChanged = false
            return state.reader.known.text
        }
    }

    /// Learns a good answer that has records, and says what about it is unusual, in a few sentences.
    ///
    /// Answers without records have a form of their own, and are not for this.
    func observe(_ root: JSONNode) -> [String] {
        state.withLock { state in
            var sentences = state.complaint.map { [$0] } ?? []
            state.complaint = nil
            guard let answer = state.reader.read(root) else { return sentences }
            let known = state.reader.known
            let learnt = known.learning(answer)
            if learnt != known {
                state.reader.known = learnt
                state.isChanged = true
            }
            let differences = known.differences(of: answer).filter { difference in
                difference.isSure && state.told.count < Self.mostTold
                    && state.told.insert("\(difference.change) \(difference.path)").inserted
            }
            sentences += ShapeNews(differences).sentences()
            return sentences
        }
    }

    private static let mostTold = 10_000

    /// What is known, and how an answer that is no good differs from it; nil where nothing is known.
    ///
    /// Nothing is learnt of it.
    func comparison(with root: JSONNode) -> ShapeComparison? {
        state.withLock { state in
            let known = state.reader.known
            guard !known.isEmpty else { return nil }
            let differences = state.reader.read(root).map { known.differences(of: $0) } ?? []
            return ShapeComparison(known: known, differences: differences)
        }
    }
}

/// An answer beside what was known of those before it.
struct ShapeComparison {
    let known: AnswerShape
    let differences: [ShapeDifference]

    /// Those of some paths that answers had, or all where none is known.
    func known(of paths: [JSONPath]) -> [JSONPath] {
        let found = paths.filter { path in path.keys.map { known[ShapePath(keys: $0)] != nil } ?? false }
        return found.isEmpty ? paths : found
    }

    /// What is new in place of some paths of the envelope: what is called like one of them, else all that is new in
    /// it, of large branches the top alone.
    func newcomers(for paths: [JSONPath]) -> [String] {
        let new = differences.filter { $0.change == .new && !$0.path.isInRecords }
        let ends = new.flatMap(\.ends).map(\.path)
        let names = Set(paths.compactMap { $0.keys?.last })
        let namesakes = ends.filter { names.contains($0.last) }
        let found = !namesakes.isEmpty ? namesakes : ends.count <= 5 ? ends : new.map(\.path)
        return found.map(\.description)
    }
}
