package import AttendeePack
package import Cryptography
package import Drawing
package import Presentation
package import Printing
package import QRSymbol

// The kinds, subjects and hints of the errors that drawing and printing throw.

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
        case .timeTruncated: "give the text a larger box or a smaller font size in the layout, or use another layout"
        case .picture: "make the picture smaller or simpler, or save it as PNG"
        case .symbol: "give the symbol a larger box in the layout, or print at more dots per inch"
        case .selfCheck: "the file was not saved; try another layout, and report the problem with this layout"
        case .noSymbol:
            "add a box with \"symbol\": \"token\" to the layout's front, or add --duplex if the layout has a symbol on its back"
        case .noBack, .pageTooSmall: nil
        case .symbolOnCards, .unsupportedField(_, _, on: .placeCards):
            "use the layout a4-place-cards or letter-place-cards for guests, or table-card for tables"
        case .unsupportedField(_, _, on: .tableCards): "use the layout table-card for tables"
        case .unsupportedField(_, _, on: .tickets): "Docs/Printing.md lists the fields of tickets"
        case .tableCardsTooSmall:
            "give the names a larger box or a smaller font size in the layout, or spread the guests over more tables"
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
