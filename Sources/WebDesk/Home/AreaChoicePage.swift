import Languages
import Management
import Ticketing
import WebHost

/// A page on which a user chooses an event or an organizer, in order to open a page of that event or organizer, such as
/// the orders of an event. The navigation links to this page if the current page belongs to no event or organizer. If
/// there is only one event or organizer to choose, its page opens at once.
struct AreaChoicePage: Sendable {
    static let path = "\(DeskHomePage.path)/choose"
    private static let maxEvents = 50

    let desk: Desk

    /// The kind of page that the user wants to open. Each event has such a page if `isOfEvents` is true; otherwise,
    /// each organizer has one.
    private struct Destination {
        let title: Sentence
        /// The path below the path of the event or organizer.
        let path: String
        let operation: Management.Operation
        let isOfEvents: Bool
        /// Whether the page offers only the user’s celebrations, if the user has any.
        let prefersCelebrations: Bool

        /// Nil for an area without separate pages for events or organizers, such as the account.
        init?(_ area: DeskArea) {
            switch area {
            case .orders: self.init(Sentence(DeskSentence.orders), "/orders", .showOrders)
            case .tickets: self.init(Sentence(DeskSentence.tickets), "/tickets", .showTickets)
            case .guests:
                self.init(Sentence(DeskSentence.guests), "/guests", .showGuests, prefersCelebrations: true)
            case .print: self.init(Sentence(DeskSentence.print), "/print", .printTickets)
            case .reports: self.init(Sentence(DeskReportSentence.title), "/reports", .reportSales)
            case .money: self.init(Sentence(DeskReportSentence.money), "/money", .reportSales, isOfEvents: false)
            case .team: self.init(Sentence(DeskShellSentence.team), "/members", .manageMembers, isOfEvents: false)
            case .settings:
                self.init(Sentence(DeskShellSentence.settings), "/settings", .editOrganizer, isOfEvents: false)
            case .home, .events, .checkIn, .messages, .account, .search: return nil
            }
        }

        private init(
            _ title: Sentence, _ path: String, _ operation: Management.Operation, isOfEvents: Bool = true,
            prefersCelebrations: Bool = false
        ) {
            (self.title, self.path, self.operation) = (title, path, operation)
            (self.isOfEvents, self.prefersCelebrations) = (isOfEvents, prefersCelebrations)
        }
    }

    private enum Outcome: Sendable {
        case only(String)
        case choice([String: TemplateContext.Value])
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let area = request.pathParameter("area").flatMap { DeskArea(rawValue: $0) }
        guard let destination = area.flatMap({ Destination($0) }) else { throw Problem.pageNotFound }
        let now = desk.server.now()
        let outcome = try await request.withServices { services -> Outcome in
            let organizers = try services.organizers.organizers()
            let choices =
                destination.isOfEvents
                ? try AreaChoicePage.events(destination, organizers, services, at: now)
                : try AreaChoicePage.organizers(destination, organizers, services)
            if choices.count == 1, let path = choices.first?.path { return .only(path) }
            var context = try services.onlyOrganizerContext()
            context["choice_title"] = .sentence(destination.title)
            context["choice_about"] = .sentence(AreaChoicePage.about(destination, hasChoice: !choices.isEmpty))
            context["choices"] = .list(choices.map { $0.context })
            if destination.isOfEvents { context["chooses_event"] = .section(TemplateContext([:])) }
            return .choice(context)
        }
        switch outcome {
        case .only(let path): return .seeOther(path)
        case .choice(let context):
            return try desk.page(request, "desk-choice", title: destination.title, context)
        }
    }

    private static func about(_ destination: Destination, hasChoice: Bool) -> DeskShellSentence {
        if destination.isOfEvents { return hasChoice ? .chooseOneEvent : .noEventToChoose }
        return hasChoice ? .chooseOneOrganizer : .noOrganizerToChoose
    }

    private typealias Choice = (path: String, context: TemplateContext)

    /// The events whose page the user may open; at most `maxEvents`. Events that are not over come first, in the order
    /// of their starts. Completed and cancelled events follow, the latest event first.
    private static func events(
        _ destination: Destination, _ organizers: [Organizer], _ services: ManagementServices, at now: Instant
    ) throws -> [Choice] {
        let allowed = try organizers.filter {
            try services.rights(in: $0.number).contains(destination.operation.requiredRight)
        }
        let names = Dictionary(allowed.map { ($0.number, $0.name) }) { first, _ in first }
        let all = try services.events.events().filter { names[$0.organizer] != nil }
        let celebrations = destination.prefersCelebrations ? all.filter { $0.details.kind == .celebration } : []
        let events = celebrations.isEmpty ? all : celebrations
        func start(_ event: Event) -> Int64 { event.details.start?.seconds ?? .max }
        let isOver: (Event) -> Bool = { [.completed, .cancelled].contains($0.phase(at: now)) }
        let sorted =
            events.filter { !isOver($0) }.sorted { start($0) < start($1) }
            + events.filter(isOver).sorted { start($0) > start($1) }
        return sorted.prefix(AreaChoicePage.maxEvents).map { event in
            let path = event.deskPath + destination.path
            let organizer = organizers.count > 1 ? names[event.organizer] : nil
            let more = [event.formatted(event.details.start), organizer].compactMap(\.self)
            var context = event.statusBadge(at: now)
            context["choice_path"] = .text(path)
            context["choice_name"] = .text(event.details.title)
            if !more.isEmpty { context["choice_more"] = .text(more.joined(separator: " · ")) }
            return (path: path, context: TemplateContext(context))
        }
    }

    private static func organizers(
        _ destination: Destination, _ organizers: [Organizer], _ services: ManagementServices
    ) throws -> [Choice] {
        try organizers.filter {
            try services.rights(in: $0.number).contains(destination.operation.requiredRight)
        }.map { organizer in
            let path = organizer.deskPath + destination.path
            let context = TemplateContext(["choice_path": .text(path), "choice_name": .text(organizer.name)])
            return (path: path, context: context)
        }
    }
}
