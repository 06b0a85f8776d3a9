import Languages
import Messaging
import Presentation
import Ticketing
import WebHost

/// A flash message: the result of a form’s action, which the next page shows. The URL of that page contains only a
/// keyword and numbers, because URLs must not contain names.
struct FlashMessage {
    let text: Sentence
    /// Whether the action may have queued messages to people. If so, the page also shows how many messages are waiting
    /// to be sent.
    let mayQueueNotices: Bool
    /// The messages that the action queued, if the next page belongs to no event; otherwise nil.
    let queuedNotices: QueuedNotices?
    struct QueuedNotices {
        let text: Sentence
        /// The page that lists the messages; nil if the messages belong to several events.
        let path: String?
    }

    enum Kind: String, CaseIterable {
        case created, saved, unchanged, published, cancelled, deleted, restored, duplicated, added, removed
        case moved, editedTogether, verified, sent, revoked
        case sold, soldBefore, paid, refunded, issued, blocked, unblocked, reissued, transferred, resent
        case invited, guestsInvited, withdrawn, answered, imported, corrected, paidBack
        case written, acknowledged, texted, answersClosed
        case refundScheduled, cancelScheduled, undone, undoTooLate
        case seated, messagesWithdrawn, notWaiting

        /// The result of an action that edits an event or sub-event: `answersClosed` if the new deadline for answers
        /// has already passed, otherwise `saved`.
        ///
        /// - Parameter deadline: The deadline for answers before and after the change; nil for no deadline.
        static func edited(deadline: (before: Instant?, after: Instant?), at now: Instant) -> Kind {
            guard let after = deadline.after, after != deadline.before, now >= after else { return .saved }
            return .answersClosed
        }

        var mayQueueNotices: Bool {
            switch self {
            case .saved, .cancelled, .restored, .removed, .sold, .soldBefore, .paid, .refunded, .issued, .reissued,
                .transferred, .resent, .invited, .guestsInvited, .withdrawn, .imported, .paidBack, .written,
                .answersClosed:
                true
            case .created, .unchanged, .published, .deleted, .duplicated, .added, .moved, .editedTogether,
                .verified, .sent, .revoked,
                .blocked, .unblocked, .answered, .corrected, .acknowledged, .texted, .refundScheduled,
                .cancelScheduled, .undone, .undoTooLate, .seated, .messagesWithdrawn, .notWaiting:
                false
            }
        }
    }

    /// Reads the message from the URL of a page. Nil if the URL contains no known keyword.
    init?(_ request: PageRequest) {
        guard let kind = request.query("done").flatMap({ Kind(rawValue: $0) }) else { return nil }
        let count = FlashMessage.number("count", in: request)
        let result =
            kind == .guestsInvited
            ? FlashMessage.invitationResult { FlashMessage.number($0, in: request) ?? 0 }
            : FlashMessage.text(kind, count, sendsMail: SenderState(request.server).hasMail)
        var sentences = [result] + FlashMessage.editResult { FlashMessage.number($0, in: request) ?? 0 }
        if [.saved, .answersClosed].contains(kind), let count, count > 0 {
            sentences.append(Sentence(DeskMessageSentence.changeQueued, ["count": .number(count)]))
        }
        let shortened = FlashMessage.number("shortened", in: request) ?? 0
        if shortened > 0 {
            sentences.append(
                Sentence(ResultSentence.reservationsShortened, ["count": .number(shortened)]).asSentence)
        }
        text = sentences.count == 1 ? result : .list(sentences)
        mayQueueNotices = kind.mayQueueNotices
        queuedNotices = FlashMessage.queuedNotices(
            by: kind, count ?? 0, of: request.query("event"),
            sender: PendingEmailNotice.Sender(request.server.messages))
    }

    private static func number(_ name: String, in request: PageRequest) -> Int? {
        request.query(name).flatMap { Int($0) }.flatMap { (0...100_000_000).contains($0) ? $0 : nil }
    }

    /// The URL of a page that shows the message.
    ///
    /// - Parameters:
    ///   - event: The event whose messages were queued. It is needed only if the page belongs to no event.
    ///   - unreached: The people whom no message about the action reaches; nil if messages reach everybody.
    ///   - shortened: The number of unpaid reservations that end earlier because of the action.
    static func path(
        _ path: String, _ kind: Kind, count: Int? = nil, of event: EventNumber? = nil, unreached: Unreached? = nil,
        shortened: Int = 0
    ) -> String {
        "\(path)?done=\(kind.rawValue)" + (count.map { "&count=\($0)" } ?? "") + (event.map { "&event=\($0)" } ?? "")
            + (unreached.map { "&\($0.query)" } ?? "") + (shortened > 0 ? "&shortened=\(shortened)" : "")
    }

