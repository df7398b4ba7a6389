extension StoreSchema {
    /// Notes that tell who was quicker, indexes that trail the articles, and a full-text index that other tools
    /// recognise.
    static let version4 = noteVersions + folding + recognition
}
