package import Gate
package import Languages

/// The detected settings of a scanner, and advice on what to change.
package struct ScannerTestJSON {
    package let finding: ScannerTest.Finding

    package init(finding: ScannerTest.Finding) {
        self.finding = finding
    }

    /// Whether a gate can read tickets with these settings.
    package var isReady: Bool {
        if case .read(let setup) = finding { setup.isPrefixStripped && setup.suffix == .enter } else { false }
    }

    package var json: JSON {
        var setup: ScannerTest.ScannerConfiguration?
        if case .read(let found) = finding { setup = found }
        let layout: KeyboardLayout? = if case .cutOff(_, let layout) = finding { layout } else { setup?.layout }
        return .object([
            ("ready", .bool(isReady)), ("fault", .optional(fault)), ("layout", .optional(layout?.rawValue)),
            ("caps_lock", setup.map { .bool($0.typesLowercase) } ?? .null), ("prefix", .optional(setup?.prefix)),
            ("suffix", .optional(setup?.suffix.name)), ("advice", .array(advice.map { .string($0.english) })),
        ])
    }

    private var fault: String? {
        switch finding {
        case .read(let setup):
            if !setup.isPrefixStripped { "long_prefix" } else { setup.suffix == .enter ? nil : "suffix" }
        case .cutOff: "cut_off"
        case .unknownLayout: "unknown_layout"
        case .unrelatedText: "something_else"
        case .nothing: "nothing"
        }
    }

    /// Sentences that tell the user what to change in the settings. Optional changes come last.
    package var advice: [Sentence] {
        switch finding {
        case .read(let setup): advice(on: setup)
        case .cutOff(let count, _):
            [Sentence(Text.cutOff, ["arrived": .number(count), "all": .number(ScannerTest.symbolText.count)])]
        case .unknownLayout(let changed):
            [Sentence(Text.unknownLayout, ["characters": .text(changed.visible)])]
        case .unrelatedText: [Sentence(Text.unrelatedText)]
        case .nothing: [Sentence(Text.nothing)]
        }
    }

    private func advice(on setup: ScannerTest.ScannerConfiguration) -> [Sentence] {
        var advice: [Sentence] = []
        if !setup.isPrefixStripped { advice.append(Sentence(Text.prefix)) }
        if setup.suffix != .enter { advice.append(Sentence(Text.suffix)) }
        if setup.layout != .us {
            advice.append(Sentence(Text.otherLayout, ["layout": .sentence(setup.layout)]))
        }
        return advice
    }

    enum Text: String, SentenceKey {
        static let subject = "scannerTest"

        case cutOff =
            "Only {arrived} of {all} characters arrived. Set a longer delay between characters on the scanner, hold the scanner still, and try again."
        case unknownLayout =
            "Unknown keyboard layout: other characters arrived instead of {characters}. Set the computer’s keyboard to English (US), or the scanner to the computer’s keyboard layout."
        case unrelatedText =
            "That was not the test symbol, or it arrived twice or altered. Scan the test symbol once. If this happens again, set the computer’s keyboard to English (US) and the scanner to a US keyboard."
        case nothing = "Nothing arrived. Check that the scanner is set to type like a keyboard (HID, keyboard wedge)."
        case prefix =
            "Switch off the scanner’s prefix (preamble), or shorten it: a gate ignores prefixes of at most ten characters."
        case suffix = "Set the scanner’s suffix (terminator) to Enter, also called CR."
        case otherLayout =
            "The gate corrects text that was typed in the layout {layout}. It is safer to set the computer’s keyboard to English (US), or the scanner to the computer’s keyboard layout."
    }
}

extension ScannerTest.Suffix {
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .enter: "enter"
        case .tab: "tab"
        case .other: "other"
        }
    }
}
