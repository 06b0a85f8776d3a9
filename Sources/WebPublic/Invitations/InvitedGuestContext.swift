import AttendeePack
import Management
import Ticketing
import WebHost

/// The template context of a guest on the page of an invitation.
struct InvitedGuestContext {
    private let guest: InvitedGuest
    private let subEvents: [SubEvent]
    private let words: EventText
    /// The fields of a rejected form; nil shows the saved replies.
    private let typed: FormFields?
    private let now: Instant

    init(
        _ guest: InvitedGuest, _ found: LinkedInvitation, _ words: EventText, typed: FormFields?, at now: Instant
    ) throws {
        self.now = now
        self.guest = guest
        subEvents = found.subEvents
        self.words = words
        self.typed = typed
    }

    var facts: [String: TemplateContext.Value] {
        get throws {
            [
                "guest": .text("\(guest.guest.number)"), "name": .text(guest.guest.name),
                "meal": .text(try typed?.value("meal") ?? guest.guest.details.meal ?? ""),
                "sub_events": .list(
                    try guest.invitations.compactMap { invitation in
                        try subEvents.first { $0.number == invitation.subEvent }.map {
                            TemplateContext(try facts(of: $0, invitation.reply))
                        }
                    }),
            ]
        }
    }

    /// The saved replies in words.
    var savedReplyText: String {
        let answers = guest.invitations.compactMap { invitation in
            subEvents.first { $0.number == invitation.subEvent }.map {
                "\($0.name): \(invitation.reply.savedReplyText)."
            }
        }
        return (answers + (guest.guest.details.meal.map { ["Meal: \($0)."] } ?? [])).joined(separator: " ")
    }

    private func facts(of subEvent: SubEvent, _ answer: Ticketing.InvitationReply) throws -> [String:
        TemplateContext.Value]
    {
        let details = subEvent.details
        var facts: [String: TemplateContext.Value] = [
            "sub_event": .text("\(subEvent.number)"), "called": .text(subEvent.name),
            "owner": .text("\(guest.guest.number)"),
        ]
        let place = [details.start.map { words.moment($0) }, details.venue].compactMap(\.self)
        if !place.isEmpty { facts["where"] = .text(place.joined(separator: ", ")) }
        if let note = details.note { facts["note"] = .text(note) }
        let kind = try typed?.value("sub_event_\(subEvent.number)") ?? answer.kind.rawValue
        if subEvent.isOver(at: now) {
            facts["over"] = .text(answer.savedReplyText)
            return facts
        }
        if kind == Ticketing.InvitationReply.Kind.attending.rawValue {
            facts["attending"] = .section(TemplateContext([:]))
        }
        if kind == Ticketing.InvitationReply.Kind.declined.rawValue {
            facts["declined"] = .section(TemplateContext([:]))
        }
        let chosen = try typed?.value("companions_\(subEvent.number)").flatMap { Int($0) } ?? answer.companions ?? 0
        if guest.guest.details.companions > 0 {
            facts["bringing"] = .section(
                TemplateContext(
                    facts.merging([
                        "companions": .list(
                            (0...guest.guest.details.companions).map { count in
                                var facts: [String: TemplateContext.Value] = ["n": .text("\(count)")]
                                if count == chosen { facts["chosen"] = .section(TemplateContext([:])) }
                                return TemplateContext(facts)
                            })
                    ]) { $1 }))
        }
        return facts
    }
}

extension SubEvent {
    /// Whether the sub-event has ended, so that replies are closed.
    func isOver(at now: Instant) -> Bool { details.end.map { now >= $0 } ?? false }
}

extension Ticketing.InvitationReply {
    /// The reply in words to the guest.
    fileprivate var savedReplyText: String {
        switch self {
        case .none: "no answer"
        case .declined: "you are not coming"
        case .attending(0): "you are coming"
        case .attending(1): "you are coming with 1 guest"
        case .attending(let companions): "you are coming with \(companions) guests"
        }
    }
}
