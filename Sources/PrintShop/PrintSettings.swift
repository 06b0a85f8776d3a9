package import Drawing
import Foundation
package import Printing
package import Ticketing

/// All settings that determine how a batch is drawn, except the layout.
package struct PrintSettings {
    package var sides = TicketSheetPDF.Sides.front
    package var offset = PaperOffset.none
    /// The offset on the back of the sheet; nil if it equals `offset`.
    package var backOffset: PaperOffset?
    /// The language of dates, amounts and words, as a BCP 47 tag.
    package var language = "en-GB"
    /// The direction that was read from the store; nil for settings that were not read from the store, because their
    /// direction follows from `language`.
    private var storedDirection: WritingDirection?
    package var format = PrintFormat.pdf
    /// Whether the symbols on labels and receipts are drawn by this program, as graphics, or by the printer itself.
    package var symbols = RollTicketWriter.SymbolRendering.graphic

    private enum Key {
        static let sides = "sides"
        static let offset = "offset"
        static let backOffset = "back_offset"
        static let language = "language"
        static let direction = "direction"
        static let format = "format"
        static let symbols = "symbols"
        static let front = "front"
        static let both = "both"
        static let rightToLeft = "right-to-left"
    }

    package init() {}

    /// The direction in which the tickets are read. Early versions of this program stored no direction, and drew all
    /// tickets from left to right in every language. Batches from these versions keep that direction, so that a sheet
    /// that is printed again looks like the other sheets.
    package var direction: WritingDirection { storedDirection ?? PaperLanguage(language).direction }

    /// Reads the settings that the store contains for a batch. Returns nil if this version of the program does not
    /// support these settings.
    package init?(_ fields: [String: String]) {
        guard let sides = fields[Key.sides], [Key.front, Key.both].contains(sides),
            let offset = fields[Key.offset].flatMap({ PaperOffset($0) }), let language = fields[Key.language],
            let format = fields[Key.format].flatMap({ PrintFormat(rawValue: $0) }),
            let symbols = fields[Key.symbols].flatMap({ RollTicketWriter.SymbolRendering(rawValue: $0) })
        else { return nil }
        self.sides = sides == Key.both ? .both : .front
        self.offset = offset
        if let text = fields[Key.backOffset] {
            guard let backOffset = PaperOffset(text) else { return nil }
            self.backOffset = backOffset
        }
        self.language = language
        switch fields[Key.direction] {
        case nil: storedDirection = .leftToRight
        case Key.rightToLeft: storedDirection = .rightToLeft
        default: return nil
        }
        self.format = format
        self.symbols = symbols
    }

    /// The kind of verification that is done. For PDF sheets, it is the requested kind. On labels and receipts, symbols
    /// that this program draws are always verified. Symbols that the printer draws are never verified, because this
    /// program does not see them.
    package func check(_ requested: PrintedFile.Check) -> PrintedFile.Check {
        switch (format, symbols) {
        case (.pdf, _): requested
        case (_, .graphic): .everySymbolReadBack
        case (_, .printer): .unchecked
        }
    }

    package var fields: [String: String] {
        var fields = [
            Key.sides: sides == .both ? Key.both : Key.front, Key.offset: offset.text, Key.language: language,
            Key.format: format.rawValue, Key.symbols: symbols.rawValue,
        ]
        fields[Key.backOffset] = backOffset?.text
        if direction == .rightToLeft { fields[Key.direction] = Key.rightToLeft }
        return fields
    }
}
