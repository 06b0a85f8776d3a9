import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Answers the searches for tickets on a gate’s page, and sends the page its attendance figures.
///
/// `scripts/search.js` sends the searches, and `scripts/gate-figures.js` shows the figures.
extension GateRequestHandler {
    private static let search = 20

    private struct SearchBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable { case text, subEvent = "sub_event" }
        let text: String
        let subEvent: Int?
    }

    /// `POST /gate/:event/search`: the tickets that match a text, as JSON. It is a POST request, because the URL of a
    /// GET request would contain people’s names.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let worker = try await request.gateStaff()
        let body = try await request.json(SearchBody.self)
        let found = try await search(body.text, at: body.subEvent, worker, now: request.now)
        return .json(.object([("tickets", .array(found.map { $0.json(in: worker.language) }))]))
    }

    /// `POST /gate/:event/find`: the search of `POST /gate/:event/search`, for browsers without scripts.
    func searchByForm(_ request: PageRequest, on page: GatePage) async throws -> RouteResponse {
        let worker = try await request.gateStaff()
        let form = try await request.form()
        let chosenGate = try ChosenGate(form)
        let found = try await search(
            try form.value("text") ?? "", at: chosenGate.subEvent, worker, now: request.now)
        return try await page.page(
            request, at: chosenGate, found: found.map { $0.context(of: chosenGate, in: request.language) })
    }

    func lookUp(code: String, _ request: PageRequest, at chosenGate: ChosenGate, on page: GatePage) async throws
        -> RouteResponse
    {
        let found = try await search(code, at: chosenGate.subEvent, try await request.gateStaff(), now: request.now)
        return try await page.page(
            request, at: chosenGate, found: found.map { $0.context(of: chosenGate, in: request.language) },
            isByCode: true)
    }

    private struct FoundTicket: Sendable {
        let ticket: Ticket
        /// The name of the holder or of the guests. `DuplicateNameText` makes equal names distinguishable.
        let name: String?
        let type: String?
        let people: PeopleOnTicket
        /// The state of the last message about the ticket; nil if no message was sent.
        let message: TicketMessage?
        let timeZone: TimeZone
        let now: Instant

        func json(in language: Language) -> JSON {
            .object([
                ("code", .string(ticket.code.description)), ("name", .optional(name)),
                ("type", .optional(type)), ("state", .string(ticket.status.rawValue)),
                ("inside", .int(people.inside)), ("party", .int(people.admits)),
                ("summary", .string(summary(in: language))),
            ])
        }

        func context(of gate: ChosenGate, in language: Language) -> TemplateContext {
            let name = name ?? ticket.code.description
            let action = gate.direction.action
            return TemplateContext([
                "name": .text(name), "code": .text(ticket.code.description), "word": .sentence(action),
                "label": .sentence(GatePageSentence.nameOf, ["action": .sentence(action), "name": .text(name)]),
                "summary": .text(summary(in: language)),
            ])
        }

        /// The ticket in words: its type, its code, its status, the number of people inside, and the last message about
        /// it.
        private func summary(in language: Language) -> String {
            let inside =
                people.admits != 1
                ? language.text(people) : people.inside > 0 ? language.text(GatePageSentence.personInside) : nil
            let message = message?.text(in: language, timeZone: timeZone, at: now)
            return [type, ticket.code.description, language.text(ticket.status.sentence), inside, message]
                .compactMap(\.self).joined(separator: " · ")
        }
    }

    /// The tickets that match a typed name, e-mail address, ticket code or end of a phone number. Each has the number
    /// of people inside at `subEvent`.
    ///
    /// - Parameter subEvent: the gate's sub-event. Nil means the sub-event for which the phone was paired, or all
    ///   sub-events if the phone was not paired for a sub-event.
    /// - Throws: `Problem` 400 for an invalid search text or an unknown sub-event.
    private func search(
        _ typed: String, at subEvent: Int?, _ worker: GateStaff, now: Instant
    ) async throws -> [FoundTicket] {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard TextFault.of(text) == nil else {
            throw Problem(.badRequest, .searchTextFault)
        }
        let subEvent = subEvent ?? worker.assignment?.subEvent
        guard subEvent.map({ number in worker.subEvents.contains { $0.number == number } }) ?? true else {
            throw Problem(.badRequest, .unknownSubEvent)
        }
        let event = worker.event
        return try await lookupThreads.run { store in
            let services = worker.services.using(store)
            let types = try services.ticketTypes.ticketTypes(of: event)
            let tickets = try services.tickets.tickets(of: event, typed: text, limit: GateRequestHandler.search)
            let names = DuplicateNameText(tickets, guests: try services.tickets.guestNames(on: tickets, of: event))
            let messages = try services.tickets.lastMessages(about: tickets, of: event)
            return try tickets.map { ticket in
                FoundTicket(
                    ticket: ticket, name: names.text(ticket), type: types.first { $0.number == ticket.type }?.name,
                    people: try services.tickets.people(on: ticket, at: subEvent, of: event),
                    message: messages[ticket.serial], timeZone: event.zone, now: now)
            }
        }
    }

    /// `GET /gate/:event/figures`: the attendance figures of the event or sub-event and of the gate, as JSON.
    func figures(_ request: PageRequest) async throws -> RouteResponse {
        let worker = try await request.gateStaff(.polling)
        return .json(try await figures(at: try gateID(request, worker), worker))
    }

    /// `GET /gate/:event/live`: a stream that sends the figures of `GET /gate/:event/figures` immediately, and again
    /// after each change.
    func live(_ request: PageRequest) async throws -> RouteResponse {
        let worker = try await request.gateStaff(.polling)
        let gateID = try self.gateID(request, worker)
        return .eventStream {
            let feed = AttendanceFeed(streamLimiter.open(by: worker.sender.clientKey)) {
                try await figures(at: gateID, try await request.gateStaff(.polling))
            }
            return AsyncStream { await feed.next() }
        }
    }

    private func gateID(_ request: PageRequest, _ worker: GateStaff) throws -> GateID {
        let query = try request.queryFields()
        return GateID(
            event: worker.event.number, subEvent: try query.number("sub_event"), name: try query.value("gate") ?? "")
    }

    private func figures(at gateID: GateID, _ worker: GateStaff) async throws -> JSON {
        let event = try await attendance.figures(at: gateID.subEvent, for: worker)
        let here = tally.gate(gateID).adding(try await history.history(gateID))
        let view = VerdictJSON(zone: worker.event.zone, in: worker.language)
        return .object([
            ("inside", .int(event.inside)), ("admitted", .int(event.admitted)), ("refused", .int(event.refused)),
            (
                "here",
                .object([
                    ("inside", .int(here.counts.inside)), ("admitted", .int(here.counts.admitted)),
                    ("refused", .int(here.counts.refused)),
                ])
            ),
            ("last", .array(here.shortJSON(view))),
        ])
    }
}

