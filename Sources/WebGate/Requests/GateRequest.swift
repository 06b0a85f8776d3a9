import Foundation
import Gate
import Ticketing
import WebHost

/// The fields of every request to a gate: the gate, the direction, the number of people, and an id of the request. A
/// retry of the request has the same id.
struct GateRequest: Sendable {
    /// The request id as the client sent it.
    let request: String
    let gateID: GateID
    let direction: Direction
    let count: Int
    private let staff: GateStaff

    /// Checks the fields of a request from `staff`.
    ///
    /// - Throws: `Problem` 400 for an invalid field; 422 if the phone was paired for another gate.
    init(
        request: String?, gate: String?, subEvent: Int?, direction: String? = nil, count: Int? = nil,
        _ staff: GateStaff
    ) throws {
        guard let request, (1...100).contains(request.utf8.count), request.utf8.allSatisfy({ (33...126).contains($0) })
        else {
            throw Problem(.badRequest, .requestFault)
        }
        let name = gate?.trimmingCharacters(in: .whitespaces) ?? ""
        guard Gate.isValidName(name), TextFault.of(name) == nil else {
            throw Problem(.badRequest, .gateFault)
        }
        guard let direction = Direction(rawValue: direction ?? Direction.entry.rawValue) else {
            throw Problem(.badRequest, .directionFault)
        }
        guard (1...GatePage.maximumPeople).contains(count ?? 1) else {
            throw Problem(.badRequest, .countFault, ["most": .number(GatePage.maximumPeople)])
        }
        guard subEvent.map({ number in staff.subEvents.contains { $0.number == number } }) ?? true else {
            throw Problem(.badRequest, .unknownSubEvent)
        }
        if let assignment = staff.assignment,
            assignment.gate != name || (assignment.subEvent ?? subEvent) != subEvent
        {
            throw Problem(.unprocessableContent, .phoneOfOtherGate, ["gate": .text(assignment.gate)])
        }
        self.request = request
        gateID = GateID(event: staff.event.number, subEvent: subEvent, name: name)
        self.direction = direction
        self.count = count ?? 1
        self.staff = staff
    }

    /// Makes a scan of one symbol, or of a camera frame with several symbols.
    ///
    /// - Parameter readings: the possible texts of one symbol, the most likely text first; or the texts of all symbols
    ///   in a frame.
    func scan(_ readings: [[UInt8]]) -> Scan {
        Scan(readings: readings, requestID: id, direction: direction, count: count, operator: staff.sender.name)
    }

    /// A scan of a ticket that a person looked up by the ticket's code.
    ///
    /// - Throws: `Problem` 400 if the code is malformed.
    func scan(code: String) throws -> Scan {
        guard let code = TicketCode(typed: code) else {
            throw Problem(.badRequest, .codeFault)
        }
        return Scan(
            lookedUp: code.serial, requestID: id, direction: direction, count: count, operator: staff.sender.name)
    }

    /// The request’s id in the ledger. The ledger treats the whole server as one device, in which each id must be
    /// unique. Two senders can choose the same id, so the id in the ledger also names the sender.
    private var id: String { "web/\(staff.sender.requestScope)/\(request)" }
}
