import Languages
import Management
import Ticketing
import WebHost

/// The events at the top of the home page: published events that are in progress, begin today or begin next.
struct ComingEvents: Sendable {
    /// The largest number of events. Events that are in progress or begin today come first.
    private static let maxEvents = 6
    /// The time for which an event without an end is shown after its start, in seconds.
    private static let secondsWithoutEnd: Int64 = 86_400

    let events: [Event]
    private let now: Instant

    init(among events: [Event], at now: Instant) {
        self.now = now
        let coming = events.filter { ComingEvents.mayInclude($0, at: now) }
        self.events = Array(
            coming.sorted { ($0.details.start?.seconds ?? .max) < ($1.details.start?.seconds ?? .max) }
                .prefix(ComingEvents.maxEvents))
    }

    /// Whether an event is published, has a start, and is not over.
    static func mayInclude(_ event: Event, at now: Instant) -> Bool {
        guard let start = event.details.start, [.published, .ongoing].contains(event.phase(at: now)) else {
            return false
        }
        // An event without an end would always count as in progress, so it is shown for only one day.
        return event.details.end != nil || now < start.advanced(bySeconds: secondsWithoutEnd)
    }

    /// Whether an event is in progress or begins today, in the event's time zone.
    private func isToday(_ event: Event) -> Bool {
        guard let start = event.details.start else { return false }
        return start <= now || CalendarDay(start, in: event.zone) == CalendarDay(now, in: event.zone)
    }

    /// - Parameters:
    ///   - canPrint: whether the server has the keys that it needs to print tickets.
    ///   - figures: the figures that the page shows at once, by event. If an event has no figures here, the page says
    ///     that they could not be read. If `figures` is nil, the page shows placeholders that a script fills.
    func context(
        _ services: ManagementServices, canPrint: Bool, figures: [EventNumber: EventFigures]?
    ) throws -> [TemplateContext] {
        var hasMain = false
        return try events.map { event in
            var context = event.headerContext(at: now)
            let rights = try services.rights(in: event.organizer)
            func may(_ operation: Management.Operation) -> Bool { rights.contains(operation.requiredRight) }
            context["part_id"] = .text(ComingEvents.partID(of: event))
            context["title_id"] = .text("coming-\(event.number)")
            if isToday(event) { context["is_today"] = .section(TemplateContext([:])) }
            let types = try services.ticketTypes.ticketTypes(of: event)
            if may(.createOrder), !types.isEmpty {
                context["sells"] = .section(TemplateContext([:]))
                // A page has one primary button.
                if isToday(event), !hasMain {
                    hasMain = true
                    context["is_main"] = .section(TemplateContext([:]))
                }
            }
            if may(.printTickets), canPrint, types.contains(where: { $0.issued > 0 }) {
                context["prints"] = .section(TemplateContext([:]))
            }
            if may(.reportSales), may(.reportAttendance) {
                context["has_figures"] = .section(TemplateContext([:]))
                if let figures {
                    let values = figures[event.number]?.context(of: event) ?? EventFigures.notReadContext
                    context["event_figures"] = .section(TemplateContext(values))
                }
            }
            return TemplateContext(context)
        }
    }

    static func partID(of event: Event) -> String { "figures-\(event.number)" }
}
