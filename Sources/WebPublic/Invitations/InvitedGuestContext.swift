import AttendeePack
import Languages
import Management
import Ticketing
import WebHost

/// The template values for one guest on the page of an invitation.
struct InvitedGuestContext {
    private let guest: InvitedGuest
    private let subEvents: [SubEvent]
    private let eventText: EventText
    /// The fields of the form that the guest sent, if the form was rejected. If nil, the page shows the saved replies.
    private let typed: FormFields?
    private let now: Instant
    /// Whether guests can still answer.
    private let isOpen: Bool
    private let deadline: Instant?

    init(
        _ guest: InvitedGuest, _ found: LinkedInvitation, _ eventText: EventText, typed: FormFields?, at now: Instant
    ) {
        self.now = now
        self.guest = guest
        isOpen = found.closed == nil
        deadline = found.event.details.answerBy
        subEvents = found.subEvents
        self.eventText = eventText
        self.typed = typed
    }

    var context: [String: TemplateContext.Value] {
        get throws {
            [
                "guest": .text("\(guest.guest.number)"), "name": .text(guest.guest.name),
                "meal": .text(try typed?.value("meal") ?? guest.guest.details.meal ?? ""),
                "sub_events": .list(
                    try guest.invitations.compactMap { invitation in
                        try subEvents.first { $0.number == invitation.subEvent }.map {
                            TemplateContext(try context(of: $0, invitation.reply))
                        }
                    }),
            ]
        }
    }

    /// A confirmation with the saved replies in words.
    var savedReply: Sentence {
        let answers = guest.invitations.compactMap { invitation in
            subEvents.first { $0.number == invitation.subEvent }.map {
                Sentence(
                    PublicSentence.answerTo,
                    ["subEvent": .text($0.name), "answer": .sentence(invitation.reply.inWords)])
            }
        }
        let all = Sentence.list(answers + [savedMeal].compactMap(\.self))
        guard let deadline else { return Sentence(PublicSentence.saved, ["answers": .sentence(all)]) }
        return Sentence(
            PublicSentence.savedUntil,
            ["answers": .sentence(all), "moment": .text(eventText.moment(deadline))])
    }

    /// The saved meal in words; nil if no meal was saved.
    var savedMeal: Sentence? {
        guest.guest.details.meal.map { Sentence(PublicSentence.savedMeal, ["meal": .text($0)]) }
    }

    private func context(of subEvent: SubEvent, _ answer: Ticketing.InvitationReply) throws -> [String:
        TemplateContext.Value]
    {
        let details = subEvent.details
        var context: [String: TemplateContext.Value] = [
            "sub_event": .text("\(subEvent.number)"), "called": .text(subEvent.name),
            "owner": .text("\(guest.guest.number)"),
        ]
        let timeAndVenue = [details.start.map { eventText.moment($0) }, details.venue].compactMap(\.self)
        if !timeAndVenue.isEmpty { context["where"] = .text(timeAndVenue.joined(separator: ", ")) }
        if let note = details.note { context["note"] = .text(note) }
        guard isOpen else {
            context["over"] = .sentence(
                PublicSentence.answerTo, ["subEvent": .text(subEvent.name), "answer": .sentence(answer.inWords)])
            return context
        }
        let kind = try typed?.value("sub_event_\(subEvent.number)") ?? answer.kind.rawValue
        if subEvent.isOver(at: now) {
            context["over"] = .sentence(
                PublicSentence.subEventOver,
                ["subEvent": .text(subEvent.name), "answer": .sentence(answer.inWords)])
            return context
        }
        if kind == Ticketing.InvitationReply.Kind.attending.rawValue {
            context["attending"] = .section(TemplateContext([:]))
        }
        if kind == Ticketing.InvitationReply.Kind.declined.rawValue {
            context["declined"] = .section(TemplateContext([:]))
        }
        let chosen = try typed?.value("companions_\(subEvent.number)").flatMap { Int($0) } ?? answer.companions ?? 0
        if guest.guest.details.companions > 0 {
            context["bringing"] = .section(
                TemplateContext(
                    context.merging([
                        "companions": .list(
                            (0...guest.guest.details.companions).map { count in
                                var context: [String: TemplateContext.Value] = ["n": .text("\(count)")]
                                if count == chosen { context["chosen"] = .section(TemplateContext([:])) }
                                return TemplateContext(context)
                            })
                    ]) { $1 }))
        }
        return context
    }
}

extension SubEvent {
    /// Whether the sub-event has ended. Guests cannot change their replies after the end.
    func isOver(at now: Instant) -> Bool { details.end.map { now >= $0 } ?? false }
}

extension Ticketing.InvitationReply {
    /// The reply in words for the guest, such as “you are coming”.
    fileprivate var inWords: Sentence {
        switch self {
        case .none: Sentence(PublicSentence.noAnswer)
        case .declined: Sentence(PublicSentence.youAreNotComing)
        case .attending(0): Sentence(PublicSentence.youAreComing)
        case .attending(let companions): Sentence(PublicSentence.youAreComingWith, ["count": .number(companions)])
        }
    }
}
