import AttendeePack
import Cryptography
import Drawing
import Presenting
import Printing
import QRSymbol
import SymbolReader
import Web

// What the errors of drawing, printing and serving mean.

extension PrintingError: ExplainedError {
    var kind: ErrorKind {
        switch self {
        case .missingGlyphs, .symbol, .noSymbol, .noBack, .pageTooSmall, .symbolOnCards, .foreignField, .noRoomOnTables:
            .badInput
        case .selfCheck: .trouble
        }
    }

    var hint: String? {
        switch self {
        case .missingGlyphs: "install a font that has them, or change the text"
        case .symbol: "give the symbol a larger box in the layout, or print with more dots an inch"
        case .selfCheck: "that file was not released; try another layout, and report it with the layout"
        case .noSymbol: "add a box with \"symbol\": \"token\" to its front, or say --duplex where it is on the back"
        case .noBack, .pageTooSmall: nil
        case .symbolOnCards, .foreignField(_, _, on: .placeCards):
            "a4-place-cards and letter-place-cards are for guests, table-card for tables"
        case .foreignField(_, _, on: .tableCards): "table-card is for tables"
        case .foreignField(_, _, on: .tickets): "Docs/Printing.md lists the fields of tickets"
        case .noRoomOnTables: "give them a larger box or smaller type in the layout, or spread them over more tables"
        }
    }
}

extension PrinterRefusal: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension PrintQueueError: ExplainedError {
    var kind: ErrorKind { .trouble }
}

extension DrawingError: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension QRSymbolError: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension AttendeePackError: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension CertificateFault: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension SymbolReaderError: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension WebServerError: ExplainedError {
    var kind: ErrorKind {
        switch self {
        case .certificate, .key: .badInput
        case .inUse, .notOfThisMachine, .notAllowed, .listening: .trouble
        }
    }
}
