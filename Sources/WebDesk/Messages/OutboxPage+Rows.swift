import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The rows of the pages with messages.
extension OutboxPage {
    static func context(of notice: Notice, in zone: TimeZone) -> [String: TemplateContext.Value] {
        let delivery = notice.delivery
        var context: [String: TemplateContext.Value] = [
            "notice_key": .text(notice.key), "row_id": .text(notice.key), "notice_kind": .sentence(notice.kind.label),
            "notice_recipient": .text(notice.recipient),
            "notice_created": .text(notice.created.minuteText(in: zone)),
            "notice_state": .sentence(delivery.state.words), "notice_tone": .text(delivery.state.tone.rawValue),
        ]
        if let reason = delivery.reason { context["notice_reason"] = .sentence(Sentence(reason).asSentence) }
        let more = remarks(on: delivery, in: zone)
        if !more.isEmpty { context["notice_more"] = .sentence(.list(more, separator: " · ")) }
        if let answer = delivery.answer, !answer.isEmpty {
            context["notice_answer"] = .sentence(
                DeskOutboxSentence.quotedAnswer, ["answer": .sentence(Sentence(stored: answer))])
        }
        if notice.canBeRetried {
            context["can_retry"] = .section(
                TemplateContext([
                    "action_label": .sentence(
                        DeskOutboxSentence.sendAgainTo, ["recipient": .text(notice.recipient)])
                ]))
        }
        return context
    }

    /// The channel, the times and the number of attempts of a message, as texts.
    private static func remarks(on delivery: NoticeDelivery, in zone: TimeZone) -> [Sentence] {
        func time(_ key: DeskOutboxSentence, _ instant: Instant) -> Sentence {
            Sentence(key, ["time": .text(instant.minuteText(in: zone))])
        }
        var remarks: [Sentence] = []
        if let channel = delivery.channel { remarks.append(channel.label) }
        if let sent = delivery.sent { remarks.append(time(.sentAt, sent)) }
        if let due = delivery.due, delivery.hasDueTime { remarks.append(time(.dueAt, due)) }
        if delivery.tries > 0 {
            remarks.append(Sentence(DeskOutboxSentence.attempts, ["count": .number(delivery.tries)]))
        }
        return remarks
    }

    /// Links to the things that a message is about.
    ///
    /// - Parameter event: the event of the message; nil if the message has no event, or if the user cannot see it.
    static func subjects(of notice: Notice, _ event: Event?, in place: Place) -> [TemplateContext] {
        guard let event else { return [] }
        var links: [(path: String, text: Sentence)] = []
        if place == .organizer { links.append((event.deskPath, .verbatim(event.details.title))) }
        // Orders and tickets of a deleted event have no pages.
        if event.deleted == nil {
            if let order = notice.payload["order"].flatMap({ UInt32($0) }) {
                links.append(
                    (
                        "\(event.deskPath)/orders/\(order)",
                        Sentence(DeskOutboxSentence.order, ["number": .text("\(order)")])
                    ))
            }
            if let code = notice.ticketCode {
                links.append(("\(event.deskPath)/tickets/\(code)", .verbatim("\(code)")))
            }
        }
        return links.map { TemplateContext(["about_path": .text($0.path), "about_text": .sentence($0.text)]) }
    }
}

extension Notice {
    /// The ticket that the message is about; nil if it is about no ticket or several tickets.
    fileprivate var ticketCode: TicketCode? {
        // The message about an invitation contains the code of the guest's ticket.
        let text = payload["ticket"] ?? ([.invitation, .invitationWithdrawn].contains(kind) ? payload["code"] : nil)
        return text.flatMap { TicketCode(typed: $0) }
    }

    /// Whether a person must send the message, by opening a prepared WhatsApp link.
    var waitsForPerson: Bool { delivery.state.isPending && delivery.reason == .needsPerson }
}

extension NoticeDelivery {
    /// Whether the page shows `due`: the time at which the state of the message changes next.
    fileprivate var hasDueTime: Bool {
        switch (state, reason) {
        case (.queued, nil), (.queued, .needsPerson), (.queued, .noChannel): false
        case (.queued, _), (.deferred, _): true
        default: false
        }
    }
}

extension NoticeDelivery.State {
    /// The name of the state on pages.
    var words: Sentence { self == .leased ? Sentence(DeskOutboxSentence.beingSent) : label }

    fileprivate var tone: BadgeTone {
        switch self {
        case .sent, .delivered: .good
        case .bounced, .failed, .suppressed: .bad
        case .queued, .leased, .deferred, .dropped, .merged: .neutral
        }
    }
}
