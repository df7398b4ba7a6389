internal import Rendering
internal import Telemetry

extension ServiceReading {
    /// What is left of each provider's budget; periods without a limit, and what is not known, are left out.
    var providerFamilies: [MetricFamily] {
        func periods(_ name: String, _ help: String, _ values: (ProviderBudget) -> [(String, Int?)]) -> MetricFamily {
            MetricFamily(
                "articlesync_provider_" + name, .gauge, help: help,
                series: budgets.flatMap { budget in
                    values(budget).compactMap { period, count in
                        count.map {
                            MetricSeries(
                                [MetricLabel("provider", budget.provider), MetricLabel("period", period)], Double($0))
                        }
                    }
                })
        }
        func family(_ name: String, _ help: String, _ value: (ProviderBudget) -> Double?) -> MetricFamily {
            MetricFamily(
                "articlesync_provider_" + name, .gauge, help: help,
                series: budgets.compactMap { budget in
                    value(budget).map { MetricSeries([MetricLabel("provider", budget.provider)], $0) }
                })
        }
        return [
            periods("budget_requests", "Requests that a period may have.") {
                [("minute", $0.perMinute), ("day", $0.perDay)]
            },
            periods("budget_left_requests", "Requests that are left of a period.") {
                [("minute", $0.leftThisMinute), ("day", $0.leftToday)]
            },
            family("budget_returns_timestamp_seconds", "When the budget of the day is whole again.") {
                $0.dayReturnsAt?.inSeconds
            },
            family("paused", "Whether nothing is asked because the provider said so.") { budget in
                budget.pausedUntil.map { $0 > at ? 1 : 0 } ?? 0
            },
        ]
    }
}
