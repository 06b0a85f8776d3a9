import Gate
import Presenting
import Ticketing

/// What pages ask of a gate about one ticket.
extension GateDesk {
    /// Octets of one reading at most, as on a line of `gate check`.
    private static let longestText = 4096
    private static let mostReadings = 9
    static let scanLimit = BodyLimit(bytes: 64 * 1024, time: nil)

    private struct ScanBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case request, text, also, gate, function, direction, count
        }
        let request: String
        let text: String
        let also: [String]?
        let gate: String
        let function: Int?
        let direction: String?
        let count: Int?
    }

    /// `POST /gate/:event/scan`
    ///
    /// - Parameter worker: nil while the store does not say who asks: nothing is decided.
    func scan(_ visit: Visit, by worker: GateWorker?) async throws -> Answer {
        let body = try await visit.json(ScanBody.self)
        guard let worker else {
            return try VerdictAnswer(undecided: body.request, gate: body.gate, text: body.text, at: visit.now).answer()
        }
        let order = try GateOrder(
            request: body.request, gate: body.gate, function: body.function, direction: body.direction,
            count: body.count, worker)
        let readings = ([body.text] + (body.also ?? [])).map { Array($0.utf8) }
        guard readings.count <= GateDesk.mostReadings, readings.allSatisfy({ $0.count <= GateDesk.longestText }) else {
            throw Problem(.badRequest, "A scan is 1 to 9 texts of at most 4096 bytes.")
        }
        return try await decide(order.scan(readings), for: order, worker)
    }

    private struct AdmitBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable { case request, code, gate, function, direction, count }
        let request: String
        let code: String
        let gate: String
        let function: Int?
        let direction: String?
        let count: Int?
    }

    /// `POST /gate/:event/admit`: the phone is dead, the symbol torn.
    ///
    /// - Parameter worker: as in `scan`.
    func admit(_ visit: Visit, by worker: GateWorker?) async throws -> Answer {
        let body = try await visit.json(AdmitBody.self)
        guard let worker else {
            return try VerdictAnswer(undecided: body.request, gate: body.gate, at: visit.now).answer()
        }
        let order = try GateOrder(
            request: body.request, gate: body.gate, function: body.function, direction: body.direction,
            count: body.count, worker)
        return try await decide(order.scan(code: body.code), for: order, worker)
    }

    private struct UndoBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable { case request, code, gate, function, reason }
        let request: String
        let code: String
        let gate: String
        let function: Int?
        let reason: String
    }

    /// `POST /gate/:event/undo`
    ///
    /// - Parameter worker: as in `scan`.
    func undo(_ visit: Visit, by worker: GateWorker?) async throws -> Answer {
        let body = try await visit.json(UndoBody.self)
        guard let worker else {
            return try VerdictAnswer(undecided: body.request, gate: body.gate, at: visit.now).answer()
        }
        let order = try GateOrder(request: body.request, gate: body.gate, function: body.function, worker)
        return try await decide(order.scan(code: body.code), GateDesk.undo(body.reason), for: order, worker)
    }

    /// - Throws: `Problem` 400 for what is no reason.
    private static func undo(_ reason: String) throws -> GateThread.Job.Act {
        if let fault = NameFault.of(reason) { throw Problem(.badRequest, "The field reason: \(fault).") }
        return .undo(reason: reason)
    }

    /// `POST /gate/:event/take-back`: an undo, for browsers without scripts.
    func takeBack(_ visit: Visit, on page: GatePage) async throws -> Answer {
        guard let worker = try await visit.gateWorkerInTime() else { throw GateDesk.noAnswer }
        let form = try await visit.form()
        let lane = try GateLane(form)
        let order = try GateOrder(
            request: form.one("request"), gate: lane.gate, function: lane.function,
            direction: lane.direction.rawValue, worker)
        let (code, reason) = (try form.one("code") ?? "", try form.one("reason") ?? "")
        let verdict = try await keeper.decide(
            order.scan(code: code), GateDesk.undo(reason), at: order.spot, of: worker.event, since: .now - worker.wait)
        return try await page.page(
            visit, at: lane, by: worker, verdict: verdict,
            again: GatePage.Again("take-back", order, ["code": code, "reason": reason]))
    }

    private static let noAnswer = Problem(
        .serviceUnavailable, "Could not decide: the store does not answer. Scan again.")

    /// `POST /gate/:event/check`: a scan, for browsers without scripts.
    func check(_ visit: Visit, on page: GatePage) async throws -> Answer {
        guard let worker = try await visit.gateWorkerInTime() else { throw GateDesk.noAnswer }
        let form = try await visit.form()
        let lane = try GateLane(form)
        let order = try GateOrder(
            request: form.one("request"), gate: lane.gate, function: lane.function,
            direction: lane.direction.rawValue, count: form.number("count"), worker)
        let text = try form.one("text") ?? ""
        guard text.utf8.count <= GateDesk.longestText else { throw Problem.tooLarge(limit: GateDesk.longestText) }
        let isCode = TicketCode(typed: text) != nil
        // A printed code proves nothing: its ticket is shown, and a person decides.
        guard try !isCode || form.one("hand") != nil else { return try await look(up: text, visit, at: lane, on: page) }
        let scan = isCode ? try order.scan(code: text) : order.scan([Array(text.utf8)])
        let verdict = try await keeper.decide(
            scan, at: order.spot, of: worker.event, since: .now - worker.wait)
        return try await page.page(
            visit, at: lane, by: worker, verdict: verdict,
            again: GatePage.Again(
                "check", order, ["text": text, "count": "\(order.count)"].merging(isCode ? ["hand": "1"] : [:]) { $1 }))
    }

    /// - Parameter names: what the answer names of a party that can come in in part.
    /// - Throws: `Problem` 503 where only the same request, asked again, can tell what was decided.
    func decide(
        _ scan: Scan, _ act: GateThread.Job.Act = .decide, for order: GateOrder, _ worker: GateWorker,
        names: VerdictAnswer.Names = .places
    ) async throws -> Answer {
        let verdict = try await keeper.decide(
            scan, act, at: order.spot, of: worker.event, since: .now - worker.wait)
        guard !verdict.mayBeStored else {
            throw Problem(
                .serviceUnavailable,
                "It may have been decided; the store can’t be asked. Ask again, with the same request.")
        }
        return try VerdictAnswer(verdict: verdict, scan: scan, order: order, worker: worker, names: names).answer()
    }
}
