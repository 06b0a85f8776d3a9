import Foundation
import Printing

/// What changes the drawing beside the layout, as a batch keeps it.
struct PrintSettings {
    var sides = SheetFile.Sides.front
    var offset = PaperOffset.none
    /// A BCP 47 tag, for dates.
    var language = "en-GB"
    var format = PrintFormat.pdf
    /// Who draws the symbols of labels and receipts.
    var symbols = TicketRoll.Symbols.graphic

    private enum Key {
        static let sides = "sides"
        static let offset = "offset"
        static let language = "language"
        static let format = "format"
        static let symbols = "symbols"
        static let both = "both"
    }

    init() {}

    init(_ fields: [String: String]) {
        sides = fields[Key.sides] == Key.both ? .both : .front
        offset = fields[Key.offset].flatMap { PaperOffset(argument: $0) } ?? .none
        language = fields[Key.language] ?? language
        format = fields[Key.format].flatMap { PrintFormat(rawValue: $0) } ?? format
        symbols = fields[Key.symbols].flatMap { TicketRoll.Symbols(rawValue: $0) } ?? symbols
    }

    var fields: [String: String] {
        [
            Key.sides: sides == .both ? Key.both : "front", Key.offset: offset.text, Key.language: language,
            Key.format: format.rawValue, Key.symbols: symbols.rawValue,
        ]
    }
}

/// What the files of a batch are.
enum PrintFormat: String, CaseIterable, TypedValue {
    case pdf
    case zpl
    case escpos

    /// The language of a label or receipt printer; nil for sheets.
    var language: TicketRoll.Language? {
        switch self {
        case .pdf: nil
        case .zpl: .zpl
        case .escpos: .escpos
        }
    }

    /// What is printed where no layout is named.
    var layout: String {
        switch self {
        case .pdf: "a4-10"
        case .zpl: "roll-62"
        case .escpos: "roll-80"
        }
    }
}

extension TicketRoll.Symbols: TypedValue {}
