import Languages
import Management
import Ticketing

/// The errors of the public site in the visitor's language. All errors that visitors cannot cause have the same text:
/// “This is not possible now.”
extension Language {
    func text(_ error: StorefrontError) -> String {
        switch error {
        case .notFound: text(PageSentence.notFoundAbout)
        case .eventOver, .transferRefused(.eventOver): text(PublicSentence.eventOver)
        case .eventCancelled, .transferRefused(.eventCancelled): text(PublicSentence.eventCancelled)
        case .invalid(let faults):
            faults.map { text(faultOf: $0.field) }.joined(separator: " ")
        case .tooManyTickets(let limit): text(PublicSentence.tooManyTickets, ["count": .number(limit)])
        case .notReservable(let type): text(PublicSentence.typeNotReservable, ["type": .text(type)])
        case .reservationsEnded: text(PublicSentence.reservationsEnded)
        case .tooManyUnconfirmed: text(PublicSentence.tooManyUnconfirmed)
        case .transferRefused(.notIssued(let status)): text(status.refusal)
        case .transferRefused(.used): text(PublicSentence.usedTicket)
        case .transferRefused(.invitation): text(PublicSentence.invitationTicket)
        case .transferRefused(.noIssueLeft): text(PublicSentence.transferredTooOften)
        }
    }

    func text(_ fault: OrderFault) -> String {
        switch fault {
        case .noLines: text(PublicSentence.nothingChosen)
        case .count(_, let type, let least, let most):
            text(
                PublicSentence.countFault,
                [
                    "type": .text(type), "least": .number(least),
                    "most": .number(min(most, Storefront.maximumTicketsPerAddress)),
                ])
        case .tooManyTickets(_, let limit):
            text(
                PublicSentence.tooManyTickets, ["count": .number(min(limit, Storefront.maximumTicketsPerAddress))])
        case .notOnSale(let type, let reason): text(reason.refusal, ["type": .text(type)])
        case .buyer: text(faultOf: "name")
        case .email: text(faultOf: "email")
        case .phone: text(faultOf: "phone")
        case .unknownType, .duplicateType, .totalTooHigh, .reference: text(PublicSentence.notPossible)
        }
    }

    func text(_ error: ManagementError) -> String {
        switch error {
        case .quantityExceeded(let type, _, let left) where left > 0:
            text(PublicSentence.fewerLeft, ["type": .text(type), "count": .number(left)])
        case .quantityExceeded(let type, _, _): text(PublicSentence.typeSoldOut, ["type": .text(type)])
        case .capacityExceeded: text(PublicSentence.eventFull)
        default: text(PublicSentence.notPossible)
        }
    }

    func text(_ error: GuestError) -> String {
        switch error {
        case .notInvited(_, let subEvent): text(PublicSentence.notInvited, ["subEvent": .text(subEvent)])
        case .tooManyCompanions(_, 0): text(PublicSentence.noCompanions)
        case .tooManyCompanions(_, let allowed):
            text(PublicSentence.tooManyCompanions, ["count": .number(allowed)])
        default: text(PublicSentence.notPossible)
        }
    }

    /// The message for a wrong value in a field of a public page. It says which values are allowed.
    ///
    /// - Parameter field: the field's name in the form.
    func text(faultOf field: String) -> String {
        switch field {
        case "email": text(PublicSentence.emailFault)
        case "phone": text(PublicSentence.phoneFault)
        default: text(PublicSentence.textFault, ["count": .number(TextFault.longest)])
        }
    }
}

extension SaleAvailability.Reason {
    /// Why a ticket type cannot be reserved.
    fileprivate var refusal: PublicSentence {
        switch self {
        case .soldOut: .typeSoldOut
        case .notYetOpen: .typeNotYetOnSale
        case .closed, .started: .typeNoLongerOnSale
        case .notPublished, .hidden: .typeNotOnSale
        }
    }
}

extension Ticket.Status {
    /// The sentence on a ticket’s page that says why gates refuse the ticket. An issued ticket is refused only if its
    /// signing key is missing. The ticket then has no token.
    var refusal: PublicSentence {
        switch self {
        case .issued: .ticketUnsigned
        case .cancelled: .ticketCancelled
        case .refunded: .ticketRefunded
        case .blocked: .ticketBlocked
        }
    }
}
