extension StoreSchema {
    /// Notes that tell who was quicker.
    static let version4 = noteVersions
}
