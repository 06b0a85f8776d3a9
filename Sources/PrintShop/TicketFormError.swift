package import Presenting
import Printing

/// Why a ticket has no such form.
package enum TicketFormError: ExplainedError, Hashable {
    /// Passes want a certificate, mails an address.
    case nothingToSignWith(TicketForm)
    /// The side of the symbol's modules, in millimetres.
    case smallModules(Double)

    package var description: String {
        switch self {
        case .nothingToSignWith(let form): "nothing to make --format \(form.rawValue) with was given"
        case .smallModules(let side):
            "the symbol's modules would be \(Double(Int(side * 100)) / 100) mm, and scanners need at least \(SymbolStyle.smallestFineModule): give more --mm"
        }
    }

    package var kind: ErrorKind { .badInput }
}
