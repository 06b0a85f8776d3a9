import Cryptography
import FileAccess
import HTTPTypes
import Management
import NIOCore
import Presenting
import PrintShop
import Printing
import Ticketing

/// One batch: how far it is, its files, and its sheets, which can be made worthless.
struct BatchPage: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer { try await page(visit, sheets: "", isSure: false) }

    /// - Parameters:
    ///   - sheets: typed to make them worthless.
    ///   - faults: of that; the page is a 422 then.
    private func page(
        _ visit: Visit, sheets: String, isSure: Bool, faults: [FieldFault] = []
    ) async throws -> Answer {
        let room = try house.printRoom()
        let (event, state, rights) = try await find(visit, for: .showBatches) { office, event, state in
            (event, state, try office.rights(in: event.organizer))
        }
        let run = room.state(of: PrintRoom.Key(event: event.number, batch: state.batch.number))
        guard visit.wantsPage else { return .text(state.json(run).text, type: "application/json") }
        let path = "/desk/e/\(event.slug)/print"
        var facts: [String: Facts.Fact] = [
            "event_title": .text(event.details.title), "list": .text(path),
            "path": .text("\(path)/\(state.batch.number)"),
        ]
        let isHere = room.supplies.holds(state.batch.plan.output)
        facts["batch"] = .one(state.facts(of: event, run, path: path))
        facts["files"] = .list(isHere ? state.files.map { Facts(["number": .text("\($0.number + 1)")]) } : [])
        if !isHere { facts["elsewhere"] = .one(Facts([:])) }
        if case .failed(let words) = run {
            facts["failed"] = .text(words ?? "Something is missing or broken; who looks after this server finds more.")
        }
        if case .told(let words) = run { facts["told"] = .list(words.map { Facts(["text": .text($0)]) }) }
        let isUnderWay = run?.isUnderWay ?? false
        if isHere, !state.isFinished, !isUnderWay {
            facts["open"] = .one(Facts([:]))
            if state.files.isEmpty { facts["unbegun"] = .one(Facts([:])) }
        }
        let sure = FormField(
            "sure", "What is printed there is to open no gate any more", .tick,
            hint: "Their tickets stay as they are, and get new symbols.")
        facts["fields"] = .list([
            FormField("sheets", "Their numbers", hint: "Such as 3, 12-14.", need: .needed).facts(
                sheets, fault: faults.text(of: "sheets")),
            sure.facts(isSure ? FormField.ticked : "", fault: faults.text(of: "sure")),
        ])
        if !faults.isEmpty {
            facts["fault"] = .text(
                "No sheet is void. \(faults.text(of: [FieldFault].whole) ?? "Look at what is marked.")")
        }
        return try visit.page(
            "batch", title: event.details.title, side: .organizer,
            status: faults.isEmpty ? .ok : .unprocessableContent, facts.merging(rights) { $1 })
    }

    /// A file that was released, as it was released.
    func file(_ visit: Visit) async throws -> Answer {
        let room = try house.printRoom()
        let number = visit.part("file").flatMap { Int($0) } ?? 0
        let (event, batch, bytes) = try await find(visit, for: .showTokens) { _, event, state in
            let batch = state.batch.number
            guard let file = state.files.first(where: { $0.number + 1 == number }) else {
                throw PrintFault.unknownFile(number, batch: batch)
            }
            guard room.supplies.holds(file.path) else { throw PrintFault.elsewhere(batch: batch) }
            let bytes = try BatchPage.bytes(of: file.path)
            guard try SHA256.digest(bytes) == file.hash else { throw PrintFault.changed(batch: batch) }
            return (event, batch, bytes)
        }
        let name = "\(event.slug)-\(batch)-\(number).pdf"
        return Answer(
            headers: [.contentType: "application/pdf", .contentDisposition: "attachment; filename=\"\(name)\""],
            body: .bytes(ByteBuffer(bytes: bytes)))
    }

    /// Goes on with a batch that broke off.
    func resume(_ visit: Visit) async throws -> Answer {
        guard let pass = visit.pass else { throw SignInNeeded() }
        let room = try house.printRoom()
        let key = try await find(visit, for: .printTickets) { _, event, state in
            guard room.supplies.holds(state.batch.plan.output) else {
                throw PrintFault.elsewhere(batch: state.batch.number)
            }
            return PrintRoom.Key(event: event.number, batch: state.batch.number)
        }
        room.start(key, for: pass)
        return back(visit)
    }

    /// Makes sheets worthless.
    func void(_ visit: Visit) async throws -> Answer {
        let room = try house.printRoom()
        let form = try await visit.form()
        let (text, isSure) = (try form.typed("sheets") ?? "", form.has("sure"))
        let voided = try await find(visit, for: .voidSheet) { office, event, state in
            do {
                let key = PrintRoom.Key(event: event.number, batch: state.batch.number)
                let sheets = try BatchPage.sheets(text, isSure: isSure, of: state.batch)
                return Voided.told(key, try BatchPage.void(sheets, of: state.batch, event, room, office))
            } catch {
                guard let faults = [FieldFault](refusal: error) else { throw error }
                return .refused(faults)
            }
        }
        switch voided {
        case .told(let key, let words):
            room.note(words, of: key)
            return back(visit)
        case .refused(let faults): return try await page(visit, sheets: text, isSure: isSure, faults: faults)
        }
    }

    private enum Voided: Sendable {
        case told(PrintRoom.Key, [String])
        case refused([FieldFault])
    }

    /// - Throws: `PrintFault`; `BatchError.unknownSheet`.
    private static func sheets(_ text: String, isSure: Bool, of batch: PrintBatch) throws -> SheetNumbers {
        guard let sheets = SheetNumbers(text.filter { !$0.isWhitespace }) else { throw PrintFault.sheets(text) }
        guard sheets.numbers.count <= PrintFault.mostSheets else {
            throw PrintFault.tooManySheets(sheets.numbers.count)
        }
        if let last = sheets.numbers.last, last > batch.sheets {
            throw BatchError.unknownSheet(last, sheets: batch.sheets)
        }
        guard isSure else { throw PrintFault.notSure }
        return sheets
    }

    private static func void(
        _ sheets: SheetNumbers, of batch: PrintBatch, _ event: Event, _ room: PrintRoom, _ office: Office
    ) throws -> [String] {
        let (ring, imposition) = (try room.supplies.ring(), try Imposition(batch))
        return try sheets.numbers.flatMap { number in
            try office.voidSheet(
                number - 1, at: imposition.positions(onSheet: number - 1).compactMap(\.self), of: batch, of: event,
                signingWith: ring
            ).words(ofSheet: number)
        }
    }

    /// Takes back a batch of which nothing is printed.
    func discard(_ visit: Visit) async throws -> Answer {
        let room = try house.printRoom()
        let event = try await find(visit, for: .discardBatch) { office, event, state in
            let key = PrintRoom.Key(event: event.number, batch: state.batch.number)
            if room.state(of: key)?.isUnderWay ?? false { throw PrintFault.underWay(batch: state.batch.number) }
            try office.discardBatch(state.batch, of: event)
            room.note([], of: key)
            return event
        }
        return .seeOther("/desk/e/\(event.slug)/print")
    }

    private func back(_ visit: Visit) -> Answer {
        .seeOther("/desk/e/\(visit.part("event") ?? "")/print/\(visit.part("batch") ?? "")")
    }

    private func find<Result: Sendable>(
        _ visit: Visit, for operation: Management.Operation,
        _ work: @escaping @Sendable (Office, Event, BatchState) throws -> Result
    ) async throws -> Result {
        try await visit.office { office in
            let event = try office.event(of: visit, for: operation)
            let name = visit.part("batch") ?? ""
            guard let number = Int(name), "\(number)" == name else { throw BatchError.unknownBatch(0, known: 0) }
            return try work(office, event, try office.batch(number, of: event))
        }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let reader = try BlockReader(path: path)
        var bytes: [UInt8] = []
        while case let block = try reader.next(atMost: 1 << 20), !block.isEmpty { bytes += block }
        return bytes
    }
}

