import Languages
import Management
import Ticketing
import WebHost

/// The list of the events of the user’s organizers, with a search.
struct EventListPage: Sendable {
    let desk: Desk

    /// The number of events on one page.
    private static let pageSize = 100

    private static let deleted = "deleted"
    private static let states: [FormField.Choice] =
        [.init("", Sentence(DeskEventSentence.allButDeleted))]
        + EventPhase.allCases.map { .init($0.rawValue, $0.label) }
        + [.init(deleted, Sentence(DeskEventSentence.deletedState))]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (text, state) = (request.query("text") ?? "", request.query("state") ?? "")
        let now = desk.server.now()
        var context = try await request.withServices { services in
            let organizers = Dictionary(
                uniqueKeysWithValues: try services.organizers.organizers().map { ($0.number, $0.name) })
            let terms = text.folded.split(separator: " ")
            let found = try services.events.events(state == EventListPage.deleted ? .restorable : .active).filter {
                event in
                let isInState =
                    state.isEmpty || state == EventListPage.deleted || event.phase(at: now).rawValue == state
                let texts = [event.details.title, event.details.venue, event.details.city].compactMap(\.self)
                let folded = texts.joined(separator: " ").folded
                return isInState && terms.allSatisfy { folded.contains($0) }
            }
            let lines = try found.prefix(EventListPage.pageSize).map { event in
                var context = event.headerContext(at: now)
                context.merge(try services.permissionContext(in: event.organizer)) { $1 }
                context["organizer_name"] = .text(organizers[event.organizer] ?? "")
                return TemplateContext(context)
            }
            var context: [String: TemplateContext.Value] = ["events": .list(lines)]
            context.merge(try SenderState(desk.server).context(services)) { $1 }
            if lines.isEmpty { context["none"] = .section(TemplateContext([:])) }
            if found.count > lines.count {
                context["rest"] = .sentence(DeskEventSentence.firstEvents, ["count": .number(lines.count)])
            }
            return context
        }
        if state == "deleted" { context["deleted"] = .section(TemplateContext([:])) }
        context["fields"] = .list([
            FormField("text", Sentence(DeskEventSentence.searchLabel)).context(text),
            FormField("state", Sentence(DeskSentence.state), .choice(EventListPage.states)).context(state),
        ])
        return try desk.page(request, "desk-events", title: Sentence(DeskSentence.events), context)
    }
}
