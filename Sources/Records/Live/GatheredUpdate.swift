/// An update whose pieces are kept until all are there.
struct GatheredUpdate<Key: Hashable & Sendable, Row: Sendable> {
    private var pause: LivePause?
    private var isInitial = false
    private var isCut = false
    private var rows: [Row] = []
    private var changes = RowChanges<Key, Row>()

    mutating func take(_ piece: LiveRows<Key, Row>.Piece) {
        switch piece {
        case .waiting(let pause): self.pause = pause
        case .set(let steps, let isInitial, let isCut):
            (self.isInitial, self.isCut) = (isInitial, isCut)
            changes = RowChanges(deletions: steps.deletions)
        case .row(let row, let step):
            if isInitial { rows.append(row) } else { changes.append(row, step) }
        }
    }

    var update: LiveRows<Key, Row>.Update {
        if let pause { return .waiting(pause) }
        return isInitial ? .initial(rows, isCut: isCut) : .changes(changes, isCut: isCut)
    }
}
