import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The calendar of the events of the user’s organizers: the days of one month with their events and sub-events. It
/// describes conflicts between events in words.
struct EventCalendarPage: Sendable {
    let desk: Desk

    static let path = "/desk/calendar"
    private static let monthName = "month"
    /// The largest number of conflicts that an entry names.
    private static let mostConflicts = 5
    /// The largest difference between a local time and UTC, in seconds.
    private static let largestOffset: Int64 = 14 * 3600
    /// If an entry lasts at most this many seconds, its end is shown without a date, even after midnight:
    /// `22:00–04:00`.
    private static let longestNight: Int64 = 12 * 3600

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let typed = request.query(EventCalendarPage.monthName).flatMap { CalendarMonth($0) }
        let (month, today, linked, entries, navigation) = try await request.withServices { services in
            let today = CalendarDay(desk.server.now(), in: try services.events.timeZone())
            let month = typed ?? CalendarMonth(of: today)
            let linked = EventCalendarPage.linkedMonths(try services.events.events(), around: CalendarMonth(of: today))
            // The days of the month begin and end at different moments, depending on the zone of the event.
            let found = try services.events.calendar(
                from: month.start.advanced(bySeconds: -EventCalendarPage.largestOffset),
                to: month.end.advanced(bySeconds: EventCalendarPage.largestOffset))
            return (month, today, linked, found, try services.onlyOrganizerContext())
        }
        return try desk.page(
            request, "desk-calendar",
            title: Sentence(
                DeskCalendarSentence.title, ["month": .text(month.name(in: request.deskLanguage))]),
            context(month, today: today, linkedMonths: linked, entries, request.deskLanguage)
                .merging(navigation) { own, _ in own })
    }

    /// The months for which the page has links. They begin a year before the present month, or with the month of the
    /// first event if that is earlier. They end a year after the present month, or with the month of the last event if
    /// that is later.
    private static func linkedMonths(_ events: [Event], around now: CalendarMonth) -> ClosedRange<CalendarMonth> {
        let months = events.compactMap { event in
            event.details.start.map { CalendarMonth(of: CalendarDay($0, in: event.zone)) }
        }
        let first = min(months.min() ?? now, now.aYearEarlier ?? now)
        return first...max(months.max() ?? now, now.aYearLater ?? now)
    }

    /// One day of a calendar entry. If the entry lasts for several days, each of these days has its own `Line`.
    private struct Line {
        let entry: ScheduleEntry
        let day: CalendarDay
    }

    private func context(
        _ month: CalendarMonth, today: CalendarDay, linkedMonths: ClosedRange<CalendarMonth>,
        _ entries: [ScheduleEntry], _ language: Language
    ) -> [String: TemplateContext.Value] {
        var lines: [CalendarDay: [Line]] = [:]
        for entry in entries {
            let (first, last) = (CalendarDay(entry.start, in: entry.event.zone), entry.lastDay)
            for day in month.days where first <= day && day <= last {
                lines[day, default: []].append(Line(entry: entry, day: day))
            }
        }
        let shown = Set(lines.values.joined().map(\.entry))
        let zones = Set(shown.map(\.event.zone.label))
        let conflicts = EventCalendarPage.pairs(of: shown)
        var context: [String: TemplateContext.Value] = [
            "calendar_title": .sentence(
                DeskCalendarSentence.title, ["month": .text(month.name(in: language))]),
            "calendar_about": .sentence(EventCalendarPage.about(zones)),
            "calendar_month": .text(month.name(in: language)), "events_path": .text(EventListPage.path),
            "weekdays": .list(
                EventCalendarPage.weekdays.map { TemplateContext(["weekday": .sentence($0)]) }),
            "weeks": .list(
                month.weeks.map { week in
                    TemplateContext([
                        "days": .list(
                            week.map { day in
                                self.cell(
                                    day, day.flatMap { lines[$0] } ?? [], isToday: day == today,
                                    showsZones: zones.count > 1)
                            })
                    ])
                }),
        ]
        if month > linkedMonths.lowerBound, let previous = month.previous {
            context["previous_path"] = .text(EventCalendarPage.path(of: previous))
        }
        if month != CalendarMonth(of: today) { context["today_path"] = .text(EventCalendarPage.path) }
        if month < linkedMonths.upperBound, let next = month.next {
            context["next_path"] = .text(EventCalendarPage.path(of: next))
        }
        if conflicts > 0 {
            context["conflict_count"] = .sentence(
                DeskCalendarSentence.conflictsInMonth, ["count": .number(conflicts)])
        }
        if lines.isEmpty { context["no_entries"] = .section(TemplateContext([:])) }
        return context
    }

    /// The sentence about the time zones of the entries. If all entries are in one time zone, the sentence names the
    /// zone, and the entries do not repeat it.
    private static func about(_ zones: Set<String>) -> Sentence {
        guard zones.count == 1, let zone = zones.first else { return Sentence(DeskCalendarSentence.about) }
        return Sentence(DeskCalendarSentence.aboutZone, ["zone": .text(zone)])
    }

    private static func path(of month: CalendarMonth) -> String { "\(path)?\(monthName)=\(month)" }

    /// The number of pairs of events that are in conflict.
    private static func pairs(of entries: Set<ScheduleEntry>) -> Int {
        let pairs = entries.flatMap { entry in
            entry.conflicts.map { Set([entry.event.number, $0.event.number]) }
        }
        return Set(pairs).count
    }

    static let weekdays: [DeskCalendarSentence] = [
        .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]

    /// - Parameters:
    ///   - day: The day; nil for a cell before the first or after the last day of the month.
    ///   - showsZones: Whether each entry names its time zone.
    private func cell(_ day: CalendarDay?, _ lines: [Line], isToday: Bool, showsZones: Bool) -> TemplateContext {
        guard let day else { return TemplateContext(["outside": .section(TemplateContext([:]))]) }
        var date: [String: TemplateContext.Value] = [
            "day_number": .text("\(day.day)"), "day_name": .text(day.displayText), "day_value": .text("\(day)"),
        ]
        if isToday { date["today"] = .section(TemplateContext([:])) }
        var context: [String: TemplateContext.Value] = ["day": .section(TemplateContext(date))]
        if lines.isEmpty {
            context["free"] = .section(TemplateContext([:]))
        } else {
            let entries = lines.map { self.context($0, showsZone: showsZones) }
            context["entries"] = .section(TemplateContext(["lines": .list(entries)]))
        }
        return TemplateContext(context)
    }

    private func context(_ line: Line, showsZone: Bool) -> TemplateContext {
        let (entry, event) = (line.entry, line.entry.event)
        let phase = event.phase(at: desk.server.now())
        let title: Sentence =
            entry.subEvent.map {
                Sentence(
                    DeskCalendarSentence.partOf, ["part": .text($0.name), "event": .text(event.details.title)])
            } ?? .verbatim(event.details.title)
        var context: [String: TemplateContext.Value] = [
            "entry_title": .sentence(title), "entry_path": .text(event.deskPath),
            "entry_time": .sentence(EventCalendarPage.time(entry, on: line.day, showsZone: showsZone)),
            "entry_state": .sentence(phase.label), "entry_tone": .text(phase.tone.rawValue),
        ]
        if let venue = entry.venue { context["entry_venue"] = .text(venue) }
        let conflicts = entry.conflicts
        if !conflicts.isEmpty {
            let rest = conflicts.count - EventCalendarPage.mostConflicts
            let shown = conflicts.prefix(EventCalendarPage.mostConflicts).map(EventCalendarPage.sentence)
            let more = Sentence(DeskCalendarSentence.moreConflicts, ["count": .number(rest)])
            context["conflicts"] = .list(
                (shown + (rest > 0 ? [more] : [])).map { TemplateContext(["conflict": .sentence($0)]) })
        }
        return TemplateContext(context)
    }

    /// The local times of an entry on one of its days, with the name of the time zone if `showsZone` is true.
    private static func time(_ entry: ScheduleEntry, on day: CalendarDay, showsZone: Bool) -> Sentence {
        guard let times = localTimes(of: entry, on: day) else { return Sentence(DeskCalendarSentence.allDay) }
        return showsZone ? .list([times, .verbatim(entry.event.zone.label)]) : times
    }

    /// The local times of an entry on one of its days; nil if the entry begins before this day and ends after it.
    private static func localTimes(of entry: ScheduleEntry, on day: CalendarDay) -> Sentence? {
        let zone = entry.event.zone
        func text(_ time: Instant) -> SentenceArgument { .text(AuditValue.timeOfDay(time, in: zone)) }
        let isFirst = CalendarDay(entry.start, in: zone) == day
        guard let end = entry.end else { return .verbatim(AuditValue.timeOfDay(entry.start, in: zone)) }
        let isNight = end.seconds - entry.start.seconds <= longestNight
        switch (isFirst, isNight || entry.lastDay == day) {
        case (true, true):
            return Sentence(DeskCalendarSentence.times, ["start": text(entry.start), "end": text(end)])
        case (true, false):
            return Sentence(
                DeskCalendarSentence.untilDay,
                ["start": text(entry.start), "end": .text(end.minuteText(in: zone))])
        case (false, true):
            return Sentence(DeskCalendarSentence.continues, ["end": text(end)])
        case (false, false): return nil
        }
    }

    private static func sentence(_ conflict: ScheduleConflict) -> Sentence {
        let event: [String: SentenceArgument] = ["event": .text(conflict.event.details.title)]
        return switch conflict.kind {
        case .samePlace: Sentence(DeskCalendarSentence.samePlace, event)
        case .overlap: Sentence(DeskCalendarSentence.overlap, event)
        case .tooClose:
            Sentence(
                DeskCalendarSentence.tooClose,
                event.merging(["minutes": .number(Int(TicketConflict.closeSeconds / 60))]) { $1 })
        case .tooFar: Sentence(DeskCalendarSentence.tooFar, event)
        }
    }
}

