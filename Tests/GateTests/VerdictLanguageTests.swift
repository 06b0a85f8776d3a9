import EventFixture
import Foundation
import Languages
import Testing
import Ticketing

@testable import Gate

@Suite("Verdicts in other languages")
struct VerdictLanguageTests {
    private static let at = Instant(seconds: 1_893_520_800)
    private static let admission = Admission(at: at.advanced(bySeconds: -90_000), gate: "North")

    private static let unknownInputs: [UnknownInput] = [
        .empty, .tooShort, .tooLong(limit: 7), .notText, .otherScript, .invalidLetter("7"), .ean(digits: 7), .upc,
        .gtin, .webAddress, .webAddressEnd, .otherSymbol, .otherSystem, .otherSystemSigned, .ticketCode,
        .cutOff(letters: 7, length: 7), .liveCodeCutOff, .tooManyLetters(letters: 7, length: 7), .impossibleValues,
        .typed(.tooShort, layout: Sentence(KeyboardLayout.belgian)),
    ]
    private static let usedTickets: [Refusal] = [
        .alreadyUsed(first: nil, used: 0, allowed: 1, left: 1), .alreadyUsed(first: nil, used: 1, allowed: 3, left: 2),
        .alreadyUsed(first: nil, used: 2, allowed: 2), .alreadyUsed(first: admission, used: 1, allowed: 1),
        .alreadyUsed(first: admission, used: 2, allowed: 2, last: admission),
        .alreadyUsed(first: admission, used: 0, allowed: 1, reentry: .never),
        .alreadyUsed(first: admission, used: 0, allowed: 1, reentry: .atMost(1)),
        .alreadyUsed(first: admission, used: 0, allowed: 1, reentry: .atMost(3)),
        .alreadyUsed(first: admission, used: 0, allowed: 1, reentry: .daily),
        .alreadyUsed(first: admission, used: 1, allowed: 1, reentry: .daily),
    ]

