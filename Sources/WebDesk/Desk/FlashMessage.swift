import Presentation
import Ticketing
import WebHost

/// A flash message: the result of a form’s action, which the next page shows. The address carries only a keyword and
/// numbers, because addresses must not contain names.
struct FlashMessage {
    let text: String
    /// Whether the action possibly queued messages to people. If so, the page also shows how many messages are waiting
    /// to be sent.
    let mayQueueNotices: Bool
    /// The messages to people that the action queued, if the next page does not belong to one event; otherwise nil.
    let queuedNotices: QueuedNotices?

    struct QueuedNotices {
        let text: String
        /// The page that lists the messages; nil if the messages belong to several events.
        let path: String?
    }

    enum Kind: String, CaseIterable {
        case created, saved, unchanged, published, cancelled, deleted, restored, duplicated, added, removed
        case moved, verified, sent, revoked
        case sold, soldBefore, paid, refunded, issued, blocked, unblocked, reissued, transferred, resent
        case invited, withdrawn, answered, imported, corrected, paidBack

        fileprivate var mayQueueNotices: Bool {
            switch self {
            case .saved, .cancelled, .restored, .removed, .sold, .soldBefore, .paid, .refunded, .issued, .reissued,
                .transferred, .resent, .invited, .withdrawn, .imported:
                true
            case .created, .unchanged, .published, .deleted, .duplicated, .added, .moved, .verified, .sent, .revoked,
                .blocked, .unblocked, .answered, .corrected, .paidBack:
                false
            }
        }
    }

    /// Reads the message from the address of a page. Nil if the address contains no known keyword.
    init?(_ request: PageRequest) {
        guard let kind = request.query("done").flatMap({ Kind(rawValue: $0) }) else { return nil }
        let count = request.query("count").flatMap { Int($0) }.flatMap { (0...100_000_000).contains($0) ? $0 : nil }
        text = FlashMessage.text(kind, count)
        mayQueueNotices = kind.mayQueueNotices
        queuedNotices = FlashMessage.queuedNotices(by: kind, count ?? 0, of: request.query("event"))
    }

    /// The address of a page that shows the message.
    ///
    /// - Parameter event: The event whose messages were queued. It is needed only if the page belongs to no event.
    static func path(_ path: String, _ kind: Kind, count: Int? = nil, of event: EventNumber? = nil) -> String {
        "\(path)?done=\(kind.rawValue)" + (count.map { "&count=\($0)" } ?? "") + (event.map { "&event=\($0)" } ?? "")
    }

    /// The messages to people that were queued when one or more events were deleted or moved; nil for other actions.
    ///
    /// - Parameter event: The number of an event, as a text from the address.
    private static func queuedNotices(by kind: Kind, _ count: Int, of event: String?) -> QueuedNotices? {
        guard count > 0, [.deleted, .moved].contains(kind) else { return nil }
        let sentence = PendingEmailNotice(count: count).sentence
        guard let event, event.wholeMatch(of: /[0-9]{1,10}/) != nil else {
            return QueuedNotices(text: "\(sentence); see Messages in each event", path: nil)
        }
        return QueuedNotices(text: sentence, path: "/desk/e/\(event)/notices")
    }

    private static func text(_ kind: Kind, _ count: Int?) -> String {
        switch kind {
        case .created: "Draft created. Only members can see it."
        case .saved: "Saved."
        case .unchanged: "Nothing was changed."
        case .published: "Event published."
        case .cancelled: "Cancelled."
        case .deleted: "Event deleted. You can restore it for 30 days."
        case .restored: "Event restored."
        case .duplicated: "Event duplicated. The copy is a draft."
        case .added: "Added."
        case .removed: "Removed."
        case .moved: "Events moved."
        case .verified: "Step completed."
        case .sent:
            "Code created, but no sender is set up. The owner of this server finds the code with “eventpass notice list --all”."
        case .revoked: "Access revoked."
        case .sold: "Order created."
        case .soldBefore: "This order already exists. No new order was created."
        case .paid: "Payment recorded."
        case .paidBack: "Repayment recorded."
        case .refunded: "Tickets refunded. Their price is owed to the buyer."
        case .issued: count.map { $0 == 1 ? "One ticket issued." : "\($0) tickets issued." } ?? "Issued."
        case .blocked: "Ticket blocked. Gates refuse it."
        case .unblocked: "Ticket unblocked. Gates accept it again."
        case .reissued: "Ticket reissued with a new code. Gates refuse the old code."
        case .transferred: "Ticket transferred, with a new code. Gates refuse the old code."
        case .corrected:
            "Details corrected. The code stays valid. Printed tickets, saved files and queued messages keep the old details. Refresh gate packs so that gates show the new details."
        case .resent: "Message queued again."
        case .invited: "Invited."
        case .withdrawn: "Invitation withdrawn."
        case .answered: "Answer saved."
        case .imported: count.map { $0 == 1 ? "One guest imported." : "\($0) guests imported." } ?? "Imported."
        }
    }
}

extension RouteResponse {
    /// Replaces the flash message of a redirect. Returns any other response unchanged.
    func withFlash(_ kind: FlashMessage.Kind) -> RouteResponse {
        guard status == .seeOther, let location = headers[.location] else { return self }
        return .seeOther(FlashMessage.path(String(location.prefix { $0 != "?" }), kind))
    }
}
