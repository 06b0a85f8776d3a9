import Languages
import Presentation
import Ticketing

extension Language {
    /// The texts of a gate's page as JSON, for the scripts of the page. Each text has a name, and is an object with one
    /// wording for each plural category, such as `one` and `other`. The wordings contain the names of arguments in
    /// braces. The scripts replace these names with the values of the arguments.
    ///
    /// `scripts/gate-texts.js` reads the texts.
    var gatePageTexts: String {
        let texts = GatePageSentence.allCases.map { ("\($0)", forms(of: $0)) }
        // If the scripts get no verdict from the server, they show the scan as undecided. So they also need these
        // texts.
        let verdicts = [
            ("\(GateWordSentence.notDecided)", forms(of: GateWordSentence.notDecided)),
            ("\(GateSentence.undecided)", forms(of: GateSentence.undecided)),
        ]
        return JSON.object(texts + verdicts).text
    }

    private func forms(of sentence: some SentenceKey) -> JSON {
        .object(patternsByCategory(of: sentence).map { ($0.category, .string($0.pattern)) })
    }
}

extension Direction {
    /// The text of the button that admits people or records their exit.
    var action: GatePageSentence { self == .exit ? .letOut : .admit }
}
