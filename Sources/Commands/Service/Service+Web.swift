internal import ArticleSync
internal import Articles
internal import Chronology
internal import HTTPServer
internal import Providers
internal import Rendering
internal import SQLiteStore
internal import Synchronization
internal import WebInterface

/// What a service tells over HTTP.
extension Service {
    /// Listens where the configuration says so.
    func listen(_ sync: SyncService) throws -> HTTPServer? {
        guard let server = settings.server, let address = server.address else { return nil }
        let web = WebInterface(
            address: address, hosts: server.hosts,
            reader: SQLiteArticleReader(path: settings.store.path, clock: session.context.clock), metrics: metrics,
            clock: session.context.clock, standing: { [self] in standing(sync) },
            staleAfter: { [self] in limits }, budgets: { [self] in budgets }, health: { [watch] in watch.complaint })
        do throws(HTTPServerError) {
            return try HTTPServer(on: address, limits: HTTPServerLimits(threads: 2), logger: logger, handler: web)
        } catch {
            throw CommandFailure(.failed, "\(error) ([server] listen names another address, or none)")
        }
    }

    private func standing(_ sync: SyncService) -> ServiceStanding {
        let trace = trace.withLock { $0 }
        return ServiceStanding(startedAt: trace.startedAt, reload: trace.reload, queries: sync.standing)
    }

    private var limits: [String: Duration] {
        var limits: [String: Duration] = [:]
        for query in settings.queries { limits[query.name] = query.staleAfter }
        return limits
    }

    private var budgets: [ProviderBudget] {
        let settings = settings
        return settings.providers.entries.filter { entry in
            settings.queries.contains { $0.provider == entry.definition.name }
        }.map { entry in
            do throws(StoreFailure) {
                return try Assembly.budget(of: entry, settings, session.context)
            } catch {
                let budget = entry.definition.budget
                var unknown = ProviderBudget(
                    provider: entry.definition.name, perMinute: budget.perMinute, perDay: budget.perDay)
                unknown.problem = "its budget cannot be read: \(error)"
                return unknown
            }
        }
    }
}