    /// Refusals with this reason, with and without their optional values.
    private static func samples(_ reason: Refusal.Reason) throws -> [Refusal] {
        let later = at.advanced(bySeconds: 90_000)
        return switch reason {
        case .malformed: unknownInputs.map { .malformed($0) }
        case .unsupportedVersion: [.unsupportedVersion(7)]
        case .unknownKey: [.unknownKey(7)]
        case .badSignature: [.badSignature]
        case .staleCode:
            [
                .staleCode(stepsOff: nil, present: false), .staleCode(stepsOff: nil, present: true),
                .staleCode(stepsOff: -3, present: true), .staleCode(stepsOff: 3, present: true),
            ]
        case .wrongEvent:
            [
                .wrongEvent(try #require(EventNumber(rawValue: 7)), title: nil, start: nil),
                .wrongEvent(try #require(EventNumber(rawValue: 7)), title: "7", start: later),
            ]
        case .notListed: [.notListed]
        case .revoked:
            Ticket.Status.allCases.flatMap { status in
                [.revoked(status, since: nil, note: nil), .revoked(status, since: at, note: "7")]
            }
        case .superseded: [.superseded(since: nil), .superseded(since: admission.at)]
        case .unpaid: [.unpaid(due: Money(minorUnits: 7, currency: "UGX"))]
        case .notYetValid:
            [
                .notYetValid(from: at.advanced(bySeconds: 60)), .notYetValid(from: later),
                .notYetValid(from: later, until: later.advanced(bySeconds: 60)),
            ]
        case .expired:
            [
                .expired(until: at.advanced(bySeconds: -60)), .expired(until: admission.at),
                .expired(until: admission.at, from: admission.at.advanced(bySeconds: -60)),
            ]
        case .wrongGate:
            [
                .wrongGate(validAt: []), .wrongGate(validAt: ["7", "8"]),
                .wrongGate(validAt: ["7"], landmarks: ["7": "8"]),
                .wrongGate(validAt: ["7", "8"], landmarks: ["8": "9"]),
            ]
        case .outsideHours: [.outsideHours(try #require(DailyHours(rawValue: "10:00-18:00")))]
        case .alreadyUsed: usedTickets
        case .notInside: [.notInside]
        case .venueFull: [.venueFull(inside: 7, capacity: 7)]
        case .leftSince: [.leftSince]
        }
    }

    private static func verdicts() throws -> [Verdict] {
        let ticket = Verdict.TicketSummary(
            event: try #require(EventNumber(rawValue: 7)), serial: try #require(Serial(rawValue: 7)),
            typeNumber: .first, type: "7", holder: nil, note: nil)
        let outcomes =
            try Verdict.Outcome.Kind.allCases.flatMap { kind -> [Verdict.Outcome] in
                switch kind {
                case .admit: [.admit(again: false), .admit(again: true)]
                case .exit: [.exit]
                case .void: [.void]
                case .repeat: [.repeat]
                case .undecided: [.undecided(.verbatim("7"))]
                case .refuse: try Refusal.Reason.allCases.flatMap(samples).map { .refuse($0) }
                }
            }
        return outcomes.flatMap { outcome in
            [nil, ticket, ticket].enumerated().map { index, ticket in
                Verdict(
                    outcome, ticket: ticket, attention: [.identity(minimumAge: 18), .note("7")], gate: "North", at: at
                ).with {
                    $0.used = ticket == nil ? nil : 2
                    $0.allowed = ticket == nil ? nil : 3
                    $0.isAnybodyInside = [nil, false, true][index]
                }
            }
        }
    }

    @Test("In the test language, which marks all sentences of the catalogue, the sentence of every verdict is marked")
    func pseudo() throws {
        let sentences = VerdictSentences(timeZone: .gmt, in: .pseudo)
        for verdict in try Self.verdicts() {
            for text in [sentences.explanation(verdict)] + verdict.attention.map(sentences.sentence) {
                #expect(text.hasPrefix("⟦") && text.hasSuffix("⟧"), "\(verdict.outcome): \(text)")
                #expect(!text.contains("{") && !text.contains("|"), "\(verdict.outcome): \(text)")
                // An argument of a sentence must not be an English word. “North” is the name of a gate.
                let words = PseudoText.untranslatedWords(in: text, except: ["North"])
                #expect(words.isEmpty, "\(verdict.outcome): \(words)")
            }
        }
    }

    @Test(
        "Every verdict has a sentence in each language that users can choose; no translation equals the English one",
        arguments: Language.offered)
    func complete(language: Language) throws {
        let (ours, english) = (VerdictSentences(timeZone: .gmt, in: language), VerdictSentences(timeZone: .gmt))
        for verdict in try Self.verdicts() {
            let text = ours.explanation(verdict)
            #expect(!text.isEmpty && !text.contains("{") && !text.contains("⟦"), "\(verdict.outcome): \(text)")
            #expect((text == english.explanation(verdict)) == (language == .english), "\(verdict.outcome): \(text)")
        }
    }

    @Test("A verdict names a keyboard layout in its own language, and not in English")
    func layouts() {
        func notice(_ layout: KeyboardLayout, _ language: Language) -> String {
            VerdictSentences(timeZone: .gmt, in: language).repairNotice(from: layout)
        }
        for layout in KeyboardLayout.allCases {
            let pseudo = notice(layout, .pseudo)
            let described = Language.pseudo.text(UnknownInput.typed(.tooShort, layout: Sentence(layout)))
            #expect(!pseudo.contains(layout.rawValue) && !described.contains(layout.rawValue), "\(layout)")
            // QWERTZ and AZERTY are the first letters of keyboards. They are the same in all languages.
            let isSame = [.german, .french].contains(layout)
            for language in [Language.french, .swahili] {
                let name = Sentence(layout).text(in: language)
                #expect((name == layout.rawValue) == isSame, "\(language) \(layout)")
                #expect(notice(layout, language).hasSuffix(name), "\(language) \(layout)")
            }
        }
        #expect(notice(.belgian, .english) == "Repaired from Belgian AZERTY")
        #expect(notice(.belgian, .french) == "Corrigé depuis le clavier AZERTY belge")
        #expect(notice(.spanish, .swahili) == "Imerekebishwa kutoka kibodi ya Kihispania")
        let described = Language.french.text(UnknownInput.typed(.tooShort, layout: Sentence(KeyboardLayout.russian)))
        #expect(described.hasSuffix("saisi avec le clavier russe"), "\(described)")
    }

    @Test("The amount due is formatted as is usual in the language")
    func amounts() {
        for (language, text) in [
            (Language.english, "Not paid: UGX 20,000 due"), (.french, "Non payé : 20 000 UGX à payer"),
        ] {
            let due = Money(minorUnits: 20_000, currency: "UGX")
            let refusal = Verdict(.refuse(.unpaid(due: due)), gate: "North", at: Self.at)
            let explanation = VerdictSentences(timeZone: .gmt, in: language).explanation(refusal)
            #expect(explanation.replacing(/[\u{A0}\u{202F}]/, with: " ") == text)
        }
    }

    @Test("Dates are in the language of the sentence")
    func dates() throws {
        let verdict = Verdict(
            .refuse(.notYetValid(from: Self.at.advanced(bySeconds: 90_000))), gate: "North", at: Self.at)
        let french = VerdictSentences(timeZone: .gmt, in: .french)
        #expect(french.explanation(verdict).contains("mercredi 2 janv."))
        #expect(french.explanation(verdict).hasSuffix("nous sommes le mardi 1er"))
        #expect(french.moment(Self.at).hasPrefix("mar. 1er janv. 2030 18:00:00"))
        #expect(VerdictSentences(timeZone: .gmt, in: .swahili).explanation(verdict).contains("Jumatano 2 Jan"))
    }
}
