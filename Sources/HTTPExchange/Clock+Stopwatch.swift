extension Clock where Duration == Swift.Duration {
    /// Starts counting; each call says how much time has passed since.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
