internal import Chronology
internal import Configuration
internal import Rendering

/// What the setup stands on: the clock, the time zones, systemd.
extension Doctor {
    func machine(newestRun: Instant?) -> [Check] { [clock(newestRun), zones, systemd] }

    /// A clock that was set back a little is corrected all the time.
    private static let clockSlack = Duration.seconds(60)

    private func clock(_ newestRun: Instant?) -> Check {
        guard let newestRun, newestRun.since(now) > Self.clockSlack else {
            return Check(.machine, "clock", .ok, "\(now), and no run is from the future")
        }
        return Check(
            .machine, "clock", .warning, "it is \(now), and the newest run began at \(newestRun)",
            advice: "set the clock (`timedatectl`); until then ages and budgets are told wrongly")
    }

    /// Where the machine keeps its zones, as one text that begins with their release.
    private static let zoneFile = "/usr/share/zoneinfo/tzdata.zi"
    /// Governments change their clocks every year.
    private static let oldestZones = 2

    private var zones: Check {
        guard TimeZone(identifier: "America/New_York") != nil else {
            return Check(
                .machine, "time_zones", .problem, "the machine has no time zone database",
                advice: "apt-get install tzdata")
        }
        let text = try? WholeFile.read(Self.zoneFile, limit: 4 << 20)
        let line = text.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) } ?? ""
        let release = line.hasPrefix("# version ") ? String(line.dropFirst("# version ".count)) : ""
        guard let year = Int(release.prefix(4)) else {
            return Check(.machine, "time_zones", .ok, "there, of a release that is not told")
        }
        let isOld = now.utcDay.year - year >= Self.oldestZones
        return Check(
            .machine, "time_zones", isOld ? .warning : .ok, "release \(release)",
            advice: isOld ? "apt-get install --only-upgrade tzdata" : nil)
    }

    private static let unitFolders = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]

    private var systemd: Check {
        guard FilePresence.isThere("/run/systemd/system") else {
            return Check(
                .machine, "systemd", .ok, "does not run this machine; another supervisor runs `articlesync run`")
        }
        let unit = Self.unitFolders.map { $0 + "/articlesync.service" }.first { FilePresence.isThere($0) }
        return Check(
            .machine, "systemd", .ok,
            unit.map { "runs this machine, and has \($0)" } ?? "runs this machine, and has no articlesync.service")
    }
}
