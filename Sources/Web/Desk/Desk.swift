import HTTPTypes
import Management
import Presenting
import TicketToken
import Ticketing

/// Where organizers work in a browser: what its pages have in common.
struct Desk: Sendable {
    let house: House

    /// A page of the desk.
    func page(
        _ visit: Visit, _ template: String, title: String, status: HTTPResponse.Status = .ok,
        _ facts: [String: Facts.Fact] = [:]
    ) throws -> Answer {
        var facts = facts
        if let note = DeskNote(visit) {
            facts["done"] = .text(note.text)
            if note.queues { facts["queues"] = .one(Facts([:])) }
            if let queued = note.queued {
                var list: [String: Facts.Fact] = ["queued_words": .text(queued.words)]
                if let path = queued.path { list["queued_path"] = .text(path) }
                facts["queued"] = .one(Facts(list))
            }
        }
        return try visit.page(template, title: title, side: .organizer, status: status, facts)
    }

    /// What the top of every page of an event needs.
    func heading(_ event: Event, _ office: Office) throws -> [String: Facts.Fact] {
        var facts = event.heading(at: house.now()).merging(try office.rights(in: event.organizer)) { $1 }
        let waiting = try office.waitingNotices(of: event)
        if waiting > 0 { facts["waiting"] = .text(WaitingMessages(count: waiting).sentence) }
        return facts
    }

    /// What signs tickets.
    ///
    /// - Throws: `ManagementError.noSigningKey` where the server has no keys.
    func keys() throws -> KeyRing {
        guard let ring = try house.keyRing else { throw ManagementError.noSigningKey }
        return ring
    }

    /// Does what a form asks for once, however often it is sent.
    ///
    /// - Parameters:
    ///   - status: of answers that are given again; others made nothing.
    ///   - repeated: makes the answer to a form that comes again from the one that it had.
    func once(
        _ visit: Visit, keeping status: HTTPResponse.Status = .seeOther,
        repeated: @Sendable (Answer) -> Answer = { $0 },
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        // What was made is shown again to who may still be here alone.
        try await visit.office { _ in }
        return try await house.sent.once(try await visit.formKey(), keeping: status, repeated: repeated, work)
    }

    /// Makes once what a form sells, however often it is sent. A form with the same in it and another id, as Back may
    /// show it, is asked about for some minutes.
    ///
    /// - Parameters:
    ///   - repeated: as in `once`.
    ///   - work: is told what makes it ask.
    func sell(
        _ visit: Visit, repeated: @Sendable (Answer) -> Answer = { $0 },
        _ work: @escaping @Sendable (SameAgain?) async throws -> Answer
    ) async throws -> Answer {
        try await once(visit, repeated: repeated) {
            let form = try await visit.form()
            guard let pass = visit.pass else { throw SignInNeeded() }
            let likeness = try visit.likeness(of: form, from: Antiforgery(pass.secret).code)
            let isMeant = try form.one(SameAgain.field) == FormField.ticked
            let id = try form.one(Visit.formID)
            let again = isMeant ? nil : await house.sent.made(like: likeness, by: id, at: house.now())
            let answer = try await work(again)
            if answer.status == .seeOther { await house.sent.note(likeness, by: id, madeAt: house.now()) }
            return answer
        }
    }

    /// A page of the desk that is to be shown, with its title.
    typealias Shown = (title: String, facts: [String: Facts.Fact])

    private enum Outcome: Sendable {
        case done(String)
        case again(String, [String: Facts.Fact])
    }

    /// Does what a form asks for, and leads to the next page. Where it is refused, its page is shown again.
    ///
    /// - Parameters:
    ///   - template: of that page.
    ///   - refusal: what did not happen: `Nothing is saved yet.`
    ///   - work: the address that it leads to.
    ///   - again: the page, with what was typed and what is wrong with it.
    func act(
        _ visit: Visit, _ template: String, refusal: String = "Nothing is done.",
        _ work: @escaping @Sendable (Office) throws -> String,
        again: @escaping @Sendable (Office, RefusedForm) throws -> Shown
    ) async throws -> Answer {
        let outcome = try await visit.office { office in
            do {
                return Outcome.done(try work(office))
            } catch {
                guard let refused = RefusedForm(error) else { throw error }
                let shown = try again(office, refused)
                return .again(
                    shown.title, shown.facts.merging(["fault": .text(refused.words(refusal))]) { own, _ in own })
            }
        }
        switch outcome {
        case .done(let path): return .seeOther(path)
        case .again(let title, let facts):
            return try page(visit, template, title: title, status: .unprocessableContent, facts)
        }
    }

