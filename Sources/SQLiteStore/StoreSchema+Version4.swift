extension StoreSchema {
    /// Indexes that trail the articles.
    static let version4 = folding
}
