/// The characters and colours with which a QR symbol is shown on a terminal.
public enum TerminalStyle: Sendable, Equatable {
    /// Half-block characters such as `▀`, in black on white. Each line shows two rows of modules (the symbol's small
    /// squares).
    case colouredBlocks
    /// Half-block characters such as `▀`, in the terminal's colours. Each line shows two rows of modules.
    case blocks(on: TerminalBackground = .dark)
    /// Two spaces with a black or white background for each module, for terminals that cannot show half-block
    /// characters.
    case colouredASCII
    /// `##` or two spaces for each module, in the terminal's colours.
    case ascii(on: TerminalBackground = .light)

    fileprivate var columnsPerModule: Int {
        switch self {
        case .colouredBlocks, .blocks: 1
        case .colouredASCII, .ascii: 2
        }
    }
}

/// The terminal's background, for styles that use the terminal's colours. On a dark background, the characters are
/// light and represent the light modules. On a light background, they represent the dark modules.
public enum TerminalBackground: Sendable {
    case dark
    case light
}

extension QRSymbol {
    /// The number of columns that the symbol needs.
    public func terminalColumns(_ style: TerminalStyle, quietZone: Int = 4) throws(QRSymbolError) -> Int {
        try side(quietZone: quietZone) * style.columnsPerModule
    }

    /// Renders the symbol as lines of text, each ending in a line feed. In a style with its own colours, each line sets
    /// the colours, and resets them at its end.
    ///
    /// - Parameter columns: The width of the terminal; nil if it is unknown. A wider symbol is rejected, because its
    ///   lines would be wrapped.
    public func terminalBlocks(
        _ style: TerminalStyle, quietZone: Int = 4, columns: Int? = nil
    ) throws(QRSymbolError) -> String {
        let needed = try terminalColumns(style, quietZone: quietZone)
        if let columns, columns < needed { throw .tooNarrow(columns: columns, needed: needed) }
        let span = -quietZone..<modulesPerSide + quietZone
        return switch style {
        case .colouredBlocks: halfBlocks(span, ink: .light, from: Paint.blackOnWhite, to: Paint.reset)
        case .blocks(let background): halfBlocks(span, ink: background, from: "", to: "")
        case .colouredASCII: colouredSpaces(span)
        case .ascii(let background): hashes(span, on: background)
        }
    }

    private func halfBlocks(_ span: Range<Int>, ink: TerminalBackground, from start: String, to end: String) -> String {
        var lines = ""
        for row in stride(from: span.lowerBound, to: span.upperBound, by: 2) {
            lines += start
            for column in span {
                // The number of rows is odd, so the lower half of the last line shows one more row of the quiet zone.
                let upper = isDrawn(row: row, column: column, on: ink)
                let lower = isDrawn(row: row + 1, column: column, on: ink)
                lines += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ")
            }
            lines += end + "\n"
        }
        return lines
    }

    private func colouredSpaces(_ span: Range<Int>) -> String {
        var lines = ""
        for row in span {
            var current: Bool?
            for column in span {
                let dark = isDark(row: row, column: column)
                if dark != current { lines += dark ? Paint.black : Paint.white }
                current = dark
                lines += "  "
            }
            lines += Paint.reset + "\n"
        }
        return lines
    }

    private func hashes(_ span: Range<Int>, on background: TerminalBackground) -> String {
        var lines = ""
        for row in span {
            for column in span { lines += isDrawn(row: row, column: column, on: background) ? "##" : "  " }
            lines += "\n"
        }
        return lines
    }

    private func isDrawn(row: Int, column: Int, on background: TerminalBackground) -> Bool {
        isDark(row: row, column: column) == (background == .light)
    }
}

/// Control sequences that set black and white. They use the fixed colours of the 256-colour palette, not the first
/// sixteen colours, which users can change.
private enum Paint {
    static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    static let black = "\u{1B}[48;5;16m"
    static let white = "\u{1B}[48;5;231m"
    static let reset = "\u{1B}[0m"
}
