extension StoreSchema {
    /// An index that other tools recognise.
    static let version4 = recognition
}
