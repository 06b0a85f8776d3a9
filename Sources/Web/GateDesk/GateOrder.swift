import Foundation
import Gate
import Ticketing

/// What every request to a gate says: which gate, which way, how many, and an id by which it is known again.
struct GateOrder: Sendable {
    /// As it was sent.
    let request: String
    let spot: GateSpot
    let direction: Direction
    let count: Int
    private let worker: GateWorker

    /// - Throws: `Problem` 400; 422 for a phone that was paired for another gate.
    init(
        request: String?, gate: String?, function: Int?, direction: String? = nil, count: Int? = nil,
        _ worker: GateWorker
    ) throws {
        guard let request, (1...100).contains(request.utf8.count), request.utf8.allSatisfy({ (33...126).contains($0) })
        else {
            throw Problem(
                .badRequest, "The field request is an id of 1 to 100 printable ASCII characters without spaces.")
        }
        let name = gate?.trimmingCharacters(in: .whitespaces) ?? ""
        guard Gate.isName(name), NameFault.of(name) == nil else {
            throw Problem(.badRequest, "The field gate is a name of at most 100 bytes.")
        }
        guard let direction = Direction(rawValue: direction ?? Direction.entry.rawValue) else {
            throw Problem(.badRequest, "The field direction is entry or exit.")
        }
        guard (1...GatePage.mostPeople).contains(count ?? 1) else {
            throw Problem(.badRequest, "The field count is 1 to \(GatePage.mostPeople).")
        }
        guard function.map({ number in worker.functions.contains { $0.number == number } }) ?? true else {
            throw Problem(.badRequest, "The event has no such function.")
        }
        if let post = worker.post, post.gate != name || (post.function ?? function) != function {
            throw Problem(.unprocessableContent, "This phone was paired for the gate \(post.gate).")
        }
        self.request = request
        spot = GateSpot(event: worker.event.number, function: function, name: name)
        self.direction = direction
        self.count = count ?? 1
        self.worker = worker
    }

    /// Of what may have been scanned, the likeliest first.
    func scan(_ readings: [[UInt8]]) -> Scan {
        Scan(readings: readings, request: id, direction: direction, count: count, operator: worker.name)
    }

    /// Of a ticket that a person looked up.
    ///
    /// - Throws: `Problem` 400 for what is no code.
    func scan(code: String) throws -> Scan {
        guard let code = TicketCode(typed: code) else {
            throw Problem(.badRequest, "The field code is a ticket’s code, such as 4F7K-29QX.")
        }
        return Scan(
            lookedUp: code.serial, request: id, direction: direction, count: count, operator: worker.name)
    }

    /// The ledger knows requests of the whole device: here that is everybody.
    private var id: String { "web/\(worker.key)/\(request)" }
}
