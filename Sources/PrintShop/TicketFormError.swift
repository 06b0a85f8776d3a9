package import Presenting

/// Why a ticket has no such form.
package enum TicketFormError: ExplainedError, Hashable {
    /// Passes want a certificate, mails an address.
    case nothingToSignWith(TicketForm)

    package var description: String {
        switch self {
        case .nothingToSignWith(let form): "nothing to make --format \(form.rawValue) with was given"
        }
    }

    package var kind: ErrorKind { .badInput }
}
