import Foundation
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The action of the button that undoes a pending change.
struct UndoPage: Sendable {
    let desk: Desk

    /// The name of the URL parameter with the page that the browser shows next.
    fileprivate static let returnName = "to"

    func undo(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let path = try await request.withServices { services -> String in
                // Every change requires at least the right to cancel an order. The service checks the exact right.
                let event = try services.event(of: request, for: .cancelOrder)
                let (page, query) = UndoPage.place(request)
                func address(_ result: FlashMessage.Kind) -> String {
                    FlashMessage.path(event.deskAddress(of: page), result) + (query.map { "&\($0)" } ?? "")
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

    /// The page that the browser shows next: the overview of the event, the list of orders or tickets, or one order or
    /// ticket.
    ///
    /// - Returns: `page` is a path below the event; it is empty for the overview. `query` contains the sorting and the
    ///   filters of a list, as the query of a URL.
    private static func place(_ request: PageRequest) -> (page: String, query: String?) {
        let place = request.query(returnName) ?? ""
        if place == PendingChange.overview { return ("", nil) }
        let page = /(orders|tickets)(\/[0-9A-Za-z\-]{1,20})?/
        let list = /(orders|tickets)\?([a-z]{1,9}=[0-9A-Za-z\-]{1,40}&?){1,9}/
        guard place.wholeMatch(of: page) != nil || place.wholeMatch(of: list) != nil else { return ("orders", nil) }
        let parts = place.split(separator: "?", maxSplits: 1).map(String.init)
        return (parts[0], parts.dropFirst().first)
    }
}

extension Event {
    /// - Parameter page: The path below the event; empty for the overview.
    fileprivate func deskAddress(of page: String) -> String { page.isEmpty ? deskPath : "\(deskPath)/\(page)" }
}

extension Desk {
    /// Template values for the pending change that a list announces after an action for several rows. Empty if the URL
    /// names no change, or if the change has been made or undone.
    ///
    /// - Parameters:
    ///   - page: The list, as a path below the event.
    ///   - query: The sorting and the filters of the list as the query of a URL (`ListLayout.query(of:)`).
    func announcedChange(
        _ request: PageRequest, _ event: Event, on page: String, in query: String?, _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        guard let id = request.query(PendingChange.parameter).flatMap({ PendingChangeID($0) }),
            let change = try services.pendingChanges.change(id, of: event),
            let effect = try services.pendingChanges.effect(of: change, at: event)
        else { return [:] }
        let list = page + (query.map { "?\($0)" } ?? "")
        let context = try change.context(as: effect, at: event, on: list, services, now: server.now())
        return ["pending": .section(context)]
    }
}

extension PendingChange {
    /// The name of the parameter in a list’s URL that contains the id of the change to announce.
    static let parameter = "change"
    /// The value of the parameter `UndoPage.returnName` that means the overview of the event.
    fileprivate static let overview = "overview"

    /// Template values for the announcement of the change. Members who may make the change also get the button that
    /// undoes it.
    ///
    /// - Parameters:
    ///   - effect: The effect of the change on the order, ticket or list of the page (`Action.effect`).
    ///   - page: The page on which the change is announced, as a path below the event, such as `orders/123`; empty for
    ///     the overview of the event.
    func context(
        as effect: Action, at event: Event, on page: String, _ services: ManagementServices, now: Instant
    ) throws -> TemplateContext {
        let left = max(0, (due.milliseconds - now.milliseconds + 999) / 1000)
        var context: [String: TemplateContext.Value] = [
            "pending_seconds": .text("\(left)"), "pending_pattern": .sentence(effect.announcement("#")),
            "pending_return": .text(event.deskAddress(of: page)), "toast": .sentence(effect.announcement("\(left)")),
        ]
        if try services.rights(in: event.organizer).contains(action.operation.requiredRight) {
            context["undo_path"] = .text(undoPath(at: event, on: page))
            context["undo_label"] = .sentence(DeskUndoSentence.undo)
        }
        return TemplateContext(context)
    }

    /// The values of `context(as:at:on:_:now:)` as JSON, for `scripts/pending.js`.
    func json(as effect: Action, at event: Event, on page: String, now: Instant, in language: Language) -> JSON {
        let text = effect.announcement("#")
        let left = max(0, (due.milliseconds - now.milliseconds + 999) / 1000)
        return .object([
            ("seconds", .int(left)), ("text", .string(text.text(in: language))),
            ("return", .string(event.deskAddress(of: page))),
            ("undo", .string(undoPath(at: event, on: page))),
            ("label", .string(Sentence(DeskUndoSentence.undo).text(in: language))),
            ("over", .string(Sentence(DeskUndoSentence.over).text(in: language))),
            ("refresh", .string(Sentence(DeskSentence.refresh).text(in: language))),
        ])
    }

    private func undoPath(at event: Event, on page: String) -> String {
        let place = page.isEmpty ? PendingChange.overview : page
        return "\(event.deskPath)/undo/\(id)?\(FormFields(values: [(name: UndoPage.returnName, value: place)]).encoded)"
    }
}

extension DroppedChange {
    /// Says that the change was not made, and why.
    ///
    /// - Parameter zone: The time zone of the times in the sentence.
    func sentence(in zone: TimeZone) -> Sentence { sentence(at: AuditRecord.displayText(scheduled, in: zone)) }
}

extension PendingChange.Action {
    fileprivate func announcement(_ seconds: String) -> Sentence {
        let arguments: [String: SentenceArgument] = ["seconds": .text(seconds)]
        return switch self {
        case .refundOrder: Sentence(DeskUndoSentence.willBeRefunded, arguments)
        case .cancelOrder, .cancelTicket: Sentence(DeskUndoSentence.willBeCancelled, arguments)
        case .cancelEvent: Sentence(DeskUndoSentence.eventWillBeCancelled, arguments)
        }
    }

    /// The state that a list shows for an order, ticket or event with this pending change.
    var label: Sentence {
        switch self {
        case .refundOrder: Sentence(DeskUndoSentence.stateRefundScheduled)
        case .cancelOrder, .cancelTicket, .cancelEvent: Sentence(DeskUndoSentence.stateCancellationScheduled)
        }
    }

    /// The message that the next page shows after a member has requested the change.
    var flash: FlashMessage.Kind {
        switch self {
        case .refundOrder: .refundScheduled
        case .cancelOrder, .cancelTicket, .cancelEvent: .cancelScheduled
        }
    }
}
