import AttendeePack
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page of an invitation. Anyone who has the page’s link can open the page. The page shows the sub-events to which
/// each guest is invited, and the guests’ replies. One form has the replies of all guests who share the ticket.
struct InvitationPage: Sendable {
    /// The limit for the form with the answers. The largest form is for 16 guests who share a ticket, and has about
    /// 2,150 fields. Each guest has an answer and a hidden field for each of 64 sub-events, and a few texts of up to
    /// 200 characters.
    static let bodyLimit = BodyLimit(bytes: 1 << 20, time: nil, fields: 2500)

    let site: PublicSite

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, rejected: nil) }

    /// Saves all replies in a form. If one reply is refused or an answer is missing, saves no reply. Guests for whom
    /// nothing was changed are ignored.
    func answer(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        let form = try HouseholdForm(fields)
        guard let link = TicketLink(request) else { throw Problem.pageNotFound }
        func rejected(_ reason: PublicSentence, _ status: HTTPResponse.Status) async throws -> RouteResponse {
            try await page(request, rejected: RejectedInvitationForm(form, Sentence(reason)), status: status)
        }
        guard try VisitorCookie(request.headers).verifies(fields) else {
            return try await rejected(.cookieFault, .forbidden)
        }
        let found = try await invitation(link)
        guard form.numbers.isSubset(of: found.guests.map(\.guest.number)) else {
            return try await rejected(.guestRemoved, .unprocessableContent)
        }
        let replies = try HouseholdReplies(in: form, to: found, at: site.server.now())
        var faulty = RejectedInvitationForm(form)
        faulty.addMissing(of: replies)
        // If answers are missing, nothing is saved. Nevertheless, the replies are checked, so that the page can list
        // all faults.
        let isComplete = replies.missing.isEmpty && !replies.isEmpty
        do {
            try await site.withStorefront {
                try $0.answer(link, replies.changed, isComplete ? .commit : .dryRun, merging: replies.merge)
            }
            if isComplete { return .seeOther("/i/\(link.path)?kept=yes") }
        } catch let refused as RefusedReplies {
            try faulty.add(refused)
        } catch let error as StorefrontError {
            faulty = RejectedInvitationForm(form, error.publicSentence)
        }
        return try await page(request, rejected: faulty, status: .unprocessableContent)
    }

    /// - Throws: `Problem` 404 if the link belongs to no invitation.
    private func invitation(_ link: TicketLink) async throws -> LinkedInvitation {
        guard let found = try await site.withStorefront({ try $0.invitation(link) }) else { throw Problem.pageNotFound }
        return found
    }

    /// The reason why guests can no longer answer. After the deadline, it names the person to ask.
    private static func reason(
        _ closed: StorefrontError, _ deadline: SentenceArgument?, _ eventText: EventText
    ) -> Sentence {
        guard closed == .answersClosed, let deadline else { return closed.publicSentence }
        let contact = eventText.contact ?? eventText.organizer
        return Sentence(PublicSentence.answerDeadlineWas, ["moment": deadline, "contact": .text(contact)])
    }

    /// - Parameter rejected: the form whose values the page shows again; nil to show the saved replies.
    private func page(
        _ request: PageRequest, rejected: RejectedInvitationForm?, status: HTTPResponse.Status = .ok
    ) async throws -> RouteResponse {
        guard let link = TicketLink(request) else { throw Problem.pageNotFound }
        let found = try await invitation(link)
        let (visitor, now) = (try VisitorCookie(request.headers), site.server.now())
        let event = EventTemplateContext(found.event, organizer: found.organizer, in: request.language)
        let deadlines = AnswerDeadlines(of: found.guests, found)
        let deadline = deadlines.common.map { SentenceArgument.text(event.eventText.moment($0)) }
        let guests = try found.guests.map { guest in
            try InvitedGuestContext(guest, found, event.eventText, rejected, at: now)
        }
        var context = event.context
        if let couple = found.event.details.couple { context["couple"] = .text(couple) }
        context["invites"] = .sentence(PublicSentence.invites, ["organizer": .text(event.eventText.organizer)])
        // The page of a cancelled event has no link to the ticket, because the gates admit nobody.
        if found.event.status != .cancelled { context["ticket"] = .text("/t/\(link.path)") }
        context["path"] = .text("/i/\(link.path)")
        context["theme"] = try await site.theme(of: found.event)
        context.merge(found.pictures.eventContext(posterSizes: "16rem")) { $1 }
        context["visitor_code"] = try visitor.code
        context["guests"] = .list(try guests.map { TemplateContext(try $0.context) })
        if let closed = found.closed {
            context["closed"] = .sentence(
                PublicSentence.answersClosed,
                ["reason": .sentence(InvitationPage.reason(closed, deadline, event.eventText))])
        } else {
            context["open"] = .section(TemplateContext([:]))
            if let deadline { context["answer_by"] = .sentence(PublicSentence.answerBy, ["moment": deadline]) }
        }
        if let rejected {
            context["errors"] = InvitationPage.errors(rejected, guests)
        } else if try request.queryFields().value("kept") != nil {
            context["saved_reply"] = .sentence(InvitationPage.savedReply(guests, deadlines, deadline))
        }
        return visitor.settingCookie(
            try request.localizedPage(
                "invitation", title: Sentence(PublicSentence.yourInvitation), status: status, context))
    }

    private static func errors(_ rejected: RejectedInvitationForm, _ guests: [InvitedGuestContext])
        -> TemplateContext.Value
    {
        var summary = ErrorSummary()
        for guest in guests { guest.add(to: &summary) }
        return summary.templateValue(
            rejected.reason.map { Sentence(PublicSentence.notSaved, ["reason": .sentence($0)]) }
                ?? Sentence(PublicSentence.notSavedFaults))
    }

    /// A confirmation with the saved replies in words. If there are several guests, it names them.
    ///
    /// - Parameter deadline: the deadline of all sub-events; nil without a deadline, or if the deadlines differ.
    private static func savedReply(
        _ guests: [InvitedGuestContext], _ deadlines: AnswerDeadlines, _ deadline: SentenceArgument?
    ) -> Sentence {
        let answers = guests.map { guest in
            guests.count == 1
                ? Sentence.list(guest.savedAnswers)
                : Sentence(
                    PublicSentence.savedOfGuest,
                    ["guest": .text(guest.name), "answers": .sentence(.list(guest.savedAnswers))])
        }
        var arguments: [String: SentenceArgument] = ["answers": .sentence(.list(answers))]
        if deadlines.differ { return Sentence(PublicSentence.savedWithDeadlines, arguments) }
        guard let deadline else { return Sentence(PublicSentence.saved, arguments) }
        arguments["moment"] = deadline
        return Sentence(PublicSentence.savedUntil, arguments)
    }
}
