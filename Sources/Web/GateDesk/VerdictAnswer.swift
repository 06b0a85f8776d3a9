import Cryptography
import Foundation
import Gate
import Presenting
import Ticketing

/// A verdict as pages get it: as `gate check --json` prints it, and what a page needs beside that.
struct VerdictAnswer {
    private let verdict: Verdict
    /// As in the scan.
    private let readings: [[UInt8]]
    /// As it was sent.
    private let request: String
    private let zone: TimeZone
    private var names = Names.places

    /// What an answer names of a party that is larger than the places that are left on its ticket.
    enum Names {
        /// How many places there are.
        case places
        /// Also the text that was taken, for a page that has sent a picture: with it the page asks for fewer people.
        case text
    }

    init(verdict: Verdict, scan: Scan, order: GateOrder, worker: GateWorker, names: Names) {
        (self.verdict, readings, request, zone) = (verdict, scan.readings, order.request, worker.event.zone)
        self.names = names
    }

    /// The answer while the store does not say who asks.
    ///
    /// - Parameter text: what was scanned; nil for a ticket that was looked up.
    init(undecided request: String, gate: String, text: String? = nil, at now: Instant) {
        verdict = .undecided(NoAnswer(), gate: gate, at: now)
        readings = text.map { [Array($0.utf8)] } ?? []
        (self.request, zone) = (request, .gmt)
    }

    private struct NoAnswer: Error, CustomStringConvertible {
        var description: String { "the store does not answer" }
    }

    /// - Throws: `OpenSSLError`.
    func answer() throws -> Answer {
        let view = VerdictView(zone: zone)
        let say = view.sayings(verdict).dropFirst().map { JSON.string($0) }
        // What it named was taken for the ticket: while that is before the camera, it is no other scan.
        let symbol = readings.isEmpty ? nil : try SymbolName.of(readings[verdict.reading])
        let isUndoable = if case .admit = verdict.outcome { verdict.ticket != nil } else { false }
        var answer: [(String, JSON)] = [
            ("word", .string(verdict.outcome.pageWord)), ("say", .array(say)), ("request", .string(request)),
            ("symbol", .optional(symbol)), ("undoable", .bool(isUndoable)),
            ("places_left", .optional(verdict.placesLeft)),
        ]
        if names == .text, verdict.placesLeft != nil, !readings.isEmpty {
            answer.append(("text", .optional(String(validating: readings[verdict.reading], as: UTF8.self))))
        }
        return .json(view.json(verdict).adding(answer))
    }
}

extension Verdict {
    /// How many people can still come in on a ticket, when a larger party asked for it; nil for other verdicts.
    var placesLeft: Int? {
        if case .refuse(.alreadyUsed(_, _, _, _, let left, _)) = outcome, left > 0 { left } else { nil }
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
