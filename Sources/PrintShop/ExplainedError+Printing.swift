package import AttendeePack
package import Cryptography
package import Drawing
package import Presentation
package import Printing
package import QRSymbol

// The kinds and subjects of the errors from drawing and printing.

extension PrintingError: ExplainedError {
    package var subject: ErrorSubject { .layout }

    package var kind: ErrorKind {
        switch self {
        case .timeTruncated, .picture, .symbol, .noSymbol, .noBack, .pageTooSmall, .symbolOnCards, .unsupportedField,
            .tableCardsTooSmall:
            .invalidInput
        case .selfCheck: .systemFailure
        }
    }

    package var hint: String? {
        switch self {
        case .timeTruncated: "give the text a larger box or smaller type in the layout, or use another layout"
        case .picture: "make the picture smaller or simpler, or save it as PNG"
        case .symbol: "give the symbol a larger box in the layout, or print at more dots per inch"
        case .selfCheck: "the file was not saved; try another layout, and report the problem with this layout"
        case .noSymbol: "add a box with \"symbol\": \"token\" to its front, or add --duplex if it is on the back"
        case .noBack, .pageTooSmall: nil
        case .symbolOnCards, .unsupportedField(_, _, on: .placeCards):
            "a4-place-cards and letter-place-cards are for guests, table-card for tables"
        case .unsupportedField(_, _, on: .tableCards): "table-card is for tables"
        case .unsupportedField(_, _, on: .tickets): "Docs/Printing.md lists the fields of tickets"
        case .tableCardsTooSmall:
            "give them a larger box or smaller type in the layout, or spread them over more tables"
        }
    }
}

extension PrinterError: ExplainedError {
    package var subject: ErrorSubject { .printer }
    package var kind: ErrorKind { .invalidInput }
}

extension PrintQueueError: ExplainedError {
    package var subject: ErrorSubject { .printer }
    package var kind: ErrorKind { .systemFailure }
}

extension DrawingError: ExplainedError {
    package var subject: ErrorSubject { .picture }
    package var kind: ErrorKind { self == .noFonts ? .systemFailure : .invalidInput }
    package var hint: String? { self == .noFonts ? "apt install fonts-noto-core" : nil }
}

extension QRSymbolError: ExplainedError {
    package var subject: ErrorSubject { .symbol }
    package var kind: ErrorKind { .invalidInput }
}

extension TicketExportError: ExplainedError {
    package var subject: ErrorSubject { .ticket }
    package var kind: ErrorKind { .invalidInput }
}

extension CertificateFault: ExplainedError {
    package var subject: ErrorSubject { .certificate }
    package var kind: ErrorKind { .invalidInput }
}
