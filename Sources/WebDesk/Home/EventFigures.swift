import Languages
import Management
import Ticketing
import WebHost

/// The figures of one event that the home page and the page about money show. Amounts are in minor units, and amounts
/// in different currencies are never added.
struct EventFigures: Sendable {
    /// The number of people inside an event or sub-event, and the number of people who are expected there.
    struct Presence: Sendable {
        /// The sub-event; nil for the event itself.
        let subEvent: String?
        let inside: Int
        let expected: Int
    }

    /// The part of the attendance that a page shows. Each part includes the smaller parts.
    enum AttendancePart: Comparable, Sendable {
        case nothing
        /// The number of people who came.
        case admitted
        /// The number of people who came, and the people inside.
        case presence
    }

    /// The number of active tickets.
    let tickets: Int
    /// The number of active tickets that were issued today, in the event's time zone. Not all of them were sold:
    /// the code of an invited household is a ticket, too.
    let ticketsToday: Int
    /// The numbers of active tickets by the day on which the tickets were issued.
    let ticketsByDay: [CalendarDay: Int]
    /// The sums of the sales report, by currency.
    let sums: [String: SalesReport.Sums]
    /// The amount paid for the tickets that were issued today, after refunds, by currency.
    let netToday: [String: Int64]
    /// The number of people who came; nil if it was not read, and for an event with sub-events, because a person can
    /// come to several of them.
    let admitted: Int?
    /// One element for the event or, if it has sub-events, one element for each of them. Empty if it was not read.
    let presence: [Presence]
    /// The problems at the gates; nil if they were not read, or while the event has no open gates.
    var alerts: GateAlerts?
    /// Whether the event has open gates whose problems could not be read.
    var lacksAlerts = false

    /// Reads the figures from the store, without the problems at the gates. Reads all tickets of the event once. The
    /// admissions are read only if the page shows them.
    ///
    /// - Throws: `ManagementError` if the user is not allowed to read reports.
    init(of event: Event, at now: Instant, showing part: AttendancePart, _ services: ManagementServices) throws {
        let report = try services.reports.salesReport(of: event)
        let today = CalendarDay(now, in: event.zone)
        var (tickets, ticketsByDay) = (0, [CalendarDay: Int]())
        var (sums, netToday) = ([String: SalesReport.Sums](), [String: Int64]())
        for report in [report] + report.others {
            for (day, daySums) in report.byDay {
                ticketsByDay[day, default: 0] += daySums.issued - daySums.ended
            }
            let total = report.total
            tickets += total.issued - total.ended
            guard let currency = report.currency else { continue }
            sums[currency] = total
            netToday[currency] = report.byDay.first { $0.day == today }?.sums.net ?? 0
        }
        (self.tickets, self.ticketsByDay) = (tickets, ticketsByDay)
        (self.sums, self.netToday) = (sums, netToday)
        ticketsToday = ticketsByDay[today] ?? 0
        let attendance = part == .presence ? try services.reports.attendance(of: event) : nil
        presence = attendance.map { EventFigures.presence(in: $0) } ?? []
        admitted = part == .admitted ? try services.reports.admitted(at: event) : attendance?.admitted
    }

    private static func presence(in attendance: Attendance) -> [Presence] {
        attendance.subEvents.isEmpty
            ? [Presence(subEvent: nil, inside: attendance.inside ?? 0, expected: attendance.expected)]
            : attendance.subEvents.map {
                Presence(subEvent: $0.subEvent.name, inside: $0.inside, expected: $0.expected)
            }
    }

    /// Template values for the template `home-event`.
    func context(of event: Event) -> [String: TemplateContext.Value] {
        // A bar without anybody inside or expected would say only “0 of 0”.
        let shown = presence.filter { $0.inside > 0 || $0.expected > 0 }
        var context: [String: TemplateContext.Value] = [
            "bars": .list(shown.enumerated().map { bar($1, "inside-\(event.number)-\($0)") }),
            "today": tickets == 0 && shown.isEmpty
                ? .sentence(DeskListSentence.noTickets)
                : .sentence(DeskHomeSentence.issuedToday, ["count": .number(ticketsToday)]),
        ]
        let money = EventFigures.texts(of: netToday.filter { $1 != 0 })
        if !money.isEmpty {
            context["today_money"] = .sentence(
                DeskHomeSentence.moneyToday, ["amounts": .text(money.joined(separator: ", "))])
        }
        if lacksAlerts { context["alerts_not_read"] = .sentence(DeskHomeSentence.alertsNotRead) }
        if let alerts {
            context["silences"] = .list(
                alerts.silent.map { silence in
                    TemplateContext([
                        "alert": .sentence(
                            DeskHomeSentence.silentGate,
                            ["gate": .text(silence.gate), "time": .text(silence.last.minuteText(in: event.zone))])
                    ])
                })
            if alerts.undecided > 0 {
                context["undecided"] = .sentence(
                    DeskHomeSentence.undecidedScans, ["count": .number(alerts.undecided)])
            }
        }
        return context
    }

    /// Template values for the template `home-event` of an event whose figures cannot be read.
    static var notReadContext: [String: TemplateContext.Value] {
        ["figures_not_read": .sentence(DeskHomeSentence.figuresNotRead)]
    }

    private func bar(_ presence: Presence, _ id: String) -> TemplateContext {
        let share = Sentence(
            DeskHomeSentence.insideOfExpected,
            ["inside": .number(presence.inside), "expected": .number(presence.expected)])
        var context: [String: TemplateContext.Value] = [
            "bar_id": .text(id), "bar_share": .sentence(share),
            "bar_label": presence.subEvent.map { TemplateContext.Value.text($0) }
                ?? .sentence(DeskEventSentence.insideNow),
        ]
        // A progress bar needs a maximum above 0. More people than expected can be inside if tickets were cancelled
        // after their holders came.
        if presence.expected > 0 {
            context["bar_value"] = .text("\(min(presence.inside, presence.expected))")
            context["bar_max"] = .text("\(presence.expected)")
        }
        return TemplateContext(context)
    }

    static func texts(of amounts: [String: Int64]) -> [String] {
        amounts.sorted { $0.key < $1.key }.map { Money(minorUnits: $0.value, currency: $0.key).displayText }
    }
}

extension Event {
    /// Whether people can come in: the event is published, and its doors have opened or it has started, and it is not
    /// over.
    func hasOpenGates(at now: Instant) -> Bool {
        switch phase(at: now) {
        case .ongoing: true
        case .published: details.doors.map { $0 <= now } ?? false
        case .draft, .completed, .cancelled: false
        }
    }
}
