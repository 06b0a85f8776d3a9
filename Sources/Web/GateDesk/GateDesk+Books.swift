import Gate
import Management
import Presenting
import Ticketing

/// What a gate's page shows beside verdicts.
extension GateDesk {
    private static let found = 20

    private struct SearchBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable { case text, function }
        let text: String
        let function: Int?
    }

    /// `POST /gate/:event/search`: people's names are in no address.
    func search(_ visit: Visit) async throws -> Answer {
        let worker = try await visit.gateWorker()
        let body = try await visit.json(SearchBody.self)
        let found = try await found(body.text, at: body.function, worker)
        return .json(.object([("tickets", .array(found.map(\.json)))]))
    }

    /// `POST /gate/:event/find`: the same, for browsers without scripts.
    func find(_ visit: Visit, on page: GatePage) async throws -> Answer {
        let worker = try await visit.gateWorker()
        let form = try await visit.form()
        let lane = try GateLane(form)
        let found = try await found(try form.one("text") ?? "", at: lane.function, worker)
        return try await page.page(visit, at: lane, found: found.map(\.facts))
    }

    /// The page with the ticket of a code that somebody typed.
    func look(up code: String, _ visit: Visit, at lane: GateLane, on page: GatePage) async throws -> Answer {
        let found = try await found(code, at: lane.function, try await visit.gateWorker())
        return try await page.page(visit, at: lane, found: found.map(\.facts), isByCode: true)
    }

    /// A ticket that was looked for.
    private struct Found: Sendable {
        let ticket: Ticket
        /// Whose it is (`FoundNames`).
        let name: String?
        let type: String?
        let people: PeopleOnTicket

        var json: JSON {
            .object([
                ("code", .string(ticket.code.description)), ("name", .optional(name)),
                ("type", .optional(type)), ("state", .string(ticket.status.rawValue)),
                ("inside", .int(people.inside)), ("party", .int(people.admits)),
            ])
        }

        var facts: Facts {
            let inside = people.admits != 1 ? people.words : people.inside > 0 ? "inside" : nil
            let code = ticket.code.description
            return Facts([
                "name": .text(name ?? code), "code": .text(code),
                "facts": .text(
                    [type, code, ticket.status.rawValue, inside].compactMap(\.self).joined(separator: " · ")),
            ])
        }
    }

    /// - Parameter function: that the gate serves; nil counts at all functions, unless the phone was paired for one.
    /// - Throws: `Problem` 400 for what nobody could be found by, and for a function that the event does not have.
    private func found(_ typed: String, at function: Int?, _ worker: GateWorker) async throws -> [Found] {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard NameFault.of(text) == nil else {
            throw Problem(.badRequest, "The field text is a name, an e-mail address or a code.")
        }
        let function = function ?? worker.post?.function
        guard function.map({ number in worker.functions.contains { $0.number == number } }) ?? true else {
            throw Problem(.badRequest, "The event has no such function.")
        }
        let event = worker.event
        return try await books.run { store in
            let office = worker.office.beside(store)
            let types = try office.ticketTypes(of: event)
            let tickets = try office.tickets(of: event, typed: text, limit: GateDesk.found)
            let names = FoundNames(tickets, guests: try office.guestNames(on: tickets, of: event))
            return try tickets.map { ticket in
                Found(
                    ticket: ticket, name: names.text(ticket), type: types.first { $0.number == ticket.type }?.name,
                    people: try office.people(on: ticket, at: function, of: event))
            }
        }
    }

    /// `GET /gate/:event/figures`
    func figures(_ visit: Visit) async throws -> Answer {
        let worker = try await visit.gateWorker(.open)
        return .json(try await figures(at: try spot(visit, worker), worker))
    }

    /// `GET /gate/:event/live`
    func live(_ visit: Visit) async throws -> Answer {
        let worker = try await visit.gateWorker(.open)
        let spot = try spot(visit, worker)
        return .events {
            let feed = FigureFeed(streams.open(by: worker.browser)) {
                try await figures(at: spot, try await visit.gateWorker(.open))
            }
            return AsyncStream { await feed.next() }
        }
    }

    private func spot(_ visit: Visit, _ worker: GateWorker) throws -> GateSpot {
        let query = try visit.queryFields()
        return GateSpot(
            event: worker.event.number, function: try query.number("function"), name: try query.one("gate") ?? "")
    }

    private func figures(at spot: GateSpot, _ worker: GateWorker) async throws -> JSON {
        let event = try await figures.figures(at: spot.function, for: worker)
        let here = tally.gate(spot).adding(try await earlier.at(spot))
        let view = VerdictView(zone: worker.event.zone)
        return .object([
            ("inside", .int(event.inside)), ("admitted", .int(event.admitted)), ("refused", .int(event.refused)),
            (
                "here",
                .object([
                    ("inside", .int(here.counts.inside)), ("admitted", .int(here.counts.admitted)),
                    ("refused", .int(here.counts.refused)),
                ])
            ),
            ("last", .array(here.inShort(view))),
        ])
    }
}

extension GateTally.AtGate {
    /// The last lines. An undo takes back the last admission of a ticket whose people are still there.
    fileprivate func inShort(_ view: VerdictView) -> [JSON] {
        var voids: [Serial: Int] = [:]
        var later: Set<Serial> = []
        return last.enumerated().map { index, line in
            var (isUndoable, isTakenBack) = (false, false)
            if let serial = line.serial {
                switch line.kind {
                case .void: voids[serial, default: 0] += 1
                case .exit: later.insert(serial)
                case .admit where voids[serial, default: 0] > 0:
                    isTakenBack = true
                    voids[serial, default: 0] -= 1
                case .admit: isUndoable = later.insert(serial).inserted
                case .repeat, .refuse, .undecided: break
                }
            }
            return view.inShort(line).adding([
                ("line", .int(total - index)), ("undoable", .bool(isUndoable)), ("taken_back", .bool(isTakenBack)),
            ])
        }
    }
}

extension VerdictView {
    /// A line of what happened at a gate.
    fileprivate func inShort(_ line: GateTally.Line) -> JSON {
        .object([
            ("time", .string(line.at.iso8601(in: zone))), ("outcome", .string(line.kind.rawValue)),
            ("word", .string(line.word)), ("code", .optional(line.serial.map { TicketCode($0).description })),
            ("name", .optional(line.holder)), ("type", .optional(line.type)),
        ])
    }
}
