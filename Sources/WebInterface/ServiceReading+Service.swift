internal import Articles
internal import Chronology
internal import Telemetry

extension ServiceReading {
    /// What is told of the service as a whole.
    func serviceFamilies(version: String) -> [MetricFamily] {
        var isReadable = false
        if case .success = statuses { isReadable = true }
        return [
            gauge("articlesync_store_readable", "Whether the store answers.", isReadable ? 1 : 0),
            gauge(
                "articlesync_config_last_reload_successful", "Whether the configuration that was last read was taken.",
                standing.reload.refusal == nil ? 1 : 0),
            gauge(
                "articlesync_config_last_reload_timestamp_seconds", "When the configuration was last read.",
                standing.reload.at.inSeconds),
            MetricFamily(
                "articlesync_build_info", .gauge, help: "Which version this is.",
                series: [MetricSeries([MetricLabel("version", version)], 1)]),
        ]
    }
}

extension ProcessReading {
    /// Under the names that every exporter has.
    ///
    /// Source: https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
    ///
    /// - Parameter startedAt: when the service started, in place of the kernel's word, which hardened services cannot
    ///   read.
    func families(startedAt: Instant) -> [MetricFamily] {
        var families = [
            gauge("process_resident_memory_bytes", "Memory that is resident.", Double(residentBytes)),
            gauge("process_virtual_memory_bytes", "Memory that is mapped.", Double(virtualBytes)),
            gauge("process_threads", "Threads.", Double(threads)),
            gauge("process_start_time_seconds", "When the service started.", startedAt.inSeconds),
            MetricFamily(
                "process_cpu_seconds_total", .counter, help: "Processor time that was used, of user and system.",
                series: [MetricSeries([], processorSeconds)]),
        ]
        if let descriptors { families.append(gauge("process_open_fds", "Open descriptors.", Double(descriptors))) }
        if let descriptorLimit {
            families.append(gauge("process_max_fds", "How many descriptors may be open.", Double(descriptorLimit)))
        }
        return families
    }
}

private func gauge(_ name: String, _ help: String, _ value: Double) -> MetricFamily {
    MetricFamily(name, .gauge, help: help, series: [MetricSeries([], value)])
}
