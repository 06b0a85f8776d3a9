import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Undoes a cancellation or refund that is scheduled but not made yet.
struct UndoPage: Sendable {
    let desk: Desk

    /// The name of the parameter with the page to show afterwards.
    fileprivate static let returnName = "to"

    func undo(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let path = try await request.withServices { services -> String in
                // Every change requires at least the right to cancel an order. The service checks the exact right.
                let event = try services.event(of: request, for: .cancelOrder)
                let place = UndoPage.place(request).split(separator: "?", maxSplits: 1)
                func address(_ result: FlashMessage.Kind) -> String {
                    FlashMessage.path("\(event.deskPath)/\(place[0])", result)
                        + (place.dropFirst().first.map { "&\($0)" } ?? "")
                }
                guard let id = request.pathParameter("change").flatMap({ PendingChangeID($0) }) else {
                    throw Problem(.notFound)
                }
                do {
                    _ = try services.pendingChanges.undo(id, of: event)
                    return address(.undone)
                } catch SalesError.changeMade {
                    return address(.undoTooLate)
                }
            }
            return .seeOther(path)
        }
    }

    /// The page to show afterwards, as a path below the event: the list of orders or tickets, perhaps with its sorting
    /// and filters, or one order or ticket.
    private static func place(_ request: PageRequest) -> String {
        let place = request.query(returnName) ?? ""
        let page = /(orders|tickets)(\/[0-9A-Za-z\-]{1,20})?/
        let list = /(orders|tickets)\?([a-z]{1,9}=[0-9A-Za-z\-]{1,40}&?){1,9}/
        return place.wholeMatch(of: page) == nil && place.wholeMatch(of: list) == nil ? "orders" : place
    }
}

extension Desk {
    /// Template values for the change that a list announces after an action for several rows; empty if the address
    /// names no change, or if the change has been made or undone.
    ///
    /// - Parameters:
    ///   - page: The list, as a path below the event.
    ///   - query: The sorting and the filters of the list as the query of an address (`ListLayout.query(of:)`).
    func announcedChange(
        _ request: PageRequest, _ event: Event, on page: String, in query: String?, _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        guard let id = request.query(PendingChange.parameter).flatMap({ PendingChangeID($0) }),
            let change = try services.pendingChanges.change(id, of: event)
        else { return [:] }
        let list = page + (query.map { "?\($0)" } ?? "")
        return ["pending": .section(change.context(at: event, on: list, now: server.now()))]
    }
}

extension PendingChange {
    /// The name of the parameter in a list’s address that contains the id of the change to announce.
    static let parameter = "change"

    /// Template values for the announcement of the change, with the button that undoes it.
    ///
    /// - Parameter page: The page on which the change is announced, as a path below the event, such as `orders/123`.
    func context(at event: Event, on page: String, now: Instant) -> TemplateContext {
        let left = max(0, (due.milliseconds - now.milliseconds + 999) / 1000)
        return TemplateContext([
            "pending_seconds": .text("\(left)"), "pending_pattern": .sentence(announcement("#")),
            "pending_return": .text("\(event.deskPath)/\(page)"), "toast": .sentence(announcement("\(left)")),
            "undo_path": .text(undoPath(at: event, on: page)),
            "undo_label": .sentence(DeskUndoSentence.undo),
        ])
    }

    /// The values of `context(at:on:now:)` as JSON, for `scripts/pending.js`.
    func json(at event: Event, on page: String, now: Instant, in language: Language) -> JSON {
        let left = max(0, (due.milliseconds - now.milliseconds + 999) / 1000)
        return .object([
            ("seconds", .int(left)), ("text", .string(announcement("#").text(in: language))),
            ("return", .string("\(event.deskPath)/\(page)")),
            ("undo", .string(undoPath(at: event, on: page))),
            ("label", .string(Sentence(DeskUndoSentence.undo).text(in: language))),
        ])
    }

    /// The address of the button that undoes the change.
    private func undoPath(at event: Event, on page: String) -> String {
        "\(event.deskPath)/undo/\(id)?\(FormFields(values: [(name: UndoPage.returnName, value: page)]).encoded)"
    }

    private func announcement(_ seconds: String) -> Sentence {
        let arguments: [String: SentenceArgument] = ["seconds": .text(seconds)]
        return switch action {
        case .refundOrder: Sentence(DeskUndoSentence.willBeRefunded, arguments)
        case .cancelOrder, .cancelTicket: Sentence(DeskUndoSentence.willBeCancelled, arguments)
        }
    }
}

extension DroppedChange {
    /// Says that the change was not made, and why.
    ///
    /// - Parameter zone: The time zone of the times in the sentence.
    func sentence(in zone: TimeZone) -> Sentence { sentence(at: AuditRecord.displayText(scheduled, in: zone)) }
}

extension PendingChange.Action {
    /// The state that a list shows for an order or ticket with this scheduled change.
    var label: Sentence {
        switch self {
        case .refundOrder: Sentence(DeskUndoSentence.stateRefundScheduled)
        case .cancelOrder, .cancelTicket: Sentence(DeskUndoSentence.stateCancellationScheduled)
        }
    }

    /// The message that the next page shows after the change was scheduled.
    var flash: FlashMessage.Kind {
        switch self {
        case .refundOrder: .refundScheduled
        case .cancelOrder, .cancelTicket: .cancelScheduled
        }
    }
}
