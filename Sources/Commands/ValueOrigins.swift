internal import ArticleSync
internal import Articles
internal import Configuration
internal import Providers
internal import Rendering

/// Where the values of a query and of its provider stand in the configuration.
struct ValueOrigins {
    let settings: Settings

    /// Every key of a query with what holds: what was written and where, or the default.
    func values(of query: ArticleQuery) -> [ExplainReport.Value] {
        let table = settings.table.inner("queries")?.inner(query.name)
        let guarding = table?.inner("guard")
        let entry = settings.providers[query.provider]
        let (isFixed, ages) =
            switch query.window {
            case .fixed: (true, "[0] (at every run)")
            case .last: (false, "\(RereadSchedule.standard.ages)")
            }
        var values = [
            value("provider", in: table, else: query.provider),
            value("text", in: table, else: "none"), value("filter", in: table, else: "none"),
        ]
        values += (isFixed ? ["from", "to"] : ["last"]).map { value($0, in: table, else: "") }
        values += [
            value("timezone", in: table, else: "\(query.timeZone) (the provider's)"),
            value("schedule", in: table, else: "only on request"),
            value("keep", in: table, else: query.keep.rawValue),
            value("stale_after", in: table, else: "never"),
            value("read_again_after", in: table, else: ages),
            value("exact_days", in: table, else: "\(query.exactDays)"),
            value("min_articles", of: "guard.min_articles", in: guarding, else: "\(query.shrinkGuard.minimumArticles)"),
            value("max_shrink", of: "guard.max_shrink", in: guarding, else: "\(query.shrinkGuard.maximumShrink)"),
        ]
        if let source = entry?.keySource { values.append(Self.key(source)) }
        return values
    }

    /// What a provider allows, and where that stands.
    func values(of entry: ProviderCatalog.Entry) -> [ExplainReport.Value] {
        let (table, paging) = (entry.table, entry.table.inner("paging"))
        let budget = entry.definition.budget
        func limit(_ number: Int?) -> String { number.map(String.init) ?? "no limit" }
        return [
            value("base_url", in: table, else: ""),
            value("requests_per_minute", in: table, else: limit(budget.perMinute)),
            value("requests_per_day", in: table, else: limit(budget.perDay)),
            value("reserve_for_fresh", in: table, else: "\(budget.reserveForFresh)"),
            value("concurrency", in: table, else: "\(entry.definition.concurrency)"),
            value("size", of: "paging.size", in: paging, else: "\(entry.definition.pagination.size)"),
            value("cap", of: "paging.cap", in: paging, else: limit(entry.definition.pagination.cap)),
        ]
    }

    private func value(
        _ key: String, of name: String? = nil, in table: ConfigurationTable?, else standard: String
    ) -> ExplainReport.Value {
        guard let entry = table?[key] else { return ExplainReport.Value(name ?? key, standard, origin: "default") }
        return ExplainReport.Value(name ?? key, entry.value.written, origin: "\(entry.location)")
    }

    /// Where the key is to be found; never the key.
    private static func key(_ located: KeySource.Located) -> ExplainReport.Value {
        let (key, place) =
            switch located.source {
            case .file(let path): ("api_key_file", path)
            case .environment(let name): ("api_key_env", name)
            case .credential(let name): ("api_key_credential", name)
            }
        return ExplainReport.Value(key, place, origin: "\(located.location)")
    }
}

extension ConfigurationTable {
    fileprivate func inner(_ key: String) -> ConfigurationTable? {
        if case .table(let table)? = self[key]?.value.kind { table } else { nil }
    }
}
