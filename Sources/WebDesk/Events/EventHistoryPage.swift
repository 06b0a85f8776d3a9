import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The history of an event: changes of the event and its sub-events, answers of guests, and frozen headcounts. Each
/// entry has the user, the time, and the old and new values of the changed fields.
struct EventHistoryPage: Sendable {
    let desk: Desk

    /// The number of changes on one page.
    private static let pageSize = 100

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let before = request.query("before").flatMap { Int64($0) }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showHistory, among: .any)
            var context = try desk.headerContext(event, services)
            let size = EventHistoryPage.pageSize
            let found = try services.events.latestHistory(of: event, before: before, limit: size + 1)
            context["changes"] = .list(found.prefix(size).map { $0.context(in: event.zone) })
            if found.count > size { context["earlier"] = .text("\(found[size - 1].sequence)") }
            if before != nil { context["is_earlier"] = .section(TemplateContext([:])) }
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
        let subjectParts: [Sentence?] = [subject.sentence, subjectName.map { Sentence.verbatim("(\($0))") }]
        return TemplateContext([
            "sequence": .text("\(sequence)"), "at": .text(at.minuteText(in: zone)),
            "who": .sentence(who),
            "action": .sentence(ActionSentence(operation: action).map { Sentence($0) } ?? .verbatim(action.spaced)),
            "subject": .sentence(.list(subjectParts.compactMap(\.self))),
            "changed": .list(
                names.map { name in
                    var context: [String: TemplateContext.Value] = ["name": .text(name.replacing("_", with: " "))]
                    if let was = before[name] { context["was"] = .sentence(AuditRecord.displayText(was, in: zone)) }
                    if let now = after[name] { context["now"] = .sentence(AuditRecord.displayText(now, in: zone)) }
                    return TemplateContext(context)
                }),
        ])
    }

    /// The text to show for a field’s value. A time is converted to the given zone.
    static func displayText(_ text: String, in zone: TimeZone) -> Sentence {
        if text == hiddenValue { return Sentence(DeskOrganizerSentence.hiddenValue) }
        guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z/) != nil else {
            return .verbatim(text)
        }
        do {
            let date = try Date(text, strategy: .iso8601)
            return .verbatim(Instant(seconds: Int64(date.timeIntervalSince1970)).minuteText(in: zone))
        } catch {
            // The text has the format of a time, but no such time exists.
            return .verbatim(text)
        }
    }
}

extension AuditSubject {
    /// The changed object in words, such as `order 1234`.
    fileprivate var sentence: Sentence {
        switch kind {
        case .subEvent, .formerSubEvent: Sentence(DeskEventSentence.subEventOfNumber, ["number": .text(id)])
        default: .list([kind.label, .verbatim(id)])
        }
    }
}
