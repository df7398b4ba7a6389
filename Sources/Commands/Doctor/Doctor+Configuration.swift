internal import Articles
internal import Chronology
internal import Configuration
internal import Providers
internal import Rendering
internal import SQLiteStore
internal import Telemetry

/// The configuration and the keys that it names.
extension Doctor {
    /// So many mistakes are told one by one; `check` has all.
    private static let mostMistakes = 20

    func configurationMistakes(_ lines: [String], advice: String) -> [Check] {
        lines.prefix(Self.mostMistakes).map { Check(.configuration, "reads", .problem, $0, advice: advice) }
    }

    func configuration(_ settings: Settings) -> [Check] {
        let count = settings.queries.count
        var checks = configurationMistakes(
            settings.mistakes, advice: "`sync` and `run` refuse the file; what cannot be read was not looked at")
        if checks.isEmpty {
            checks.append(
                Check(
                    .configuration, "reads", .ok,
                    "\(settings.file), \(count == 1 ? "1 query" : "\(count) queries")"))
        }
        checks += settings.warnings.map { Check(.configuration, "advice", .warning, $0) }
        if let facts = FileFacts(settings.file), facts.mode & 0o022 != 0 {
            checks.append(
                Check(
                    .configuration, "permissions", .warning,
                    "others than its owner may write \(settings.file) (\(octal(facts.mode))), and so choose whom is asked",
                    advice: "chmod go-w \(settings.file)"))
        }
        return checks
    }

    /// Whether the keys that queries need can be had; they are sent nowhere.
    ///
    /// - Parameter isServed: whether a service runs, which may see what this user does not.
    func keys(_ settings: Settings, isServed: Bool) -> [Check] {
        let finder = KeyFinder(environment: session.context.environment)
        var checks: [Check] = []
        for entry in settings.providers.entries
        where settings.queries.contains(where: { $0.provider == entry.definition.name }) {
            let provider = entry.definition.name
            do throws(KeyMistake) {
                let key = try finder.key(of: entry, configuration: settings.file)
                checks.append(
                    Check(
                        .keys, "key_of_\(provider)", .ok, key == nil ? "none is needed" : "can be read; it was not sent"
                    ))
            } catch {
                checks.append(missing(error, of: entry, isServed: isServed))
            }
            if case .file(let path)? = entry.keySource?.source, let place = entry.keySource?.location {
                checks += permissions(ofKey: path.resolved(beside: place.file, session.context.environment))
            }
        }
        return checks
    }

    private func missing(_ mistake: KeyMistake, of entry: ProviderCatalog.Entry, isServed: Bool) -> Check {
        let name = "key_of_\(entry.definition.name)"
        let problem = Check(.keys, name, .problem, mistake.description)
        guard let source = entry.keySource else { return problem }
        switch source.source {
        case .file(let path):
            let path = path.resolved(beside: source.location.file, session.context.environment)
            guard let facts = FileFacts(path), facts.owner != FileFacts.user, !FileFacts.mayRead(path) else {
                return problem
            }
            return Check(
                .keys, name, .notChecked, "\(path) is for its owner alone",
                advice: "run `articlesync doctor` as the user of the service to have it looked at")
        case .environment, .credential:
            guard isServed else { return problem }
            return Check(
                .keys, name, .notChecked,
                "\(mistake.description); the service that runs may have it all the same, as it has an environment of its own"
            )
        }
    }

    private func permissions(ofKey path: String) -> [Check] {
        guard let facts = FileFacts(path), facts.mode & 0o026 != 0 else { return [] }
        let may = facts.mode & 0o022 != 0 ? "write" : "read"
        return [
            Check(
                .keys, "permissions", .warning,
                "others than its owner may \(may) \(path) (\(octal(facts.mode))), and with it use up the budget",
                advice: "chmod 600 \(path)")
        ]
    }

    /// Keys that a provider would not take when it was asked last.
    func refused(_ facts: StoreFacts?) -> [Check] {
        (facts?.refusedKeys ?? [:]).sorted { $0.key < $1.key }.map { provider, reason in
            Check(
                .keys, "key_of_\(provider)", .problem, "the provider refused it in the last run: \(reason)",
                advice: "put a good key in its place, then `articlesync check --online`")
        }
    }

    func budgets(_ settings: Settings, _ facts: StoreFacts?) -> [Check] {
        settings.providers.entries.compactMap { entry in
            let name = entry.definition.name
            guard settings.queries.contains(where: { $0.provider == name }) else { return nil }
            do throws(StoreFailure) {
                let budget = try Assembly.budget(of: entry, settings, session.context)
                // Without the key, which is complained of where keys are, nothing is known of it.
                guard budget.problem == nil else { return nil }
                let isSpent = budget.leftToday == 0 || budget.pausedUntil != nil
                return Check(
                    .budget, "budget_of_\(name)", isSpent ? .warning : .ok, budget.words(at: now),
                    advice: isSpent ? "nothing: what waits goes on by itself, or with the next `articlesync sync`" : nil
                )
            } catch {
                // A store that cannot be read is complained of where stores are.
                return facts == nil ? nil : failure(.budget, "budget_of_\(name)", error)
            }
        }
    }
}
