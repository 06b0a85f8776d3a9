import Cryptography
import Gate
import Presenting

/// A verdict as pages get it: as `gate check --json` prints it, and what a page needs beside that.
struct VerdictAnswer {
    let verdict: Verdict
    let scan: Scan
    let order: GateOrder
    let worker: GateWorker

    /// - Throws: `OpenSSLError`.
    func answer() throws -> Answer {
        let json = VerdictView(zone: worker.event.zone).json(verdict)
        // What it named was taken for the ticket: while that is before the camera, it is no other scan.
        let symbol = scan.readings.isEmpty ? nil : try SymbolName.of(scan.readings[verdict.reading])
        let isUndoable = if case .admit = verdict.outcome { verdict.ticket != nil } else { false }
        return .json(
            json.adding([
                ("word", .string(verdict.outcome.word)), ("request", .string(order.request)),
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
