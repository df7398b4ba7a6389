#!/usr/bin/env python3
"""Writes croniter.tsv and clock-changes.tsv, the expected instants of the schedule tests.

    python3 -m venv venv && venv/bin/pip install croniter==7.0.0
    venv/bin/python make-croniter-table.py

Every case is asked of croniter, and of the rule that Schedule.next promises, worked out here on its own: all the
minutes that fit on a clock on the wall, each turned into an instant by Python's zoneinfo. Where both agree the case goes to
croniter.tsv. Where they differ it goes to clock-changes.tsv with both answers and the reason; any difference
but the one of times that come twice stops the program.
"""
import datetime as dt
import importlib.metadata
import pathlib
from zoneinfo import ZoneInfo

from croniter import croniter

UTC = dt.timezone.utc
HERE = pathlib.Path(__file__).parent

ORDINARY = [
    "* * * * *", "*/5 * * * *", "1-30/7 * * * *", "5/15 * * * *", "0 * * * *", "30 */6 * * *", "15 3,9,21 * * *",
    "0 6 * * *", "0 6 * * mon-fri", "0 0 * * 7", "0 0 * * sun", "30 4 1,15 * 5", "0 0 13 * fri", "0 12 */10 * wed",
    "0 0 31 * *", "0 0 30 * *", "0 0 29 2 *", "59 23 31 12 *", "0 0 1 jan,mar *", "0 9 1-7 * *", "0 0 28-31 * *",
    "45 23 * 6-8 sat,sun", "*/40 */7 * * *", "0 22-23 * * fri-sun", "10 2 29 feb mon", "0 0 1 */5 *", "*/2 1 * 3/4 *",
    "7,8,9 0-23/5 * * 1-5/2", "0 0 * * 1/2", "0 0 * * */3", "0 0 8/9 * *", "0 0 * * 1-7", "0 0 * * 0-7",
    "59/15 23/2 * 12/3 *", "@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually",
]
# Month end, leap day, year end, a leap year that is none, the day before a change of the clocks, an odd second.
STARTS = [
    "2015-07-04T12:34:56Z", "2016-02-28T23:59:59Z", "2019-12-31T23:30:00Z", "2023-02-28T12:00:00Z",
    "2024-02-29T00:00:00Z", "2026-04-30T22:15:30Z", "2033-01-31T05:00:00Z", "1999-12-31T23:59:00Z",
]
ZONES = [
    "Etc/UTC", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Asia/Kolkata", "Pacific/Kiritimati",
    "Pacific/Marquesas", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Tokyo",
]
# A zone, and instants before, within and after a change of its clocks.
CHANGES = [
    ("America/New_York", "2025-03-09T07:00:00Z"), ("America/New_York", "2025-11-02T06:00:00Z"),
    ("Europe/Berlin", "2026-03-29T01:00:00Z"), ("Europe/Berlin", "2026-10-25T01:00:00Z"),
    ("Europe/London", "2026-10-25T01:00:00Z"), ("America/Sao_Paulo", "2017-10-15T03:00:00Z"),
    ("America/Sao_Paulo", "2018-02-18T02:00:00Z"), ("Africa/Cairo", "2024-04-25T22:00:00Z"),
    ("Africa/Cairo", "2024-10-31T21:00:00Z"), ("Asia/Beirut", "2024-03-30T22:00:00Z"),
    ("Asia/Beirut", "2024-10-26T21:00:00Z"), ("Australia/Lord_Howe", "2025-10-04T15:30:00Z"),
    ("Australia/Lord_Howe", "2025-04-05T15:00:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
    ("America/Havana", "2015-11-01T05:00:00Z"), ("Africa/Casablanca", "2025-02-23T02:00:00Z"),
]
AT_CHANGES = [
    "* * * * *", "*/15 * * * *", "0 * * * *", "30 * * * *", "0 */2 * * *", "30 */2 * * *", "0 */12 * * *",
    "30 0 * * *", "0 0 * * *", "30 1 * * *", "0 2 * * *", "30 2 * * *", "*/20 2 * * *", "0 1-3 * * *", "0 3 * * *",
    "45 0-2 * * *", "0 6 * * *", "0 12 30 * *",
]


def instant(text):
    return dt.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def written(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def sets(expression):
    """The values that fit, by croniter's reading of the text, which is not what is in question here."""
    full = [range(60), range(24), range(1, 32), range(1, 13), range(7)]
    fields, _ = croniter.expand(expression)
    return [set(all_) if field == ["*"] else set(field) for field, all_ in zip(fields, full)], fields


def by_the_rule(expression, zone, after):
    """Schedule.next as its documentation says, by writing down every minute of each day that fits."""
    (minutes, hours, days, months, weekdays), fields = sets(expression)
    either = fields[2] != ["*"] and fields[4] != ["*"]
    text = expression.split()
    follows = expression == "@hourly" or (len(text) == 5 and text[1].startswith("*")) or len(hours) == 24
    day = after.astimezone(zone).date() - dt.timedelta(days=2)
    last = None
    while last is None or day <= last:
        in_month, in_week = day.day in days, day.isoweekday() % 7 in weekdays
        if day.month in months and (in_month or in_week if either else in_month and in_week):
            found = [
                moment
                for hour in sorted(hours) for minute in sorted(minutes)
                for moment in instants(dt.datetime(day.year, day.month, day.day, hour, minute), zone, follows, hours)
                if moment > after
            ]
            if found and last is None:
                # Clocks that are set back bring times of the next day, or of this one again, before others.
                last, best = day + dt.timedelta(days=2), min(found)
            elif found:
                best = min(best, *found)
        day += dt.timedelta(days=1)
    return best


def instants(wall, zone, follows, hours):
    """The instants of a time on the wall: one, two where it comes twice, that of the jump where it does not exist."""
    early, late = (wall.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    before, after = early.utcoffset(), late.utcoffset()
    first = early.astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None) != wall:
        if len(hours) == 24:
            return []
        return [jump(wall, before, after, zone)]
    return [first] if before == after or not follows else [first, late.astimezone(UTC)]


def jump(wall, before, after, zone):
    """The instant at which the offset becomes the later one, found by halving."""
    low, high = (wall - after).replace(tzinfo=UTC), (wall - before).replace(tzinfo=UTC)
    while high - low > dt.timedelta(seconds=1):
        middle = (low + (high - low) / 2).replace(microsecond=0)
        low, high = (low, middle) if middle.astimezone(zone).utcoffset() == after else (middle, high)
    return high


def cases():
    for number, expression in enumerate(ORDINARY):
        for step, start in enumerate(STARTS):
            yield expression, ZONES[(number * 3 + step) % len(ZONES)], instant(start)
    for zone, change in CHANGES:
        for expression in AT_CHANGES:
            for minutes in (-400, -31, 0, 44):
                yield expression, zone, instant(change) + dt.timedelta(minutes=minutes)


def reason(ours, theirs, zone):
    """Why the two differ; any other difference than this one has to be looked at by a person."""
    assert theirs < ours and theirs.astimezone(zone).fold == 1, (ours, theirs)
    return "the time comes twice: croniter takes the second too"


def main():
    version = importlib.metadata.version("croniter")
    agreed, differing = [], []
    for expression, name, after in cases():
        zone = ZoneInfo(name)
        ours = by_the_rule(expression, zone, after)
        theirs = croniter(expression, after.astimezone(zone)).get_next(dt.datetime).astimezone(UTC)
        row = (expression, name, written(after), written(ours))
        if ours == theirs:
            agreed.append(row)
        else:
            differing.append(row + (written(theirs), reason(ours, theirs, zone)))
    head = f"# croniter {version} (PyPI), written by make-croniter-table.py"
    with open(HERE / "croniter.tsv", "w") as file:
        print(f"{head}: rule, zone, after, next. {len(agreed)} cases.", file=file)
        for row in agreed:
            print("\t".join(row), file=file)
    with open(HERE / "clock-changes.tsv", "w") as file:
        print(f"{head}: rule, zone, after, next, croniter's next, why they differ. {len(differing)} cases.", file=file)
        for row in differing:
            print("\t".join(row), file=file)
    print(len(agreed), "agreed,", len(differing), "differ")


main()
