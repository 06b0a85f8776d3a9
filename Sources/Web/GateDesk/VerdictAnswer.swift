import Cryptography
import Gate
import Presenting
import Ticketing

/// A verdict as pages get it: as `gate check --json` prints it, and what a page needs beside that.
struct VerdictAnswer {
    let verdict: Verdict
    let scan: Scan
    let order: GateOrder
    let worker: GateWorker

    /// - Throws: `OpenSSLError`.
    func answer() throws -> Answer {
        let view = VerdictView(zone: worker.event.zone)
        let say = view.sayings(verdict).dropFirst().map { JSON.string($0) }
        // What it named was taken for the ticket: while that is before the camera, it is no other scan.
        let symbol = scan.readings.isEmpty ? nil : try SymbolName.of(scan.readings[verdict.reading])
        let isUndoable = if case .admit = verdict.outcome { verdict.ticket != nil } else { false }
        return .json(
            view.json(verdict).adding([
                ("word", .string(verdict.outcome.pageWord)), ("say", .array(say)), ("request", .string(order.request)),
                ("symbol", .optional(symbol)), ("undoable", .bool(isUndoable)),
            ]))
    }
}

/// What a page calls a symbol that it has a verdict for: half of a SHA-256 would do, a quarter does.
enum SymbolName {
    /// - Throws: `OpenSSLError`.
    static func of(_ text: [UInt8]) throws -> String { Hexadecimal.text(Array(try SHA256.digest(text).prefix(8))) }
}

extension Answer {
    static func json(_ json: JSON) -> Answer { .text(json.text + "\n", type: "application/json") }
}

extension Facts {
    /// A verdict on a page.
    init(_ verdict: Verdict, _ view: VerdictView) {
        var facts: [String: Fact] = [
            "word": .text(verdict.outcome.pageWord), "colour": .text(verdict.outcome.shade),
            "why": .text(view.sentences.why(verdict)),
            "say": .list(view.sayings(verdict).dropFirst().map { Facts(["text": .text($0)]) }),
        ]
        if let ticket = verdict.ticket {
            facts["code"] = .text(TicketCode(ticket.serial).description)
            facts["holder"] = ticket.holder.map { .text($0) }
            facts["type"] = ticket.type.map { .text($0) }
        }
        self.init(facts)
    }
}

extension Verdict.Outcome {
    /// What fills a page: there is room for plain words.
    var pageWord: String { if case .undecided = self { "NOT DECIDED" } else { word } }

    /// What pages call its colour.
    fileprivate var shade: String {
        switch self {
        case .admit, .exit: "green"
        case .repeat, .void: "blue"
        case .refuse: "red"
        case .undecided: "yellow"
        }
    }
}
