extension Schedule {
    /// How much later than the schedule says a query of this name comes, so that equal schedules do not come at once.
    ///
    /// The same name has the same offset in every process and version. An interval's lies anywhere within it; a
    /// calendar rule's within its minute, so that `0 6 * * *` stays 06:00.
    package func spread(of name: String) -> Duration {
        let room: Int64 =
            switch self {
            case .every(let interval): interval.components.seconds * 1_000
            case .calendar: 60_000
            }
        return StableHash(name).share(ofMilliseconds: room)
    }
}
