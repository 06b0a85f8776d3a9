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
    /// The guest's fields of the rejected form; nil to show the saved replies.
    private let typed: FormFields?
    private let faults: GuestFaults
    private let now: Instant
    private let eventDetails: EventDetails
    /// The reason why the guest can no longer answer any invitation; nil if at least one answer is still possible.
    private let closed: StorefrontError?
    private let showsDeadlines: Bool
    /// Whether the page shows several guests. Then each answer is about the named guest, not about “you”.
    private let isOneOfSeveral: Bool

    /// - Parameter rejected: the form that the page shows again; nil to show the saved replies.
    /// - Throws: `Problem` 400 for a value that no form can contain; `OpenSSLError`.
    init(
        _ guest: InvitedGuest, _ found: LinkedInvitation, _ eventText: EventText, _ rejected: RejectedInvitationForm?,
        at now: Instant
    ) throws {
        let number = guest.guest.number
        self.now = now
        self.guest = guest
        eventDetails = found.event.details
        closed = found.event.answersClosedReason(of: guest.invitations, to: found.subEvents, at: now)
        showsDeadlines = AnswerDeadlines(of: found.guests, found).differ
        isOneOfSeveral = found.guests.count > 1
        subEvents = found.subEvents
        self.eventText = eventText
        faults = rejected?.faults[number] ?? GuestFaults()
        if let form = rejected?.form, let fields = form.fields(of: number), let reply = try form.reply(of: number) {
            typed = try SeenReply(fields).remaining(
                of: fields, reply, GuestAnswers(guest), showsConflict: faults.isConflict)
        } else {
            typed = nil
        }
    }

    private var number: Int { guest.guest.number }

    var name: String { guest.guest.name }

    private var companionForm: CompanionForm {
        let details = guest.guest.details
        return CompanionForm(
            guest: number, name: name, limit: details.companions, meal: details.meal, allergy: details.allergy,
            companions: guest.companions, typed: typed, faults: faults.texts)
    }

    /// The sub-events to which the guest is invited, with the guest's saved answers.
    private var invited: [(subEvent: SubEvent, answer: Ticketing.InvitationReply)] {
        guest.invitations.compactMap { invitation in
            subEvents.first { $0.number == invitation.subEvent }.map {
                (subEvent: $0, answer: invitation.reply)
            }
        }
    }

    var context: [String: TemplateContext.Value] {
        get throws {
            let placed = placedFaults
            var values: [String: TemplateContext.Value] = [
                "guest_id": .text(id), "name": .text(name),
                "sub_events": .list(
                    try invited.map { TemplateContext(try context(of: $0.subEvent, $0.answer, placed)) }),
            ]
            let texts = sectionFaults(placed)
            if !texts.isEmpty {
                values["guest_faults"] = .section(
                    TemplateContext([
                        "guest_faults_id": .text("\(id)-faults"), "guest_fault": .sentence(.list(texts)),
                    ]))
                values["guest_described_by"] = .text("\(id)-faults")
            }
            guard closed == nil else {
                if !savedDetails.isEmpty { values["saved_details"] = .sentence(.list(savedDetails)) }
                return values
            }
            values["marks"] = try SeenReply.fields(of: number, GuestAnswers(guest), typed: typed)
            return try values.merging(companionForm.context) { $1 }
        }
    }

    // MARK: Faults

    /// The id of the element that contains all fields of the guest.
    private var id: String { "guest-\(number)" }

    /// The faults of the guest. Faults of fields that the page does not show are in `others`.
    private var placedFaults: GuestFaults {
        let choosing =
            guest.guest.details.companions > 0
            ? invited.filter { finalAnswer($0.answer, to: $0.subEvent) == nil } : []
        return faults.placed(
            shown: Set(invited.map { $0.subEvent.number }), choosing: Set(choosing.map { $0.subEvent.number }))
    }

    private func sectionFaults(_ placed: GuestFaults) -> [Sentence] {
        var texts = placed.others
        if placed.isConflict {
            texts.append(Sentence(PublicSentence.savedMeanwhile, ["answers": .sentence(.list(savedAnswers))]))
        }
        if placed.hasDetailsWithoutAnswer {
            texts.append(Sentence(PublicSentence.detailsWithoutAnswer, ["guest": .text(name)]))
        }
        return texts
    }

    /// Adds the faults to the list of errors at the top of the page. Each line names the guest.
    func add(to summary: inout ErrorSummary) {
        let placed = placedFaults
        if placed.isConflict {
            summary.add(id, InvitedGuestContext.line(name, Sentence(PublicSentence.changedMeanwhile)))
        }
        for text in placed.others { summary.add(id, InvitedGuestContext.line(name, text)) }
        for (subEvent, _) in invited {
            let label = Sentence.verbatim(subEvent.name)
            if let fault = placed.answers[subEvent.number] {
                summary.add(answerID(subEvent), InvitedGuestContext.line(name, fault, at: label))
            }
            if let fault = placed.companions[subEvent.number] {
                summary.add(companionsID(subEvent), InvitedGuestContext.line(name, fault, at: label))
            }
        }
        companionForm.add(to: &summary)
    }

    /// - Parameter label: the label of the field; nil for a fault that belongs to no single field.
    static func line(_ name: String, _ fault: Sentence, at label: Sentence? = nil) -> Sentence {
        let field =
            label.map { Sentence(PublicSentence.guestField, ["guest": .text(name), "field": .sentence($0)]) }
            ?? .verbatim(name)
        return Sentence(PublicSentence.fieldFault, ["field": .sentence(field), "fault": .sentence(fault)])
    }

    private func answerID(_ subEvent: SubEvent) -> String { "sub-event-\(number)-\(subEvent.number)" }

    private func companionsID(_ subEvent: SubEvent) -> String { "companions-\(number)-\(subEvent.number)" }

    // MARK: Saved replies

    var savedAnswers: [Sentence] {
        invited.map { subEvent, answer in
            Sentence(
                PublicSentence.answerTo, ["subEvent": .text(subEvent.name), "answer": .sentence(words(for: answer))])
        } + savedDetails
    }

    private func words(for answer: Ticketing.InvitationReply) -> Sentence {
        isOneOfSeveral ? answer.inWordsOfGuest : answer.inWords
    }

    private var savedDetails: [Sentence] {
        let details = guest.guest.details
        return InvitedGuestContext.sentences(meal: details.meal, allergy: details.allergy)
            + guest.companions.flatMap { InvitedGuestContext.sentences(of: $0) }
    }

    private static func sentences(of companion: Companion) -> [Sentence] {
        let name: SentenceArgument =
            if let name = companion.name { .text(name) } else { .sentence(Sentence(PublicSentence.unnamed)) }
        let person = Sentence(
            companion.isChild ? PublicSentence.savedChild : PublicSentence.savedCompanion,
            ["number": "\(companion.number)", "name": name])
        return [person] + sentences(meal: companion.meal, allergy: companion.allergy)
    }

    private static func sentences(meal: String?, allergy: String?) -> [Sentence] {
        [
            meal.map { Sentence(PublicSentence.savedMeal, ["meal": .text($0)]) },
            allergy.map { Sentence(PublicSentence.savedAllergies, ["allergies": .text($0)]) },
        ].compactMap(\.self)
    }

    // MARK: Sub-events

    private func context(
        of subEvent: SubEvent, _ answer: Ticketing.InvitationReply, _ faults: GuestFaults
    ) throws -> [String: TemplateContext.Value] {
        let details = subEvent.details
        var context: [String: TemplateContext.Value] = [
            "answer_id": .text(answerID(subEvent)), "called": .text(subEvent.name),
            "sub_event_colour": .text(subEvent.details.kind.colourName),
            "answer_name": .text(HouseholdForm.fieldName("sub_event_\(subEvent.number)", of: number)),
        ]
        let timeAndVenue = [details.start.map { eventText.moment($0) }, details.venue].compactMap(\.self)
        if !timeAndVenue.isEmpty { context["where"] = .text(timeAndVenue.joined(separator: ", ")) }
        if let note = details.note { context["note"] = .text(note) }
        if let fault = faults.answers[subEvent.number] {
            context["answer_fault"] = .sentence(fault)
            context["answer_described_by"] = .text("\(answerID(subEvent))-fault")
        }
        if let over = finalAnswer(answer, to: subEvent) {
            context["over"] = .sentence(over)
            return context
        }
        if showsDeadlines, let deadline = eventDetails.answerDeadline(of: details) {
            context["sub_event_deadline"] = .sentence(
                PublicSentence.answerBy, ["moment": .text(eventText.moment(deadline))])
        }
        let kind = try typed?.value("sub_event_\(subEvent.number)") ?? answer.kind.rawValue
        for (choice, name) in [
            (Ticketing.InvitationReply.Kind.attending, "attending"), (.maybe, "maybe"), (.declined, "declined"),
        ] where kind == choice.rawValue {
            context[name] = .section(TemplateContext([:]))
        }
        if guest.guest.details.companions > 0 {
            context["bringing"] = .section(
                TemplateContext(try companionsContext(of: subEvent, answer, faults.companions[subEvent.number])))
        }
        return context
    }

    /// The template values of the list from which the guest chooses the number of companions.
    private func companionsContext(
        of subEvent: SubEvent, _ answer: Ticketing.InvitationReply, _ fault: Sentence?
    ) throws -> [String: TemplateContext.Value] {
        let field = "companions_\(subEvent.number)"
        let chosen = try typed?.value(field).flatMap { Int($0) } ?? answer.companions ?? 0
        var context: [String: TemplateContext.Value] = [
            "companions_id": .text(companionsID(subEvent)),
            "companions_name": .text(HouseholdForm.fieldName(field, of: number)),
            "companions": .list(
                (0...guest.guest.details.companions).map { count in
                    var context: [String: TemplateContext.Value] = ["n": .text("\(count)")]
                    if count == chosen { context["chosen"] = .section(TemplateContext([:])) }
                    return TemplateContext(context)
                }),
        ]
        if let fault { context["companions_fault"] = .sentence(fault) }
        return context
    }

    /// The guest's answer in words, with the reason why the guest can no longer change it; nil while the guest can
    /// change it.
    private func finalAnswer(_ answer: Ticketing.InvitationReply, to subEvent: SubEvent) -> Sentence? {
        var arguments: [String: SentenceArgument] = [
            "subEvent": .text(subEvent.name), "answer": .sentence(words(for: answer)),
        ]
        // The top of the page says why nobody can answer any longer, so this sentence contains only the answer.
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

    /// The reply of one of several guests in words, such as “coming”. The guest’s name precedes it.
    fileprivate var inWordsOfGuest: Sentence {
        switch self {
        case .none: Sentence(PublicSentence.noAnswer)
        case .declined: Sentence(PublicSentence.guestIsNotComing)
        case .maybe: Sentence(PublicSentence.guestMayCome)
        case .attending(0): Sentence(PublicSentence.guestIsComing)
        case .attending(let companions): Sentence(PublicSentence.guestIsComingWith, ["count": .number(companions)])
        }
    }
}
