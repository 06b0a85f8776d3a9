package import Languages
package import Presentation
import Printing

/// The reason why a ticket cannot be exported in a format.
package enum TicketFormatError: ExplainedError, Hashable {
    /// The format needs a certificate, a service account or an e-mail sender, but the user did not give it.
    case missingCredentials(TicketFormat)
    /// The modules (small squares) of the QR symbol are too small. The value is the side of one module in millimetres.
    case modulesTooSmall(Double)

    enum Text: String, SentenceKey {
        static let subject = "ticketFormatError"

        case missingCredentials =
            "--format {format} needs an option that is missing: a certificate, a service account or a sender"
        case modulesTooSmall =
            "the symbol's modules would be {side} mm; scanners need at least {least} mm: increase --mm"
    }

    package var sentence: Sentence {
        switch self {
        case .missingCredentials(let form):
            Sentence(Text.missingCredentials, ["format": .text(form.rawValue)])
        case .modulesTooSmall(let side):
            Sentence(
                Text.modulesTooSmall,
                ["side": "\(Double(Int(side * 100)) / 100)", "least": "\(SymbolStyle.smallestFineModule)"])
        }
    }

    package var subject: ErrorSubject { .ticket }

    package var kind: ErrorKind { .invalidInput }
}