extension BatchState {
    func facts(of event: Event, _ run: PrintState?, path: String) -> Facts {
        var facts: [String: Facts.Fact] = [
            "number": .text("\(batch.number)"), "path": .text("\(path)/\(batch.number)"),
            "made": .text(String(batch.made.iso8601(in: event.zone).prefix(16)).replacing("T", with: " ")),
            "layout": .text(batch.plan.layout.split(separator: "/").last.map(String.init) ?? ""),
            "tickets": .text("\(batch.count)"), "sheets": .text("\(batch.sheets)"), "state": .text(words(run)),
        ]
        if !voided.isEmpty { facts["voided"] = .text(voided.map { "\($0 + 1)" }.joined(separator: ", ")) }
        if let words = run?.words { facts["progress"] = .text(words) }
        return Facts(facts)
    }

    /// For a script that watches a run.
    func json(_ run: PrintState?) -> JSON {
        .object([
            ("batch", .int(batch.number)), ("under_way", .bool(run?.isUnderWay ?? false)),
            ("state", .string(words(run))),
            ("progress", .optional(run?.words)),
        ])
    }

    private func words(_ run: PrintState?) -> String {
        if run?.isUnderWay ?? false { return "being printed" }
        return isFinished ? "printed" : "broken off, \(files.count) of \(batch.files) files"
    }
}

extension VoidedSheet {
    /// What there is to say of it beside that it is void.
    fileprivate func words(ofSheet number: Int) -> [String] {
        var words = [
            "Sheet \(number) \(wasVoid ? "was void before" : "is void"): \(counted(reissued.count, "ticket")) reissued."
        ]
        if !elsewhere.isEmpty {
            words.append(
                "\(counted(elsewhere.count, "place")) on other paper bear these tickets; worthless there, too.")
        }
        for ticket in exhausted {
            words.append("Ticket \(ticket.code) can’t be reissued any more and is still good on that paper: cancel it.")
        }
        return words
    }
}
