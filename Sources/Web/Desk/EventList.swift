import Management
import Ticketing

/// All events of the user, and those of them that are looked for.
struct EventList: Sendable {
    let desk: Desk

    /// Events on one page.
    private static let most = 100

    private static let states: [FormField.Choice] = [
        .init("", "all that stand"), .init("draft", "drafts"), .init("published", "published"),
        .init("ongoing", "happening now"), .init("completed", "over"), .init("cancelled", "cancelled"),
        .init("deleted", "deleted"),
    ]

    func page(_ visit: Visit) async throws -> Answer {
        let (text, state) = (visit.query("text") ?? "", visit.query("state") ?? "")
        let now = desk.house.now()
        var facts = try await visit.office { office in
            let organizers = Dictionary(uniqueKeysWithValues: try office.organizers().map { ($0.number, $0.name) })
            let words = text.folded.split(separator: " ")
            let found = try office.events(state == "deleted" ? .restorable : .standing).filter { event in
                let isInState = state.isEmpty || state == "deleted" || event.phase(at: now).rawValue == state
                let said = [event.details.title, event.details.venue, event.details.city].compactMap(\.self)
                let folded = said.joined(separator: " ").folded
                return isInState && words.allSatisfy { folded.contains($0) }
            }
            let lines = try found.prefix(EventList.most).map { event in
                var facts = event.heading(at: now).merging(try office.rights(in: event.organizer)) { $1 }
                facts["organizer_name"] = .text(organizers[event.organizer] ?? "")
                return Facts(facts)
            }
            var facts: [String: Facts.Fact] = ["events": .list(lines)]
            if lines.isEmpty { facts["none"] = .one(Facts([:])) }
            if found.count > lines.count {
                facts["rest"] = .text("\(found.count - lines.count) more: look for a word of their title.")
            }
            return facts
        }
        if state == "deleted" { facts["deleted"] = .one(Facts([:])) }
        facts["fields"] = .list([
            FormField("text", "Title, venue or city").facts(text),
            FormField("state", "Which", .choice(EventList.states)).facts(state),
        ])
        return try desk.page(visit, "desk-events", title: "Events", facts)
    }
}
