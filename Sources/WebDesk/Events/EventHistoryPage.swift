import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The change history of an event. Each entry has the user, the time, and the old and new values of the changed fields.
struct EventHistoryPage: Sendable {
    let desk: Desk

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showHistory, among: .any)
            var context = try desk.headerContext(event, services)
            context["changes"] = .list(
                try services.events.history(of: event).reversed().map { $0.context(in: event.zone) })
            return (event, context)
        }
        return try desk.page(request, "desk-history", title: .verbatim(event.details.title), context)
    }
}

extension AuditRecord {
    /// Template values for one change: the action, and each changed field with its old and new value.
    func context(in zone: TimeZone) -> TemplateContext {
        let names = Set(before.keys).union(after.keys).sorted()
        let who =
            userName.map { Sentence.verbatim($0) }
            ?? Sentence(DeskOrganizerSentence.userOfNumber, ["number": .text("\(user)")])
        return TemplateContext([
            "sequence": .text("\(sequence)"), "at": .text(at.minuteText(in: zone)),
            "who": .sentence(who),
            "action": .sentence(Management.Operation(rawValue: action)?.label ?? .verbatim(action.spaced)),
            "subject": .sentence(.list([subject.kind.label, .verbatim(subject.id)])),
            "changed": .list(
                names.map { name in
                    var context: [String: TemplateContext.Value] = ["name": .text(name.replacing("_", with: " "))]
                    if let was = before[name] { context["was"] = .text(AuditRecord.displayText(was, in: zone)) }
                    if let now = after[name] { context["now"] = .text(AuditRecord.displayText(now, in: zone)) }
                    return TemplateContext(context)
                }),
        ])
    }

    /// The text to show for a field’s value. A time is converted to the given zone.
    private static func displayText(_ text: String, in zone: TimeZone) -> String {
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil else { return text }
        do {
            let date = try Date(text, strategy: .iso8601)
            return Instant(seconds: Int64(date.timeIntervalSince1970)).minuteText(in: zone)
        } catch {
            // The text looks like a time, but there is no such time (for example 25:00).
            return text
        }
    }
}
