extension FieldPlan {
    /// All texts of the first source that yields any; empty where none does.
    ///
    /// An item that cannot be read is thrown, or left out and noted in the report where the declaration says so.
    func texts(in record: JSONNode, report: inout MappingReport) throws(MappingError) -> [String] {
        var failure: MappingError?
        for source in sources {
            var items = DistinctTexts(isDistinct: declaration.isDistinct)
            switch source {
            case .constant(let text): items.append(text)
            case .template(let parts):
                if let text = text(of: parts, in: record) { add(text, record, &items, &failure, &report) }
            case .path(let path):
                path.follow(from: record) { node in
                    if node.mark == UInt8(ascii: "[") {
                        for element in node.elements { add(element, &items, &failure, &report) }
                    } else {
                        add(node, &items, &failure, &report)
                    }
                    return .on
                }
            }
            if let failure, declaration.unreadable == .dropRecord { throw failure }
            if !items.texts.isEmpty { return items.texts }
        }
        guard isRequired else { return [] }
        throw failure ?? missing(in: record)
    }

    private func add(
        _ node: JSONNode, _ items: inout DistinctTexts, _ failure: inout MappingError?, _ report: inout MappingReport
    ) {
        do throws(MappingError) {
            guard let text = each.isEmpty ? try text(of: node, .text) : try textOfElement(node) else { return }
            add(text, node, &items, &failure, &report)
        } catch {
            note(error, &failure, &report)
        }
    }

    private func textOfElement(_ element: JSONNode) throws(MappingError) -> FoundText? {
        for source in each {
            switch source {
            case .constant(let text): return FoundText(text)
            case .template(let parts): if let text = text(of: parts, in: element) { return text }
            case .path(let path):
                if let node = path.first(in: element), let text = try text(of: node, .text), !isMissing(text) {
                    return text
                }
            }
        }
        return nil
    }

    private func add(
        _ found: FoundText, _ node: JSONNode, _ items: inout DistinctTexts, _ failure: inout MappingError?,
        _ report: inout MappingReport
    ) {
        guard let separator = declaration.split else { return addPiece(found, node, &items, &failure, &report) }
        for piece in found.text.cut(at: separator) { addPiece(FoundText(piece), node, &items, &failure, &report) }
    }

    private func addPiece(
        _ piece: FoundText, _ node: JSONNode, _ items: inout DistinctTexts, _ failure: inout MappingError?,
        _ report: inout MappingReport
    ) {
        do throws(MappingError) {
            if let item = try finish(piece, at: node, { $0 }) { items.append(item) }
        } catch {
            note(error, &failure, &report)
        }
    }

    private func note(_ error: MappingError, _ failure: inout MappingError?, _ report: inout MappingReport) {
        failure = failure ?? error
        if declaration.unreadable == .omitValue { report.omit(error) }
    }
}

/// Texts in order, equal ones once where that is asked for.
private struct DistinctTexts {
    let isDistinct: Bool
    private(set) var texts: [String] = []
    private var seen: Set<String> = []

    init(isDistinct: Bool) { self.isDistinct = isDistinct }

    mutating func append(_ text: String) {
        // Most lists are short: a set pays from a dozen on.
        if isDistinct {
            if texts.count < 12 {
                if texts.contains(text) { return }
            } else {
                if seen.isEmpty { seen = Set(texts) }
                guard seen.insert(text).inserted else { return }
            }
        }
        texts.append(text)
    }
}

extension String {
    /// The pieces between a separator, white space taken off their ends, empty ones left out.
    fileprivate func cut(at separator: String) -> [String] {
        guard let first = separator.first else { return [self] }
        var pieces: [String] = []
        var start = startIndex
        var position = startIndex
        while let next = self[position...].firstIndex(of: first) {
            if self[next...].hasPrefix(separator) {
                pieces.append(String(self[start..<next]).trimmed())
                start = index(next, offsetBy: separator.count)
                position = start
            } else {
                position = index(after: next)
            }
        }
        pieces.append(String(self[start...]).trimmed())
        return pieces.filter { !$0.isEmpty }
    }
}
