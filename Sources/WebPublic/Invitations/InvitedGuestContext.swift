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
    /// The fields of the form that the guest sent, if the form was rejected. If it is nil, the page shows the saved
    /// replies.
    private let typed: FormFields?
    /// The faults of the rejected form.
    private let faults: [FieldFault]
    /// The faults of the numbers of companions in the rejected form, by the numbers of the sub-events.
    private let companionFaults: [Int: Sentence]
    private let now: Instant
    private let eventDetails: EventDetails
    /// The reason why the guest can no longer answer any invitation; nil if the guest can still answer an invitation.
    private let closed: StorefrontError?
    private let deadlines: AnswerDeadlines
    /// Whether the page shows a deadline for each sub-event.
    private let showsDeadlines: Bool

    init(
        _ guest: InvitedGuest, _ found: LinkedInvitation, _ eventText: EventText, typed: FormFields?,
        _ faults: [FieldFault], companionFaults: [Int: Sentence] = [:], at now: Instant
    ) {
        self.now = now
        self.guest = guest
        eventDetails = found.event.details
        closed = found.event.answersClosedReason(of: guest.invitations, to: found.subEvents, at: now)
        deadlines = AnswerDeadlines(of: [guest], found)
        showsDeadlines = AnswerDeadlines(of: found.guests, found).differ
        subEvents = found.subEvents
        self.eventText = eventText
        self.typed = typed
        self.faults = faults
        self.companionFaults = companionFaults
    }

    /// The fields for meals, allergies and companions.
    var companionForm: CompanionForm {
        let details = guest.guest.details
        return CompanionForm(
            guest: guest.guest.number, limit: details.companions, meal: details.meal, allergy: details.allergy,
            companions: guest.companions, typed: typed, faults: faults)
    }

    var context: [String: TemplateContext.Value] {
        get throws {
            let values: [String: TemplateContext.Value] = [
                "guest": .text("\(guest.guest.number)"), "name": .text(guest.guest.name),
                "sub_events": .list(
                    try guest.invitations.compactMap { invitation in
                        try subEvents.first { $0.number == invitation.subEvent }.map {
                            TemplateContext(try context(of: $0, invitation.reply))
                        }
                    }),
            ]
            guard isOpen else { return values }
            return try values.merging(companionForm.context) { $1 }.merging([
                "marks": SeenReply.fields(of: GuestAnswers(guest), typed: typed)
            ]) { $1 }
        }
    }

    /// Whether the guest can still answer at least one invitation.
    var isOpen: Bool { closed == nil }

    /// The saved replies in words.
    private var savedAnswers: Sentence {
        let answers = guest.invitations.compactMap { invitation in
            subEvents.first { $0.number == invitation.subEvent }.map {
                Sentence(
                    PublicSentence.answerTo,
                    ["subEvent": .text($0.name), "answer": .sentence(invitation.reply.inWords)])
            }
        }
        return .list(answers + savedDetails)
    }

    /// A text that says that the saved reply has changed. It contains the saved reply.
    var conflict: Sentence {
        Sentence(PublicSentence.savedMeanwhile, ["answers": .sentence(savedAnswers)])
    }

    /// A confirmation with the saved replies in words.
    var savedReply: Sentence {
        let all = savedAnswers
        if deadlines.differ { return Sentence(PublicSentence.savedWithDeadlines, ["answers": .sentence(all)]) }
        guard let deadline = deadlines.common else {
            return Sentence(PublicSentence.saved, ["answers": .sentence(all)])
        }
        return Sentence(
            PublicSentence.savedUntil,
            ["answers": .sentence(all), "moment": .text(eventText.moment(deadline))])
    }

    /// The saved meals, allergies and companions in words.
    var savedDetails: [Sentence] {
        let details = guest.guest.details
        return InvitedGuestContext.sentences(meal: details.meal, allergy: details.allergy)
            + guest.companions.flatMap { InvitedGuestContext.sentences(of: $0) }
    }

    private static func sentences(of companion: Companion) -> [Sentence] {
        let name: SentenceArgument =
            if let name = companion.name { .text(name) } else { .sentence(Sentence(PublicSentence.unnamed)) }
        let person = Sentence(
            companion.isChild ? PublicSentence.savedChild : PublicSentence.savedCompanion,
            ["number": .number(companion.number), "name": name])
        return [person] + sentences(meal: companion.meal, allergy: companion.allergy)
    }

    private static func sentences(meal: String?, allergy: String?) -> [Sentence] {
        [
            meal.map { Sentence(PublicSentence.savedMeal, ["meal": .text($0)]) },
            allergy.map { Sentence(PublicSentence.savedAllergies, ["allergies": .text($0)]) },
        ].compactMap(\.self)
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
        if let over = finalAnswer(answer, to: subEvent) {
            context["over"] = .sentence(over)
            return context
        }
        if showsDeadlines, let deadline = eventDetails.answerDeadline(of: details) {
            context["sub_event_deadline"] = .sentence(
                PublicSentence.answerBy, ["moment": .text(eventText.moment(deadline))])
        }
        let kind = try typed?.value("sub_event_\(subEvent.number)") ?? answer.kind.rawValue
        if kind == Ticketing.InvitationReply.Kind.attending.rawValue {
            context["attending"] = .section(TemplateContext([:]))
        }
        if kind == Ticketing.InvitationReply.Kind.maybe.rawValue {
            context["maybe"] = .section(TemplateContext([:]))
        }
        if kind == Ticketing.InvitationReply.Kind.declined.rawValue {
            context["declined"] = .section(TemplateContext([:]))
        }
        let chosen = try typed?.value("companions_\(subEvent.number)").flatMap { Int($0) } ?? answer.companions ?? 0
        if let fault = companionFaults[subEvent.number] { context["companions_fault"] = .sentence(fault) }
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

    /// The guest's answer in words, with the reason why the guest can no longer change it. Nil if the guest can still
    /// change the answer.
    private func finalAnswer(_ answer: Ticketing.InvitationReply, to subEvent: SubEvent) -> Sentence? {
        var arguments: [String: SentenceArgument] = [
            "subEvent": .text(subEvent.name), "answer": .sentence(answer.inWords),
        ]
        // The top of the page says why the event is closed.
        if let closed, closed != .answersClosed { return Sentence(PublicSentence.answerTo, arguments) }
        if subEvent.isOver(at: now), closed == nil { return Sentence(PublicSentence.subEventOver, arguments) }
        guard let deadline = eventDetails.answerDeadline(of: subEvent.details), now >= deadline else { return nil }
        // If all sub-events have the same deadline, the top of the page shows it.
        guard showsDeadlines else { return Sentence(PublicSentence.answerTo, arguments) }
        arguments["moment"] = .text(eventText.moment(deadline))
        arguments["contact"] = .text(eventText.contact ?? eventText.organizer)
        return Sentence(PublicSentence.subEventDeadlineWas, arguments)
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
        case .maybe: Sentence(PublicSentence.youMayCome)
        case .attending(0): Sentence(PublicSentence.youAreComing)
        case .attending(let companions): Sentence(PublicSentence.youAreComingWith, ["count": .number(companions)])
        }
    }
}
