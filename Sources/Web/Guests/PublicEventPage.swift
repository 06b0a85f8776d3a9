import AttendeePack
import HTTPTypes
import Management
import Ticketing

/// An event for everybody: what it is, what is on sale, and the form to reserve.
struct PublicEventPage: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer {
        try await page(visit, ReserveForm(request: Visitor.random(bytes: 16)))
    }

    func calendar(_ visit: Visit) async throws -> Answer {
        let found = try await found(visit)
        let facts = EventFacts(found.event, organizer: found.organizer, edits: found.edits)
        do {
            let text = try CalendarEntry.text(for: facts.event, made: found.event.published ?? found.event.created)
            return Answer.text(text, type: "text/calendar; charset=utf-8").attached(as: "\(found.event.slug).ics")
        } catch {
            throw Problem.notThere
        }
    }

    func reserve(_ visit: Visit) async throws -> Answer {
        let fields = try await visit.form()
        var form = try ReserveForm(fields)
        let found = try await found(visit)
        guard try Visitor(visit.headers).sent(fields) else {
            form.faults["form"] = "Please send it once more: your browser had not kept this page’s cookie."
            return try await page(visit, form, status: .forbidden)
        }
        let network = "\(try visit.caller().address)"
        try house.reservations.take(network, at: house.now()).demand()
        let likeness = try visit.likeness(of: fields, from: fields.one(Antiforgery.field) ?? "")
        if !form.isMeantAgain, let same = await house.sent.made(like: likeness, by: form.request, at: house.now()) {
            form.faults[SameAgain.field] = same.text
            return try await page(visit, form, status: .unprocessableContent)
        }
        let (draft, request) = (form.draft, form.request)
        let use = try take(draft, by: network, for: "\(found.event.number) \(request) \(likeness)")
        do {
            let link = try await house.inFoyer { try $0.reserve(draft, of: found.event.number, request: request) }
            await house.sent.note(likeness, by: request, madeAt: house.now())
            return .seeOther("/o/\(link.path)")
        } catch let error as FoyerError {
            form.refuse(error)
        } catch let error as SalesError {
            form.refuse(error)
        } catch let error as ManagementError {
            form.faults["form"] = error.description
        } catch {
            if let use { house.reserved.giveBack(use, by: network) }
            throw error
        }
        if let use { house.reserved.giveBack(use, by: network) }
        return try await page(visit, form, status: .unprocessableContent)
    }

    /// Takes tickets from a network's quota.
    ///
    /// - Returns: nil for more tickets than an order may have, which the core refuses.
    /// - Throws: `Problem` 429.
    private func take(
        _ draft: OrderDraft, by network: String, for request: String
    ) throws -> HourlyQuota.UseID? {
        let count = draft.lines.reduce(0) { $0 + min(max($1.count, 0), Foyer.mostTickets) }
        guard count <= Foyer.mostTickets else { return nil }
        switch house.reserved.take(count, by: network, for: request, at: house.now()) {
        case .taken(let use): return use
        case .wait(let seconds):
            var problem = Problem(
                .tooManyRequests,
                "Your network has reserved 30 tickets within an hour. Try again in \((seconds + 59) / 60) minutes.")
            problem.headers[.retryAfter] = "\(seconds)"
            throw problem
        }
    }

    private func found(_ visit: Visit) async throws -> PublicEvent {
        let name = visit.part("event") ?? ""
        guard let found = try await house.inFoyer({ try $0.event(named: name) }) else { throw Problem.notThere }
        return found
    }

    private func page(_ visit: Visit, _ form: ReserveForm, status: HTTPResponse.Status = .ok) async throws -> Answer {
        let found = try await found(visit)
        let event = EventFacts(found.event, organizer: found.organizer, edits: found.edits)
        let visitor = try Visitor(visit.headers)
        var facts = event.facts.merging(form.facts) { $1 }
        facts["visitor_code"] = try visitor.code
        switch found.event.phase(at: house.now()) {
        case .cancelled: facts["cancelled"] = .one(Facts([:]))
        case .completed: facts["over"] = .one(Facts([:]))
        default: break
        }
        let types = found.types.map { ShownType($0, event.words, count: form.counts[$0.type.number]) }
        facts["types"] = .list(types.map(\.facts))
        let choices = types.filter { !$0.choices.isEmpty }
        if !choices.isEmpty { facts["form"] = .one(Facts(["choices": .list(choices.map(\.facts))])) }
        if choices.contains(where: \.hasPrice) { facts["paid"] = .one(Facts([:])) }
        facts["limit"] = .text("\(Foyer.mostTickets)")
        if !form.faults.isEmpty { facts["errors"] = form.errors(firstCount: choices.first?.fieldID) }
        return visitor.shown(try visit.page("event", title: event.words.title, status: status, facts))
    }
}
