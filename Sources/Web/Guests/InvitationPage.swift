import HTTPTypes
import Management
import Ticketing

/// An invitation, for who has its link: what each of its guests is invited to, and what they say to it.
struct InvitationPage: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer { try await page(visit, fault: nil) }

    func answer(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        guard let link = TicketLink(visit) else { throw Problem.notThere }
        let guest = try form.one("guest").flatMap { Int($0) } ?? 0
        guard try Visitor(visit.headers).sent(form) else {
            return try await page(
                visit, fault: (guest, "Please send it once more: your browser had not kept this page’s cookie."), form,
                status: .forbidden)
        }
        do {
            let reply = try InvitationPage.reply(of: guest, form)
            let unanswered = try await unanswered(by: guest, reply, link)
            guard unanswered.isEmpty else {
                return try await page(
                    visit, fault: (guest, "Choose whether you come."), form, unanswered: unanswered,
                    status: .unprocessableContent)
            }
            try await house.inFoyer { try $0.answer(link, reply) }
            return .seeOther("/i/\(link.path)?kept=\(guest)#guest-\(guest)")
        } catch let error as FoyerError {
            return try await page(visit, fault: (guest, error.description), form, status: .unprocessableContent)
        } catch let error as CelebrationError {
            return try await page(visit, fault: (guest, error.description), form, status: .unprocessableContent)
        }
    }

    /// - Throws: `Problem` 400 for answers that no form of ours sends.
    private static func reply(of guest: Int, _ form: FormFields) throws -> GuestReply {
        var reply = GuestReply(guest: guest, answers: [:], meal: try form.one("meal"))
        for (field, value) in form.all where field.hasPrefix("function_") {
            guard let number = Int(field.dropFirst("function_".count)), reply.answers[number] == nil else {
                throw Problem(.badRequest, "A field was sent twice.")
            }
            switch value {
            case "declined": reply.answers[number] = .declined
            case "attending":
                let companions = try form.one("companions_\(number)").map { Int($0) ?? -1 } ?? 0
                reply.answers[number] = .attending(companions: companions)
            default: throw Problem(.badRequest, "An answer is attending, or declined.")
            }
        }
        return reply
    }

    /// The functions that a guest still has to answer for: those to which neither the form nor the store has an answer.
    private func unanswered(by number: Int, _ reply: GuestReply, _ link: TicketLink) async throws -> [Int] {
        let now = house.now()
        guard let found = try await house.inFoyer({ try $0.invitation(link) }) else { throw Problem.notThere }
        let guest = found.guests.first { $0.guest.number == number }
        return (guest?.invitations ?? []).filter { invitation in
            let function = found.functions.first { $0.number == invitation.function }
            return reply.answers[invitation.function] == nil && invitation.answer == .none
                && function.map { !$0.isOver(at: now) } ?? false
        }.map(\.function)
    }

    /// - Parameters:
    ///   - form: what was sent and refused; it is shown again.
    ///   - unanswered: the functions that the form left out.
    private func page(
        _ visit: Visit, fault: (guest: Int, text: String)?, _ form: FormFields? = nil, unanswered: [Int] = [],
        status: HTTPResponse.Status = .ok
    ) async throws -> Answer {
        guard let link = TicketLink(visit), let found = try await house.inFoyer({ try $0.invitation(link) }) else {
            throw Problem.notThere
        }
        let (visitor, now) = (try Visitor(visit.headers), house.now())
        let event = EventFacts(found.event, organizer: found.organizer)
        var facts = event.facts
        facts["ticket"] = .text("/t/\(link.path)")
        if let closed = found.closed { facts["closed"] = .text(closed.description) }
        let kept = try visit.queryFields().one("kept")
        let code = try visitor.code
        facts["guests"] = .list(
            try found.guests.map { guest in
                let typed = fault?.guest == guest.guest.number ? form : nil
                let shown = try ShownGuest(guest, found, event.words, typed: typed, at: now)
                var facts = try shown.facts
                facts["visitor_code"] = code
                facts["path"] = .text("/i/\(link.path)")
                if found.closed == nil { facts["open"] = .one(Facts([:])) }
                if let fault, fault.guest == guest.guest.number { facts["fault"] = .text(fault.text) }
                if fault == nil, kept == "\(guest.guest.number)" { facts["kept"] = .text(shown.kept) }
                return Facts(facts)
            })
        if let fault {
            var summary = ErrorSummary()
            for number in unanswered {
                let name = found.functions.first { $0.number == number }?.name ?? ""
                summary.add("function-\(fault.guest)-\(number)", "\(name): choose “Comes” or “Does not come”")
            }
            facts["errors"] = summary.fact("Your answer is not saved. \(fault.text)")
        }
        return visitor.shown(try visit.page("invitation", title: "Your invitation", status: status, facts))
    }
}
