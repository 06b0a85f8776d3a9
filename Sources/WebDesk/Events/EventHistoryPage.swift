import Languages
import Management
import Ticketing
import WebHost

/// The history of an event: changes of the event and its sub-events, answers of guests, and stored versions of the
/// headcount. Each entry is a sentence with the user and the change, followed by the time. If the sentence does not
/// contain all changed values, a list of the values follows.
struct EventHistoryPage: Sendable {
    let desk: Desk

    private static let pageSize = 100

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let before = request.query("before").flatMap { Int64($0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showHistory, among: .any)
            var context = try desk.headerContext(event, services)
            let size = EventHistoryPage.pageSize
            let found = try services.events.latestHistory(of: event, before: before, limit: size + 1)
            let sentences = HistorySentences(of: event)
            context["changes"] = .list(found.prefix(size).map(sentences.context))
            if found.count > size { context["earlier"] = .text("\(found[size - 1].sequence)") }
            if before != nil { context["is_earlier"] = .section(TemplateContext([:])) }
            return (event, context)
        }
        return try desk.page(request, "desk-history", title: .verbatim(event.details.title), context)
    }
}
