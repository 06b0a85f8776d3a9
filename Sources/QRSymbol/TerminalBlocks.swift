/// How a symbol is drawn with characters.
public enum TerminalStyle: Sendable, Equatable {
    /// Half blocks, two rows of modules a line, in black on white whatever the terminal's own colours are.
    case colouredBlocks
    /// Half blocks in the terminal's own colours.
    case blocks(on: TerminalBackground = .dark)
    /// Spaces in black and white, two a module: for a locale that is not UTF-8.
    case colouredASCII
    /// `##` and spaces, two a module, in the terminal's own colours.
    case ascii(on: TerminalBackground = .light)

    /// Columns for each module.
    fileprivate var columnsPerModule: Int {
        switch self {
        case .colouredBlocks, .blocks: 1
        case .colouredASCII, .ascii: 2
        }
    }
}

/// The terminal's background where the drawing brings no colours of its own: what is drawn is the light modules on a
/// dark one, the dark modules on a light one.
public enum TerminalBackground: Sendable {
    case dark
    case light
}

extension QRSymbol {
    /// Columns that a drawing takes.
    public func terminalColumns(_ style: TerminalStyle, quietZone: Int = 4) throws(QRSymbolError) -> Int {
        try side(quietZone: quietZone) * style.columnsPerModule
    }

    /// The symbol as lines of characters, each ended by a line feed. Coloured lines set both colours and reset them.
    ///
    /// - Parameter columns: the window's width; a symbol that does not fit is refused, as a wrapped one cannot be read.
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
                // The side is odd: the half line that is left over is one more row of quiet zone.
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

/// The 256-colour palette's fixed black and white: the first sixteen colours are the user's own.
private enum Paint {
    static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    static let black = "\u{1B}[48;5;16m"
    static let white = "\u{1B}[48;5;231m"
    static let reset = "\u{1B}[0m"
}
