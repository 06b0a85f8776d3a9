package import Presentation
import Printing

/// The reason why a ticket cannot be exported in a format.
package enum TicketFormatError: ExplainedError, Hashable {
    /// The format needs a certificate, a service account or an e-mail sender, but the user did not give it.
    case missingCredentials(TicketFormat)
    /// The modules (small squares) of the QR symbol are too small. The value is the side of one module in millimetres.
    case modulesTooSmall(Double)

    package var description: String {
        switch self {
        case .missingCredentials(let form):
            "--format \(form.rawValue) needs a certificate, service account or sender that was not given"
        case .modulesTooSmall(let side):
            "the symbol's modules would be \(Double(Int(side * 100)) / 100) mm; scanners need at least \(SymbolStyle.smallestFineModule) mm: increase --mm"
        }
    }

    package var subject: ErrorSubject { .ticket }

    package var kind: ErrorKind { .invalidInput }
}
