package import Gate

/// How a scanner is set, and what to change.
package struct CalibrationView {
    package let finding: Calibration.Finding

    package init(finding: Calibration.Finding) {
        self.finding = finding
    }

    /// Whether tickets will be read as the scanner and the computer are set.
    package var isReady: Bool {
        if case .read(let setup) = finding { setup.isPrefixTaken && setup.suffix == .enter } else { false }
    }

    package var json: JSON {
        var setup: Calibration.Setup?
        if case .read(let found) = finding { setup = found }
        let layout: KeyboardLayout? = if case .cutOff(_, let layout) = finding { layout } else { setup?.layout }
        return .object([
            ("ready", .bool(isReady)), ("fault", .optional(fault)), ("layout", .optional(layout?.rawValue)),
            ("caps_lock", setup.map { .bool($0.hasSmallLetters) } ?? .null), ("prefix", .optional(setup?.prefix)),
            ("suffix", .optional(setup?.suffix.name)), ("advice", .array(advice.map { .string($0) })),
        ])
    }

    private var fault: String? {
        switch finding {
        case .read(let setup):
            if !setup.isPrefixTaken { "long_prefix" } else { setup.suffix == .enter ? nil : "suffix" }
        case .cutOff: "cut_off"
        case .unknownLayout: "unknown_layout"
        case .somethingElse: "something_else"
        case .nothing: "nothing"
        }
    }

    /// What to change; what only could be changed comes last.
    package var advice: [String] {
        switch finding {
        case .read(let setup): advice(on: setup)
        case .cutOff(let count, _):
            [
                """
                Only \(count) of \(Calibration.symbolText.count) characters came. Set a longer delay between characters \
                at the scanner, hold it still, and try again.
                """
            ]
        case .unknownLayout(let changed):
            [
                """
                The gate does not know this keyboard layout: other characters came for \(changed.visible). Set the \
                computer’s keyboard to English (US), or the scanner to the computer’s keyboard.
                """
            ]
        case .somethingElse:
            [
                """
                That was not the test symbol, or it came twice or changed. Scan it once. If it stays so, set the \
                computer’s keyboard to English (US), and the scanner to the US keyboard.
                """
            ]
        case .nothing: ["Nothing came. See that the scanner is set to type like a keyboard (HID, keyboard wedge)."]
        }
    }

    private func advice(on setup: Calibration.Setup) -> [String] {
        var advice: [String] = []
        if !setup.isPrefixTaken {
            advice.append("Switch off the scanner’s prefix (preamble): a gate takes off ten characters at most.")
        }
        if setup.suffix != .enter { advice.append("Set the scanner’s suffix (terminator) to Enter, also called CR.") }
        if setup.layout != .us {
            advice.append(
                """
                The gate repairs \(setup.layout.rawValue). It is surer to set the computer’s keyboard to English (US), or \
                the scanner to the computer’s keyboard.
                """)
        }
        return advice
    }
}

extension Calibration.Suffix {
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .enter: "enter"
        case .tab: "tab"
        case .other: "other"
        }
    }
}
