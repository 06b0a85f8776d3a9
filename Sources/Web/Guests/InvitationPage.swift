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

    /// - Parameter form: what was sent and refused; it is shown again.
    private func page(
        _ visit: Visit, fault: (guest: Int, text: String)?, _ form: FormFields? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Answer {
        guard let link = TicketLink(visit), let found = try await house.inFoyer({ try $0.invitation(link) }) else {
            throw Problem.notThere
        }
        let visitor = try Visitor(visit.headers)
        let event = EventFacts(found.event, organizer: found.organizer)
        var facts = event.facts
        facts["ticket"] = .text("/t/\(link.path)")
        if let closed = found.closed { facts["closed"] = .text(closed.description) }
        let kept = try visit.queryFields().one("kept")
        let code = try visitor.code
        facts["guests"] = .list(
            try found.guests.map { guest in
                let typed = fault?.guest == guest.guest.number ? form : nil
                var facts = try ShownGuest(guest, found, event.words, typed: typed).facts
                facts["visitor_code"] = code
                facts["path"] = .text("/i/\(link.path)")
                if found.closed == nil { facts["open"] = .one(Facts([:])) }
                if let fault, fault.guest == guest.guest.number { facts["fault"] = .text(fault.text) }
                if fault == nil, kept == "\(guest.guest.number)" { facts["kept"] = .one(Facts([:])) }
                return Facts(facts)
            })
        var answer = visitor.shown(try visit.page("invitation", title: "Your invitation", facts))
        answer.status = status
        return answer
    }
}
