extension StoreSchema {
    /// Notes that tell who was quicker, and indexes that trail the articles.
    static let version4 = noteVersions + folding
}
