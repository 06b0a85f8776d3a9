import Gate
import Presentation
import Ticketing
package import WebHost

/// Requests about one ticket at a gate: scans, admissions by code, and undos.
///
/// `scripts/queue.js` sends these requests.
extension GateRequestHandler {
    /// The maximum length of a symbol’s text in bytes. A line in the input of `gate check` can have the same length, so
    /// the server and this command accept the same symbols.
    private static let longestText = 4096
    /// The maximum number of possible texts for one symbol.
    private static let mostReadings = 9
    package static let scanLimit = BodyLimit(bytes: 64 * 1024, time: nil)

    private struct ScanBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case request, text, also, gate, subEvent = "sub_event", direction, count
        }
        let request: String
        let text: String
        let also: [String]?
        let gate: String
        let subEvent: Int?
        let direction: String?
        let count: Int?
    }

    /// `POST /gate/:event/scan`: decides a scanned symbol.
    ///
    /// - Parameter worker: nil if the store did not identify the sender in time; the answer is then “undecided”.
    package func scan(_ request: PageRequest, by worker: GateStaff?) async throws -> RouteResponse {
        let body = try await request.json(ScanBody.self)
        guard let worker else {
            return try VerdictResponse(undecided: body.request, gate: body.gate, text: body.text, in: request)
                .answer()
        }
        let gateRequest = try GateRequest(
            request: body.request, gate: body.gate, subEvent: body.subEvent, direction: body.direction,
            count: body.count, worker)
        let readings = ([body.text] + (body.also ?? [])).map { Array($0.utf8) }
        guard readings.count <= GateRequestHandler.mostReadings,
            readings.allSatisfy({ $0.count <= GateRequestHandler.longestText })
        else {
            throw Problem(.badRequest, .scanFault)
        }
        return try await decide(gateRequest.scan(readings), for: gateRequest, worker)
    }

    private struct AdmitBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case request, code, gate, subEvent = "sub_event", direction, count
        }
        let request: String
        let code: String
        let gate: String
        let subEvent: Int?
        let direction: String?
        let count: Int?
    }

    /// `POST /gate/:event/admit`: decides a ticket by its printed code, for example if the holder’s phone has no power
    /// or the printed symbol is torn.
    ///
    /// - Parameter worker: nil if the store did not identify the sender in time; the answer is then “undecided”.
    package func admit(_ request: PageRequest, by worker: GateStaff?) async throws -> RouteResponse {
        let body = try await request.json(AdmitBody.self)
        guard let worker else {
            return try VerdictResponse(undecided: body.request, gate: body.gate, in: request).answer()
        }
        let gateRequest = try GateRequest(
            request: body.request, gate: body.gate, subEvent: body.subEvent, direction: body.direction,
            count: body.count, worker)
        return try await decide(gateRequest.scan(code: body.code), for: gateRequest, worker)
    }

    private struct UndoBody: JSONBody {
        enum CodingKeys: String, CodingKey, CaseIterable { case request, code, gate, subEvent = "sub_event", reason }
        let request: String
        let code: String
        let gate: String
        let subEvent: Int?
        let reason: String
    }

    /// `POST /gate/:event/undo`: undoes the latest admission on a ticket.
    ///
    /// - Parameter worker: nil if the store did not identify the sender in time; the answer is then “undecided”.
    package func undo(_ request: PageRequest, by worker: GateStaff?) async throws -> RouteResponse {
        let body = try await request.json(UndoBody.self)
        guard let worker else {
            return try VerdictResponse(undecided: body.request, gate: body.gate, in: request).answer()
        }
        let gateRequest = try GateRequest(request: body.request, gate: body.gate, subEvent: body.subEvent, worker)
        return try await decide(
            gateRequest.scan(code: body.code), GateRequestHandler.undo(body.reason), for: gateRequest, worker)
    }

    /// The action that undoes an admission, with the reason that a person typed.
    ///
    /// - Throws: `Problem` 400 for an invalid reason.
    private static func undo(_ reason: String) throws -> GateThread.Job.Action {
        if let fault = TextFault.of(reason) {
            throw Problem(.badRequest, .reasonFault, ["fault": .sentence(fault.sentence)])
        }
        return .undo(reason: reason)
    }

    /// `POST /gate/:event/take-back`: an undo for browsers without scripts.
    func undoByForm(_ request: PageRequest, on page: GatePage) async throws -> RouteResponse {
        guard let worker = try await request.gateStaffInTime() else { throw GateRequestHandler.noAnswer }
        let form = try await request.form()
        let chosenGate = try ChosenGate(form)
        let gateRequest = try GateRequest(
            request: form.value("request"), gate: chosenGate.gate, subEvent: chosenGate.subEvent,
            direction: chosenGate.direction.rawValue, worker)
        let (code, reason) = (try form.value("code") ?? "", try form.value("reason") ?? "")
        let undo = GatePage.UndoForm(code: code, reason: reason)
        guard undo.codeFault == nil, undo.reasonFault == nil else {
            return try await page.page(request, at: chosenGate, by: worker, refusedUndo: undo)
        }
        let verdict = try await gatePool.decide(
            gateRequest.scan(code: code), GateRequestHandler.undo(reason), at: gateRequest.gateID, of: worker.event,
            since: .now - worker.waited)
        return try await page.page(
            request, at: chosenGate, by: worker, verdict: verdict,
            retryForm: GatePage.RetryForm("take-back", gateRequest, ["code": code, "reason": reason]))
    }

    private static let noAnswer = Problem(.serviceUnavailable, .notDecided)

    /// `POST /gate/:event/check`: a scan for browsers without scripts.
    func scanByForm(_ request: PageRequest, on page: GatePage) async throws -> RouteResponse {
        guard let worker = try await request.gateStaffInTime() else { throw GateRequestHandler.noAnswer }
        let form = try await request.form()
        let chosenGate = try ChosenGate(form)
        let gateRequest = try GateRequest(
            request: form.value("request"), gate: chosenGate.gate, subEvent: chosenGate.subEvent,
            direction: chosenGate.direction.rawValue, count: form.number("count"), worker)
        let text = try form.value("text") ?? ""
        guard text.utf8.count <= GateRequestHandler.longestText else {
            throw Problem.tooLarge(limit: GateRequestHandler.longestText)
        }
        let isCode = TicketCode(typed: text) != nil
        // A printed code does not prove that the ticket is genuine. So the page shows the ticket, and a person at the
        // gate decides.
        guard try !isCode || form.value("hand") != nil else {
            return try await lookUp(code: text, request, at: chosenGate, on: page)
        }
        let scan = isCode ? try gateRequest.scan(code: text) : gateRequest.scan([Array(text.utf8)])
        let verdict = try await gatePool.decide(
            scan, at: gateRequest.gateID, of: worker.event, since: .now - worker.waited)
        return try await page.page(
            request, at: chosenGate, by: worker, verdict: verdict,
            retryForm: GatePage.RetryForm(
                "check", gateRequest,
                ["text": text, "count": "\(gateRequest.count)"].merging(isCode ? ["hand": "1"] : [:]) { $1 }))
    }

    /// Decides a scan and answers with the verdict.
    ///
    /// - Parameter names: the additional fields of the answer if more people want to enter than the ticket has free
    ///   slots.
    /// - Throws: `Problem` 503 if the outcome is unknown. A retry of the same request returns the outcome.
    func decide(
        _ scan: Scan, _ act: GateThread.Job.Action = .decide, for gateRequest: GateRequest, _ worker: GateStaff,
        names: VerdictResponse.Names = .slots
    ) async throws -> RouteResponse {
        let verdict = try await gatePool.decide(
            scan, act, at: gateRequest.gateID, of: worker.event, since: .now - worker.waited)
        guard !verdict.mayBeStored else {
            throw Problem(.serviceUnavailable, .unknownOutcome)
        }
        return try VerdictResponse(verdict: verdict, scan: scan, gateRequest: gateRequest, worker: worker, names: names)
            .answer()
    }
}
