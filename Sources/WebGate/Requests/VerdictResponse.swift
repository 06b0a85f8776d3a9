import Cryptography
import Foundation
import Gate
import Languages
import Presentation
import Ticketing
import WebHost

/// A verdict as JSON for a gate’s page. The JSON has the fields that `gate check --json` prints, and some fields that
/// only the page needs.
///
/// `scripts/verdict.js` shows the verdict.
struct VerdictResponse {
    private let verdict: Verdict
    private let readings: [[UInt8]]
    /// The request id as the client sent it.
    private let request: String
    private let zone: TimeZone
    private let language: Language
    private var names = Names.slots

    /// The additional fields of an answer if some slots of the ticket are free, but fewer than
    /// people want to enter.
    enum Names {
        /// The number of free slots.
        case slots
        /// The number of free slots, and the text of the symbol. A page that has sent a camera frame does not know the
        /// text, but needs it to request admission for fewer people.
        case text
    }

    init(verdict: Verdict, scan: Scan, gateRequest: GateRequest, worker: GateStaff, names: Names) {
        (self.verdict, readings, request, zone) = (verdict, scan.readings, gateRequest.request, worker.event.zone)
        language = worker.language
        self.names = names
    }

    /// Makes the answer “undecided” to a scan whose sender the store did not identify in time.
    ///
    /// - Parameters:
    ///   - id: the request id as the client sent it.
    ///   - text: the scanned text; nil for a ticket that was looked up.
    init(undecided id: String, gate: String, text: String? = nil, in request: PageRequest) {
        verdict = .undecided(NoAnswer(), gate: gate, at: request.now)
        language = request.language
        readings = text.map { [Array($0.utf8)] } ?? []
        (self.request, zone) = (id, .gmt)
    }

    struct NoAnswer: Error, SentenceConvertible {
        enum Text: String, SentenceKey {
            static let subject = "noAnswer"

            case storeSilent = "the store does not answer"
        }

        var sentence: Sentence { Sentence(Text.storeSilent) }
    }

    /// - Throws: `OpenSSLError`.
    func answer() throws -> RouteResponse {
        // The page shows the number of people separately.
        let view = VerdictJSON(zone: zone, in: language, countsPeople: false)
        let say = view.lines(verdict).dropFirst().map { JSON.string($0) }
        // The page remembers the name of the symbol, and ignores the symbol as long as the symbol stays in the
        // camera’s view.
        let symbol = readings.isEmpty ? nil : try SymbolDigest.of(readings[verdict.readingIndex])
        let isUndoable = if case .admit = verdict.outcome { verdict.ticket != nil } else { false }
        var answer: [(String, JSON)] = [
            ("word", .string(view.pageWord(verdict.outcome.kind))), ("party", .optional(view.party(verdict))),
            ("say", .array(say)),
            ("language", .string(language.rawValue)), ("request", .string(request)),
            ("symbol", .optional(symbol)), ("undoable", .bool(isUndoable)),
            ("people_left", .optional(verdict.slotsLeft)),
            ("gate_pictures", .array(verdict.gatePictures.map(\.json))),
        ]
        if names == .text, verdict.slotsLeft != nil, !readings.isEmpty {
            answer.append(("text", .optional(String(validating: readings[verdict.readingIndex], as: UTF8.self))))
        }
        return .json(view.json(verdict).adding(answer))
    }
}

extension Verdict {
    /// The number of free slots on a ticket that was refused because it has too few free slots for the party. Nil for
    /// other verdicts, and if no slot is free.
    var slotsLeft: Int? {
        if case .refuse(.alreadyUsed(_, _, _, _, let left, _)) = outcome, left > 0 { left } else { nil }
    }
}

/// The picture of a gate that accepts a ticket. The page of the gate that has refused the ticket shows this picture.
///
/// `scripts/verdict.js` checks the form of `address` before it loads a picture.
struct GatePicture {
    /// The size and the format in which pages load the picture.
    private static let file = PictureVariant(width: .medium, format: .jpeg)

    private let picture: StoredPicture

    init(_ picture: StoredPicture) { self.picture = picture }

    private var address: String { GatePicture.file.map { picture.path(of: $0) } ?? "" }

    var json: JSON {
        .object([("address", .string(address)), ("text", .string(picture.alternativeText))])
    }

    var context: TemplateContext {
        TemplateContext(["address": .text(address), "text": .text(picture.alternativeText)])
    }
}

extension Verdict {
    /// The pictures of the gates that accept the ticket, in the order in which the verdict names these gates. Empty for
    /// verdicts other than `wrongGate`.
    var gatePictures: [GatePicture] {
        guard case .refuse(.wrongGate(let gates, _, let pictures)) = outcome else { return [] }
        return gates.compactMap { gate in pictures[gate].map { GatePicture($0) } }
    }
}

/// The name of a QR symbol in answers to a page: the first 8 bytes of the SHA-256 of the symbol's text.
enum SymbolDigest {
    /// - Throws: `OpenSSLError`.
    static func of(_ text: [UInt8]) throws -> String { Hexadecimal.text(Array(try SHA256.digest(text).prefix(8))) }
}

extension TemplateContext {
    init(_ verdict: Verdict, _ view: VerdictJSON) {
        let word = view.pageWord(verdict.outcome.kind)
        var context: [String: Value] = [
            "word": .text(word), "letters": .text("\(word.longestPart)"),
            "verdict_language": .text(view.language.rawValue), "colour": .text(verdict.outcome.kind.tone.rawValue),
            "why": .text(view.sentences.explanation(verdict)),
            "say": .list(view.lines(verdict).dropFirst().map { TemplateContext(["text": .text($0)]) }),
            "gate_pictures": .list(verdict.gatePictures.map(\.context)),
        ]
        context["party_text"] = view.party(verdict).map { .text($0) }
        if let ticket = verdict.ticket {
            context["code"] = .text(TicketCode(ticket.serial).description)
            context["holder"] = ticket.holder.map { .text($0) }
            context["type"] = ticket.type.map { .text($0) }
        }
        self.init(context)
    }
}

extension String {
    /// The number of characters in the longest part of the text between two spaces, at most 12. A gate’s page shows a
    /// verdict, such as `NOT DECIDED`, in large letters, and breaks the line only at spaces. `styles/verdict.css` makes
    /// the letters of a long part narrower.
    ///
    /// Only characters (Unicode scalars) that need their own space on the line are counted. Accents above or below a
    /// letter, and invisible characters for the writing direction, need no space. `scripts/verdict.js` counts in the
    /// same way.
    var longestPart: Int {
        let lengths = unicodeScalars.split { $0 == " " }.map { $0.count(where: \.needsOwnSpace) }
        return min(12, lengths.max() ?? 0)
    }
}

extension Unicode.Scalar {
    fileprivate var needsOwnSpace: Bool {
        switch properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: false
        default: true
        }
    }
}
