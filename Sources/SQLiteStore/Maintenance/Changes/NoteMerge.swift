internal import SQLite

/// What becomes of one note where two stores have had a hand in it.
///
/// Nothing that a person wrote is lost: where both sides changed a note, both versions stay. The number is the source's, so
/// that what it says next of the note finds it; the replica's version gets a number of its own.
enum NoteMerge: Hashable {
    /// The replica has it as the source has it.
    case nothing
    /// Put in place as the source has it.
    case write
    /// Removed as the source removed it.
    case remove
    /// The source's in its place, and the replica's under a new number.
    case keepBoth
    /// The source removed what the replica has changed: it stays.
    case keep
    /// The source changed what the replica removed: it is back.
    case bringBack

    /// - Parameters: whole rows; nil where there is none.
    ///   - former: what both had.
    ///   - source: what the source has now.
    ///   - local: what the replica has now.
    init(former: [SQLiteValue]?, source: [SQLiteValue]?, local: [SQLiteValue]?) {
        self =
            switch (source, local) {
            case _ where source == local: .nothing
            case (_?, nil): former == nil ? .write : .bringBack
            case (_?, _?): local == former ? .write : .keepBoth
            case (nil, _): local == former ? .remove : .keep
            }
    }
}
