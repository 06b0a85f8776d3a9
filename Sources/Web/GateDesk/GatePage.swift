import Gate
import Management
import Presenting
import Ticketing

/// The page of a gate. What happens on it is asked for by its scripts, and without them by its forms.
struct GatePage: Sendable {
    let house: House

    /// How many people go in or out at once at most.
    static let mostPeople = 16

    func page(_ visit: Visit) async throws -> Answer {
        let fields = try visit.queryFields()
        guard try fields.one("gate") != nil else {
            let name = visit.part("event") ?? ""
            try await visit.office { try $0.authorizeScanning(at: $0.visibleEvent(named: name)) }
            return .seeOther("/gate")
        }
        return try await page(visit, at: GateLane(fields))
    }

    /// What a form said.
    struct Again: Sendable {
        let path: String
        let order: GateOrder
        let fields: [String: String]

        init(_ path: String, _ order: GateOrder, _ fields: [String: String]) {
            (self.path, self.order, self.fields) = (path, order, fields)
        }

        fileprivate var facts: Facts {
            Facts([
                "path": .text(path), "request": .text(order.request), "direction": .text(order.direction.rawValue),
                "fields": Again.facts(of: fields),
            ])
        }

        /// The same for fewer people. It is another request, which the page numbers by itself.
        fileprivate func facts(for count: Int) -> Facts {
            Facts([
                "path": .text(path), "direction": .text(order.direction.rawValue), "places": .text("\(count)"),
                "fields": Again.facts(of: fields.merging(["count": "\(count)"]) { $1 }),
            ])
        }

        private static func facts(of fields: [String: String]) -> Facts.Fact {
            .list(fields.sorted { $0.key < $1.key }.map { Facts(["name": .text($0.key), "value": .text($0.value)]) })
        }
    }

    /// - Parameters:
    ///   - worker: who asks, where the store has said it already; nil asks it.
    ///   - verdict: what came of what a form sent.
    ///   - again: what that form said, for where the same is to be asked again.
    ///   - found: the tickets that were looked for: name, code and what else is known of each.
    ///   - isByCode: whether they were found by a code that somebody typed.
    func page(
        _ visit: Visit, at lane: GateLane, by worker: GateWorker? = nil, verdict: Verdict? = nil,
        again: Again? = nil, found: [Facts]? = nil, isByCode: Bool = false
    ) async throws -> Answer {
        let (event, function) = try await place(visit, at: lane, by: worker)
        var facts: [String: Facts.Fact] = [
            "base": .text("/gate/\(event.slug)"), "here": .text(lane.address(at: event)), "gate": .text(lane.gate),
            "event": .text(event.details.title), "function": .text(lane.function.map { "\($0)" } ?? ""),
            "mostPeople": .text("\(GatePage.mostPeople)"), "request": .text(visit.id),
            "direction": .text(lane.direction.rawValue), "word": .text(lane.direction == .exit ? "Let out" : "Admit"),
        ]
        if let function { facts["functionName"] = .text(function.name) }
        if lane.direction == .exit { facts["exit"] = .one(Facts([:])) }
        if let verdict {
            facts["verdict"] = .one(Facts(verdict, VerdictView(zone: event.zone)))
            if let again, verdict.mayBeStored { facts["again"] = .one(again.facts) }
            if let again, let left = verdict.placesLeft { facts["fewer"] = .one(again.facts(for: left)) }
        }
        if let found {
            facts["found"] = .list(found)
            if found.isEmpty { facts["nothing"] = .one(Facts([:])) }
            if isByCode, !found.isEmpty { facts["byCode"] = .one(Facts([:])) }
        }
        return try visit.page("gate", title: lane.gate, side: .organizer, facts)
    }

    private func place(
        _ visit: Visit, at lane: GateLane, by worker: GateWorker?
    ) async throws -> (Event, EventFunction?) {
        if let worker { return (worker.event, worker.functions.first { $0.number == lane.function }) }
        let name = visit.part("event") ?? ""
        return try await visit.office { office in
            let event = try office.visibleEvent(named: name)
            try office.authorizeScanning(at: event)
            return (event, try lane.function.map { try office.function(named: "\($0)", of: event) })
        }
    }

    /// The events whose tickets the visitor may scan, with what has to be known to begin.
    func choice(_ visit: Visit) async throws -> Answer {
        let yesterday = house.now().advanced(bySeconds: -86_400)
        let events = try await visit.office { office in
            try office.visibleEvents().filter { ($0.details.end ?? yesterday) >= yesterday }.compactMap { event in
                do { try office.authorizeScanning(at: event) } catch is ManagementError { return nil as Facts? }
                return GatePage.facts(event, try office.ticketTypes(of: event), try office.functions(of: event))
            }
        }
        return try visit.page("gates", title: "Gates", side: .organizer, ["events": .list(events)])
    }

    private static func facts(_ event: Event, _ types: [TicketType], _ functions: [EventFunction]) -> Facts {
        let gates = Set(types.flatMap(\.gates)).sorted()
        let start = event.details.start.map { $0.iso8601(in: event.zone) }
        let time = start.map { "\($0.prefix(10)) \($0.dropFirst(11).prefix(5))" }
        var facts: [String: Facts.Fact] = [
            "address": .text("/gate/\(event.slug)"), "title": .text(event.details.title),
            "number": .text("\(event.number)"), "gate": .text(gates.first ?? "Entrance"),
            "time": .text([time, event.details.venue, event.details.city].compactMap(\.self).joined(separator: ", ")),
            "longestName": .text("\(NameFault.longest)"),
            "gates": .list(gates.map { Facts(["name": .text($0)]) }),
        ]
        if !functions.isEmpty {
            facts["hasFunctions"] = .one(Facts([:]))
            facts["functions"] = .list(
                functions.map { Facts(["number": .text("\($0.number)"), "name": .text($0.name)]) })
        }
        return Facts(facts)
    }
}
