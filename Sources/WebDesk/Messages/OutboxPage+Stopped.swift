import Foundation
import Languages
import Management
import Store
import Ticketing
import WebHost

/// The addresses to which no messages are sent, on the pages with messages.
extension OutboxPage {
    static let mostStopped = 100

    /// Allows the server again to send messages to the address that the form contains.
    func allow(_ request: PageRequest, _ place: Place) async throws -> RouteResponse {
        try await change(request, place, .saved, refusal: Sentence(DeskOutboxSentence.notAllowed)) {
            services, address, organizer in
            guard try services.notices.allowMessages(to: address, of: organizer) else {
                throw ManagementError.invalid([FieldFault([FieldFault].wholeForm, DeskOutboxSentence.stoppedElsewhere)])
            }
        }
    }

    /// Template values for the addresses; empty without addresses.
    ///
    /// - Parameter events: the events that the user can see. Orders and tickets of other events are left out.
    static func stoppedContext(
        _ stopped: [Notices.StoppedAddress], _ events: [EventNumber: Event], in zone: TimeZone
    ) -> [String: TemplateContext.Value] {
        guard !stopped.isEmpty else { return [:] }
        let rows = stopped.map { found in
            var row: [String: TemplateContext.Value] = [
                "stopped_address": .text(found.address),
                "stopped_since": .sentence(
                    DeskOutboxSentence.stoppedSince, ["time": .text(found.since.minuteText(in: zone))]),
                "stopped_about": .list(found.subjects.compactMap { link(to: $0, events) }),
            ]
            if found.isOwn {
                row["allowing"] = .section(
                    TemplateContext([
                        "allow_label": .sentence(
                            DeskOutboxSentence.allowAddress, ["recipient": .text(found.address)])
                    ]))
            }
            if let answer = found.answer, !answer.isEmpty {
                row["stopped_answer"] = .sentence(
                    DeskOutboxSentence.quotedAnswer, ["answer": .sentence(Sentence(stored: answer))])
            }
            return TemplateContext(row)
        }
        return ["stopped": .section(TemplateContext(["addresses": .list(rows)]))]
    }

    private static func link(to subject: Notices.Subject, _ events: [EventNumber: Event]) -> TemplateContext? {
        // A deleted event has no pages for its orders and tickets.
        guard let event = events[subject.event], event.deleted == nil else { return nil }
        if let order = subject.order {
            return TemplateContext([
                "about_path": .text("\(event.deskPath)/orders/\(order)"),
                "about_text": .sentence(DeskOutboxSentence.order, ["number": .text("\(order)")]),
            ])
        }
        return subject.ticket.map { ticket in
            TemplateContext([
                "about_path": .text("\(event.deskPath)/tickets/\(ticket)"), "about_text": .text("\(ticket)"),
            ])
        }
    }
}
