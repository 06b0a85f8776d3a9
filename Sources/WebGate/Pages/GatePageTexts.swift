import Languages
import Presentation
import Ticketing

extension Language {
    /// The texts of a gate's page as JSON, for its scripts. Each text has a name and a list of forms: one form, or a
    /// singular and a plural. A name in braces is replaced by the value of the argument.
    ///
    /// `scripts/gate-texts.js` reads the texts.
    var gatePageTexts: String {
        let texts = GatePageSentence.allCases.map { ("\($0)", forms(of: $0)) }
        // If the scripts get no verdict from the server, they show the scan as undecided. So they also need these
        // texts.
        let verdicts = [GateSentence.notDecided, .undecided].map { ("\($0)", forms(of: $0)) }
        return JSON.object(texts + verdicts).text
    }

    private func forms(of sentence: some SentenceKey) -> JSON { .array(patterns(of: sentence).map { .string($0) }) }
}

extension Direction {
    /// The text of the button that admits people or records their exit.
    var action: GatePageSentence { self == .exit ? .letOut : .admit }
}