    /// What is known of something, name by name; what is not there is left out.
    static func said(_ said: [(String, String?)]) -> Facts.Fact {
        .list(said.compactMap { name, value in value.map { Facts(["name": .text(name), "value": .text($0)]) } })
    }
}

extension Office {
    /// Makes a change that a form asks for, unless it was made: also when the form comes again after the server was ended
    /// and begun anew.
    ///
    /// - Parameter change: of the form; nil for one without an id.
    /// - Returns: nil where it was made before.
    @discardableResult
    func once<Result>(_ change: ChangeID?, _ work: (Office) throws -> Result) throws -> Result? {
        guard let change else { return try work(self) }
        return try hasMade(change) ? nil : try work(marked(change))
    }

    /// The event that a path names, for who may do an operation at it. What only begins like its name is another event:
    /// a form that is sent twice must not meet the neighbour of what it has deleted.
    ///
    /// - Throws: `ManagementError.unknownEvent`, also for another organizer's; `forbidden`.
    func event(
        of visit: Visit, for operation: Management.Operation, among which: EventSelection = .standing
    ) throws -> Event {
        let name = visit.part("event") ?? ""
        guard let found = try events(which).first(where: { $0.slug == name || $0.number.description == name }) else {
            throw ManagementError.unknownEvent(name, known: [])
        }
        try authorize(operation, on: found)
        return found
    }

    /// The organizer that a path names, likewise.
    ///
    /// - Throws: `ManagementError.unknownOrganizer`; `forbidden`.
    func organizer(of visit: Visit, for operation: Management.Operation) throws -> Organizer {
        let name = visit.part("organizer") ?? ""
        guard let found = try organizers().first(where: { $0.slug == name || $0.number.description == name }) else {
            throw ManagementError.unknownOrganizer(name, known: [])
        }
        try authorize(operation, in: found)
        return found
    }

    /// What the user may do in an organizer, as facts: `may_editEvent`. Pages show no button that would be refused; the
    /// office decides all the same.
    func rights(in organizer: OrganizerNumber) throws -> [String: Facts.Fact] {
        guard let role = try role(in: organizer) else { return [:] }
        let allowed = Management.Operation.allCases.filter { role.grants($0.right) }
        return Dictionary(uniqueKeysWithValues: allowed.map { ("may_\($0.rawValue)", .one(Facts([:]))) })
    }
}

extension Event {
    /// Where its pages are.
    var deskPath: String { "/desk/e/\(slug)" }

    func shown(_ instant: Instant?) -> String? { instant.map { $0.minuteText(in: zone) } }

    /// Where it stands, in a word or two, and whether that is good.
    func badge(at now: Instant) -> [String: Facts.Fact] {
        let phase = phase(at: now)
        let words =
            deleted != nil
            ? "deleted" : phase == .ongoing ? "happening now" : phase == .completed ? "over" : phase.rawValue
        let tone =
            deleted != nil || phase == .cancelled ? "bad" : phase == .published || phase == .ongoing ? "good" : ""
        return ["state": .text(words), "state_tone": .text(tone)]
    }

    /// What every page of it says at its top.
    func heading(at now: Instant) -> [String: Facts.Fact] {
        var facts = badge(at: now)
        facts["event_title"] = .text(details.title)
        facts["event_path"] = .text(deskPath)
        facts["event_zone"] = .text(details.timeZone)
        if let start = shown(details.start) { facts["event_start"] = .text(start) }
        let place = [details.venue, details.city].compactMap(\.self).joined(separator: ", ")
        if !place.isEmpty { facts["event_place"] = .text(place) }
        if details.kind == .celebration { facts["is_celebration"] = .one(Facts([:])) }
        return facts
    }
}