extension GateTally.GateSummary {
    /// The last decisions as JSON. The last admission of a ticket can be undone only if no exit of the
    /// ticket followed that admission.
    fileprivate func shortJSON(_ view: VerdictJSON) -> [JSON] {
        var voids: [Serial: Int] = [:]
        var later: Set<Serial> = []
        return last.enumerated().map { index, line in
            var (isUndoable, isUndone) = (false, false)
            if let serial = line.serial {
                switch line.kind {
                case .void: voids[serial, default: 0] += 1
                case .exit: later.insert(serial)
                case .admit where voids[serial, default: 0] > 0:
                    isUndone = true
                    voids[serial, default: 0] -= 1
                case .admit: isUndoable = later.insert(serial).inserted
                case .repeat, .refuse, .undecided: break
                }
            }
            return view.shortJSON(line).adding([
                ("line", .int(total - index)), ("undoable", .bool(isUndoable)), ("taken_back", .bool(isUndone)),
            ])
        }
    }
}

extension VerdictJSON {
    fileprivate func shortJSON(_ line: GateTally.DecisionLine) -> JSON {
        .object([
            ("time", .string(line.at.iso8601(in: zone))), ("outcome", .string(line.kind.rawValue)),
            ("word", .string(pageWord(line.kind))), ("language", .string(language.rawValue)),
            ("code", .optional(line.serial.map { TicketCode($0).description })),
            ("name", .optional(line.holder)), ("type", .optional(line.type)),
        ])
    }
}