extension ScheduleEntry {
    /// The last day of the entry in the zone of its event. An entry that ends at midnight ends on the day before.
    fileprivate var lastDay: CalendarDay {
        let zone = event.zone
        guard let end, end > start else { return CalendarDay(start, in: zone) }
        return CalendarDay(Instant(milliseconds: end.milliseconds - 1), in: zone)
    }
}

/// A month of the Gregorian calendar, such as `2026-11`.
struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
    let year: Int
    /// 1 to 12.
    let month: Int

    /// The years of the calendar, which contain the times of all events.
    private static let years = 1970...2199

    /// Nil for a month outside of the calendar.
    private init?(year: Int, month: Int) {
        guard CalendarMonth.years.contains(year), (1...12).contains(month) else { return nil }
        (self.year, self.month) = (year, month)
    }

    /// Parses a text such as `2026-11`.
    init?(_ text: String) {
        guard let day = CalendarDay(rawValue: "\(text)-01") else { return nil }
        self.init(year: day.year, month: day.month)
    }

    /// The month of a day. For a day outside of the calendar, it is the nearest month.
    init(of day: CalendarDay) {
        year = min(max(day.year, CalendarMonth.years.lowerBound), CalendarMonth.years.upperBound)
        month = day.month
    }

    var previous: CalendarMonth? {
        month == 1 ? CalendarMonth(year: year - 1, month: 12) : CalendarMonth(year: year, month: month - 1)
    }

    var next: CalendarMonth? {
        month == 12 ? CalendarMonth(year: year + 1, month: 1) : CalendarMonth(year: year, month: month + 1)
    }

    fileprivate var aYearEarlier: CalendarMonth? { CalendarMonth(year: year - 1, month: month) }
    fileprivate var aYearLater: CalendarMonth? { CalendarMonth(year: year + 1, month: month) }

    static func < (a: CalendarMonth, b: CalendarMonth) -> Bool { (a.year, a.month) < (b.year, b.month) }

    var days: [CalendarDay] { (1...31).compactMap { CalendarDay(year: year, month: month, day: $0) } }

    /// The start of the first day in UTC.
    var start: Instant { days.first?.midnight ?? Instant(milliseconds: 0) }

    /// The end of the last day in UTC.
    var end: Instant { days.last?.midnight.advanced(bySeconds: 86_400) ?? start }

    /// The weeks of the month, each with seven days from Monday to Sunday. Days of other months are nil.
    var weeks: [[CalendarDay?]] {
        // 1 January 1970 was a Thursday.
        let first = start.seconds / 86_400
        let weekday = Int(((first + 3) % 7 + 7) % 7)
        let cells = Array(repeating: CalendarDay?.none, count: weekday) + days.map(Optional.some)
        let padded = cells + Array(repeating: CalendarDay?.none, count: (7 - cells.count % 7) % 7)
        return stride(from: 0, to: padded.count, by: 7).map { Array(padded[$0..<$0 + 7]) }
    }

    /// The name, such as `November 2026`.
    func name(in language: Language) -> String {
        let format: Date.FormatString = "\(month: .wide) \(year: .defaultDigits)"
        return Date(timeIntervalSince1970: Double(start.seconds)).formatted(
            Date.VerbatimFormatStyle(
                format: format, locale: language.locale, timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }

    var description: String { String(days.first?.rawValue.prefix(7) ?? "") }
}
