package import Gate
package import Languages

/// The colours in which gates show verdicts. Page templates, scripts and style sheets use the raw values as names.
/// `scripts/elements.js` has the colour of each verdict again; a test compares them.
package enum VerdictTone: String, Sendable, CaseIterable {
    case green, blue, red, yellow
}

extension Verdict.Outcome.Kind {
    package var tone: VerdictTone {
        switch self {
        case .admit, .exit: .green
        case .repeat, .void: .blue
        case .refuse: .red
        case .undecided: .yellow
        }
    }

    /// The word that is shown with a verdict, for people who cannot see its colour.
    package var label: GateSentence {
        switch self {
        case .admit: .admit
        case .exit: .exit
        case .void: .void
        case .repeat: .repeat
        case .refuse: .refuse
        case .undecided: .undecidedWord
        }
    }

    /// The word that is shown with a verdict on a page. The page shows it in large letters, so it must be short, and
    /// has separate translations.
    package var pageLabel: GateWordSentence {
        switch self {
        case .admit: .admit
        case .exit: .exit
        case .void: .takenBack
        case .repeat: .repeat
        case .refuse: .refuse
        case .undecided: .notDecided
        }
    }
}