    /// The messages that were queued when one or more events were deleted, moved or edited together; nil for other
    /// actions.
    ///
    /// - Parameter event: The number of an event, as a text from the URL.
    private static func queuedNotices(
        by kind: Kind, _ count: Int, of event: String?, sender: PendingEmailNotice.Sender
    ) -> QueuedNotices? {
        guard count > 0, [.deleted, .moved, .editedTogether].contains(kind) else { return nil }
        let waiting = PendingEmailNotice(count: count, of: .change, sender: sender).sentence
        guard let event, event.wholeMatch(of: /[0-9]{1,10}/) != nil else {
            return QueuedNotices(
                text: Sentence(DeskMessageSentence.waitingInEvents, ["waiting": .sentence(waiting)]), path: nil)
        }
        return QueuedNotices(text: waiting, path: "/desk/e/\(event)/notices")
    }

    private static func text(_ kind: Kind, _ count: Int?, sendsMail: Bool) -> Sentence {
        switch kind {
        case .created: Sentence(DeskMessageSentence.draftCreated)
        case .saved: Sentence(DeskMessageSentence.saved)
        case .unchanged: Sentence(DeskSentence.unchanged)
        case .published: Sentence(DeskMessageSentence.published)
        case .cancelled: Sentence(DeskMessageSentence.cancelled)
        case .deleted: Sentence(DeskMessageSentence.deleted)
        case .restored: Sentence(DeskMessageSentence.restored)
        case .duplicated: Sentence(DeskMessageSentence.duplicated)
        case .added: Sentence(DeskMessageSentence.added)
        case .removed: Sentence(DeskMessageSentence.removed)
        case .moved: Sentence(DeskMessageSentence.moved)
        case .editedTogether: Sentence(DeskEventListSentence.changed)
        case .verified: Sentence(DeskMessageSentence.verified)
        case .sent: sendsMail ? Sentence(DeskOutboxSentence.codeQueued) : Sentence(DeskMessageSentence.codeCreated)
        case .revoked: Sentence(DeskMessageSentence.accessRevoked)
        case .sold: Sentence(DeskMessageSentence.orderCreated)
        case .soldBefore: Sentence(DeskMessageSentence.orderExists)
        case .paid: Sentence(DeskMessageSentence.paid)
        case .paidBack: Sentence(DeskMessageSentence.paidBack)
        case .refunded: Sentence(DeskMessageSentence.refunded)
        case .issued:
            count.map { Sentence(DeskMessageSentence.issuedCount, ["count": .number($0)]) }
                ?? Sentence(DeskMessageSentence.issued)
        case .blocked: Sentence(DeskMessageSentence.blocked)
        case .unblocked: Sentence(DeskMessageSentence.unblocked)
        case .reissued: Sentence(DeskMessageSentence.reissued)
        case .transferred: Sentence(DeskMessageSentence.transferred)
        case .corrected: Sentence(DeskMessageSentence.corrected)
        case .resent: Sentence(DeskMessageSentence.queuedAgain)
        case .invited, .guestsInvited: Sentence(DeskMessageSentence.invited)
        case .withdrawn:
            count.map { Sentence(DeskGuestListSentence.invitationsWithdrawn, ["count": .number($0)]) }
                ?? Sentence(DeskMessageSentence.invitationWithdrawn)
        case .answered: Sentence(DeskMessageSentence.answerSaved, ["count": .number(count ?? 1)])
        case .imported:
            count.map { Sentence(DeskMessageSentence.importedCount, ["count": .number($0)]) }
                ?? Sentence(DeskMessageSentence.imported)
        case .written: Sentence(DeskOutboxSentence.queued, ["count": .number(count ?? 0)])
        case .acknowledged: Sentence(DeskOutboxSentence.markedAsSent)
        case .messagesWithdrawn: Sentence(DeskOutboxSentence.withdrawn, ["count": .number(count ?? 1)])
        case .texted: Sentence(DeskOutboxSentence.codeQueued)
        case .answersClosed: Sentence(DeskMessageSentence.savedAnswersClosed)
        case .refundScheduled: Sentence(DeskUndoSentence.refundScheduled)
        case .cancelScheduled: Sentence(DeskUndoSentence.cancellationScheduled)
        case .undone: Sentence(DeskUndoSentence.undone)
        case .undoTooLate: Sentence(DeskUndoSentence.tooLate)
        case .notWaiting: Sentence(AccountSentence.notWaiting)
        case .seated: Sentence(DeskSeatingSentence.movedCount, ["count": .number(count ?? 1)])
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
