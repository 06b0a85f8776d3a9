import Languages
import WebHost

extension DesignPage {
    static let gatePath = "/design/gate"

    /// The page with the verdicts of gates.
    ///
    /// - Throws: `Problem` 404 if the server is not in development mode.
    func gatePage(_ request: PageRequest) async throws -> RouteResponse {
        try requireDevelopment()
        let verdicts = DesignPage.verdicts.enumerated().map { index, verdict in
            // Each verdict is a landmark (ARIA) of the page, and screen readers list landmarks by name. So each verdict
            // has a different name.
            verdict.merging(["verdict_prefix": .text("sample-\(index)-"), "verdict_name": .text(" \(index + 1)")])
        }
        return try request.page(
            "design-gate", title: Sentence(DesignSentence.gateTitle), side: .organizer,
            [
                "verdicts": .list(verdicts), "here": .text(DesignPage.gatePath), "base": .text(DesignPage.gatePath),
            ])
    }

    /// Template values for a verdict.
    ///
    /// - Parameters:
    ///   - word: The verdict, which is shown in large letters.
    ///   - content: The lines below the verdict.
    ///   - more: Values beside the verdict, such as those for its buttons.
    private static func verdict(
        _ word: GateWordSentence, _ colour: String, why: DesignSentence,
        _ content: [String: TemplateContext.Value] = [:], _ more: [String: TemplateContext.Value] = [:]
    ) -> TemplateContext {
        let longest = word.rawValue.split(separator: " ").map(\.count).max() ?? 0
        let words: [String: TemplateContext.Value] = [
            "colour": .text(colour), "word": .text(word.rawValue), "letters": .text("\(longest)"),
            "verdict_language": .text("en"), "why": .sentence(why),
        ]
        return TemplateContext(["verdict": .section(TemplateContext(words.merging(content) { $1 }))]).merging(more)
    }

    private static var verdicts: [TemplateContext] {
        let holder: [String: TemplateContext.Value] = [
            "holder": .text("Grace Nakato"), "code": .text("QCFC-4R6X"), "type": .text("Regular"),
        ]
        let party: [String: TemplateContext.Value] = [
            "party_text": .sentence(GateWordSentence.party, ["inside": .number(3), "allowed": .number(5)]),
            "say": .list([TemplateContext(["text": .text("Table 4")])]),
        ]
        let way: [String: TemplateContext.Value] = [
            "gate_pictures": .list([
                TemplateContext(["address": .text(posterPath), "text": .sentence(DesignSentence.poster)])
            ])
        ]
        let fewer = TemplateContext(["label": .sentence(GatePageSentence.admitFewer, ["people": .number(2)])])
        return [
            verdict(
                .admit, "green", why: .admitted, holder.merging(party) { $1 },
                ["is_undoable": present, "is_closing": present]),
            verdict(.admit, "green", why: .admitted, holder, ["is_undoing": present]),
            verdict(.exit, "green", why: .leaves, holder, ["is_closing": present]),
            verdict(.repeat, "blue", why: .repeated, holder),
            verdict(.takenBack, "blue", why: .tookBack, holder),
            verdict(.refuse, "red", why: .wrongGate, holder.merging(way) { $1 }),
            verdict(.refuse, "red", why: .tooMany, holder, ["fewer": .section(fewer)]),
            verdict(
                .notDecided, "yellow", why: .undecided, [:],
                [
                    "undecided_scans": .sentence(GatePageSentence.waiting, ["count": .number(2)]),
                    "retry": present,
                ]),
            verdict(.oneAtATime, "yellow", why: .severalSymbols),
        ]
    }
}
