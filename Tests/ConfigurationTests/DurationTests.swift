import Configuration
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        ("10ms", Duration.milliseconds(10)), ("2s", .seconds(2)), ("1.5 s", .milliseconds(1_500)),
        ("15 minutes", .seconds(900)), ("15m", .seconds(900)), ("1 min", .seconds(60)), ("6h", .seconds(21_600)),
        ("6 Hours", .seconds(21_600)), ("1 day", .seconds(86_400)), ("2 days", .seconds(172_800)), ("0s", .zero),
        ("1 week", .seconds(604_800)), ("36525d", .seconds(36_525 * 86_400)),
    ]) func `durations read as people write them`(_ text: String, _ duration: Duration) {
        #expect(Duration(written: text) == duration)
    }

    @Test(arguments: [
        "", "5", "s", "every 6h", "6 h ", " 6h", "-1s", "+1s", "1e3s", "1,5s", "1..5s", ".5s", "5.s", "1 fortnight",
        "36526d", "99999999999999999999h", "١h", "1h30m", "6\nh", "999999999999w",
    ]) func `what is no duration is refused`(_ text: String) { #expect(Duration(written: text) == nil) }
}
