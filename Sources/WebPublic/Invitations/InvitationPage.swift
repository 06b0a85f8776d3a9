import AttendeePack
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page of an invitation. Anyone who has the page’s link can open the page. The page shows the sub-events to which
/// each guest is invited, and the guests’ replies. With the page's forms, guests say whether they are coming.
struct InvitationPage: Sendable {
    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, fault: nil) }

    func answer(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        guard let link = TicketLink(request) else { throw Problem.pageNotFound }
        let guest = try form.value("guest").flatMap { Int($0) } ?? 0
        guard try VisitorCookie(request.headers).verifies(form) else {
            return try await page(
                request, fault: (guest, Sentence(PublicSentence.cookieFault)), form, status: .forbidden)
        }
        do {
            let reply = try InvitationPage.reply(of: guest, form)
            let unanswered = try await unanswered(by: guest, reply, link)
            guard unanswered.isEmpty else {
                return try await page(
                    request, fault: (guest, Sentence(PublicSentence.chooseAnswer)), form, unanswered: unanswered,
                    status: .unprocessableContent)
            }
            let seen = SeenReply(form)
            try await site.withStorefront { try $0.answer(link, reply, merging: seen.merge) }
            return .seeOther("/i/\(link.path)?kept=\(guest)#guest-\(guest)")
        } catch let conflict as ReplyConflict {
            return try await page(
                request, fault: (guest, Sentence(PublicSentence.changedMeanwhile)), conflict.remaining(of: form),
                isConflict: true, status: .unprocessableContent)
        } catch StorefrontError.invalid(let faults) {
            // The faults of all text fields have the same sentence.
            return try await page(
                request, fault: (guest, Sentence.fault(of: "meal")), form, faults: faults,
                status: .unprocessableContent)
        } catch let error as StorefrontError {
            return try await page(
                request, fault: (guest, error.publicSentence), form, late: error.lateSubEvent,
                companionFaults: error.companionFaults, status: .unprocessableContent)
        } catch let error as GuestError {
            return try await page(request, fault: (guest, error.publicSentence), form, status: .unprocessableContent)
        }
    }

    /// The reply in a form.
    ///
    /// - Throws: `Problem` 400 for an invalid reply.
    private static func reply(of guest: Int, _ form: FormFields) throws -> GuestReply {
        var reply = GuestReply(
            guest: guest, answers: [:], meal: try form.value("meal"), allergy: try form.value("allergy"),
            companions: try CompanionForm.companions(in: form))
        for (field, value) in form.values where field.hasPrefix("sub_event_") {
            guard let number = Int(field.dropFirst("sub_event_".count)), reply.answers[number] == nil else {
                throw Problem(.badRequest, .repeatedField)
            }
            switch value {
            case "declined": reply.answers[number] = .declined
            case "maybe": reply.answers[number] = .maybe
            case "attending":
                let companions = try form.value("companions_\(number)").map { Int($0) ?? -1 } ?? 0
                reply.answers[number] = .attending(companions: companions)
            default: throw Problem(.badRequest, .answerFault)
            }
        }
        return reply
    }

    /// The reason why guests can no longer answer. After the deadline, it names the person to ask.
    private static func reason(
        _ closed: StorefrontError, _ deadline: SentenceArgument?, _ eventText: EventText
    ) -> Sentence {
        guard closed == .answersClosed, let deadline else { return closed.publicSentence }
        let contact = eventText.contact ?? eventText.organizer
        return Sentence(PublicSentence.answerDeadlineWas, ["moment": deadline, "contact": .text(contact)])
    }

    /// The numbers of the sub-events for which the guest has no saved reply, and gave no reply in the form. Sub-events
    /// that are over, or whose deadline has passed, need no reply.
    private func unanswered(by number: Int, _ reply: GuestReply, _ link: TicketLink) async throws -> [Int] {
        let now = site.server.now()
        guard let found = try await site.withStorefront({ try $0.invitation(link) }) else {
            throw Problem.pageNotFound
        }
        let guest = found.guests.first { $0.guest.number == number }
        return (guest?.invitations ?? []).filter { invitation in
            let subEvent = found.subEvents.first { $0.number == invitation.subEvent }
            return reply.answers[invitation.subEvent] == nil && invitation.reply == .none
                && subEvent.map {
                    !$0.isOver(at: now) && !found.event.details.areAnswersClosed(for: $0.details, at: now)
                } ?? false
        }.map(\.subEvent)
    }

    /// The page of the invitation.
    ///
    /// - Parameters:
    ///   - fault: the reason why the reply of a guest was rejected, with the guest’s number; nil if no reply was
    ///     rejected.
    ///   - form: the rejected form, whose values the page shows again.
    ///   - unanswered: the numbers of the sub-events that still need a reply.
    ///   - isConflict: whether the stored reply has changed since the page was opened. The page then shows both replies.
    ///   - late: the number of the sub-event whose deadline had passed; nil if no answer came too late.
    ///   - companionFaults: the faults of the numbers of companions, by the numbers of the sub-events.
    ///   - faults: the faults of the text fields in the rejected form.
    private func page(
        _ request: PageRequest, fault: (guest: Int, text: Sentence)?, _ form: FormFields? = nil, unanswered: [Int] = [],
        isConflict: Bool = false, late: Int? = nil, companionFaults: [Int: Sentence] = [:], faults: [FieldFault] = [],
        status: HTTPResponse.Status = .ok
    ) async throws -> RouteResponse {
        guard let link = TicketLink(request), let found = try await site.withStorefront({ try $0.invitation(link) })
        else {
            throw Problem.pageNotFound
        }
        let (visitor, now) = (try VisitorCookie(request.headers), site.server.now())
        let event = EventTemplateContext(found.event, organizer: found.organizer, in: request.language)
        var context = event.context
        context["invites"] = .sentence(PublicSentence.invites, ["organizer": .text(event.eventText.organizer)])
        context["ticket"] = .text("/t/\(link.path)")
        let deadline = AnswerDeadlines(of: found.guests, found).common
            .map { SentenceArgument.text(event.eventText.moment($0)) }
        if let closed = found.closed {
            context["closed"] = .sentence(
                PublicSentence.answersClosed,
                ["reason": .sentence(InvitationPage.reason(closed, deadline, event.eventText))])
        } else if let deadline {
            context["answer_by"] = .sentence(PublicSentence.answerBy, ["moment": deadline])
        }
        let savedGuest = try request.queryFields().value("kept")
        let code = try visitor.code
        context["guests"] = .list(
            try found.guests.map { guest in
                let typed = fault?.guest == guest.guest.number ? form : nil
                let guestContext = InvitedGuestContext(
                    guest, found, event.eventText, typed: typed, typed == nil ? [] : faults,
                    companionFaults: typed == nil ? [:] : companionFaults, at: now)
                var context = try guestContext.context
                context["visitor_code"] = code
                context["path"] = .text("/i/\(link.path)")
                if guestContext.isOpen {
                    context["open"] = .section(TemplateContext([:]))
                } else if !guestContext.savedDetails.isEmpty {
                    context["saved_details"] = .sentence(.list(guestContext.savedDetails))
                }
                if let fault, fault.guest == guest.guest.number {
                    context["fault"] = .sentence(isConflict ? guestContext.conflict : fault.text)
                }
                if fault == nil, savedGuest == "\(guest.guest.number)" {
                    context["saved_reply"] = .sentence(guestContext.savedReply)
                }
                return TemplateContext(context)
            })
        if let fault {
            let form = found.guests.first { $0.guest.number == fault.guest }.map {
                InvitedGuestContext($0, found, event.eventText, typed: form, faults, at: now).companionForm
            }
            context["errors"] = errors(
                fault, found, unanswered: unanswered, late: late, companionFaults: companionFaults, form)
        }
        return visitor.settingCookie(
            try request.localizedPage(
                "invitation", title: Sentence(PublicSentence.yourInvitation), status: status, context))
    }

    /// The list of errors at the top of the page.
    ///
    /// - Parameter form: the fields of the rejected form; nil if the form names no guest of the page.
    private func errors(
        _ fault: (guest: Int, text: Sentence), _ found: LinkedInvitation, unanswered: [Int], late: Int?,
        companionFaults: [Int: Sentence], _ form: CompanionForm?
    ) -> TemplateContext.Value {
        var summary = ErrorSummary()
        for number in unanswered {
            let name = found.subEvents.first { $0.number == number }?.name ?? ""
            summary.add(
                "sub-event-\(fault.guest)-\(number)",
                Sentence(PublicSentence.chooseAnswerTo, ["subEvent": .text(name)]))
        }
        if let late { summary.add("sub-event-\(fault.guest)-\(late)", fault.text) }
        for (number, text) in companionFaults.sorted(by: { $0.key < $1.key }) {
            let name = found.subEvents.first { $0.number == number }?.name ?? ""
            summary.add(
                "companions-\(fault.guest)-\(number)",
                Sentence(PublicSentence.fieldFault, ["field": .text(name), "fault": .sentence(text)]))
        }
        form?.add(to: &summary)
        return summary.templateValue(Sentence(PublicSentence.notSaved, ["reason": .sentence(fault.text)]))
    }
}
