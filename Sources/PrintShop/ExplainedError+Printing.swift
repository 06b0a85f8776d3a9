package import AttendeePack
package import Cryptography
package import Drawing
import Languages
package import Presentation
package import Printing
package import QRSymbol

// The kinds and subjects of the errors that drawing and printing throw.

extension PrintingError: ExplainedError {
    package var subject: ErrorSubject { .layout }

    package var kind: ErrorKind {
        switch self {
        case .timeTruncated, .textTruncated, .picture, .symbol, .noSymbol, .noBack, .pageTooSmall, .symbolOnCards,
            .unsupportedField, .tableCardsTooSmall:
            .invalidInput
        case .selfCheck: .systemFailure
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
    package var kind: ErrorKind { self == .noFonts || self == .missingSVGReader ? .systemFailure : .invalidInput }
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
