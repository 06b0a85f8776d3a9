package import AttendeePack
package import Cryptography
package import Drawing
package import Presenting
package import Printing
package import QRSymbol

// What the errors of drawing and printing mean.

extension PrintingError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .timeIsCut, .picture, .symbol, .noSymbol, .noBack, .pageTooSmall, .symbolOnCards, .foreignField,
            .noRoomOnTables:
            .badInput
        case .selfCheck: .trouble
        }
    }

    package var hint: String? {
        switch self {
        case .timeIsCut: "give it a larger box or smaller type in the layout, or take another layout"
        case .picture: "save it smaller or simpler, or as PNG"
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
    package var kind: ErrorKind { .badInput }
}

extension PrintQueueError: ExplainedError {
    package var kind: ErrorKind { .trouble }
}

extension DrawingError: ExplainedError {
    package var kind: ErrorKind { self == .noFonts ? .trouble : .badInput }
    package var hint: String? { self == .noFonts ? "apt install fonts-noto-core" : nil }
}

extension QRSymbolError: ExplainedError {
    package var kind: ErrorKind { .badInput }
}

extension AttendeePackError: ExplainedError {
    package var kind: ErrorKind { .badInput }
}

extension CertificateFault: ExplainedError {
    package var kind: ErrorKind { .badInput }
}
