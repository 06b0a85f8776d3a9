import Languages
import Management
import Ticketing

// The errors of the public site as sentences for visitors. All errors that visitors cannot cause get the same sentence:
// “This is not possible now.”

extension StorefrontError {
    var publicSentence: Sentence {
        switch self {
        case .notFound: Sentence(PageSentence.notFoundAbout)
        case .eventOver, .transferRefused(.eventOver): Sentence(PublicSentence.eventOver)
        case .eventCancelled, .transferRefused(.eventCancelled): Sentence(PublicSentence.eventCancelled)
        case .invalid(let faults): Sentence.list(faults.map { Sentence.fault($0) })
        case .tooManyTickets(let limit): Sentence(PublicSentence.tooManyTickets, ["count": .number(limit)])
        case .notReservable(let type): Sentence(PublicSentence.typeNotReservable, ["type": .text(type)])
        case .reservationsEnded: Sentence(PublicSentence.reservationsEnded)
        case .tooManyUnconfirmed: Sentence(PublicSentence.tooManyUnconfirmed)
        case .awaitsConfirmation:
            Sentence(PublicSentence.awaitsConfirmation, ["count": .number(OrderConfirmation.minutes)])
        case .tooManyMessages: Sentence(PublicSentence.tooManyLinks)
        case .reservationLapsed: Sentence(PublicSentence.reservationLapsed)
        case .reservationCancelled: Sentence(PublicSentence.reservationCancelled)
        case .answersClosed: Sentence(PublicSentence.answerDeadlinePassed)
        case .subEventAnswersClosed(_, let name):
            Sentence(PublicSentence.subEventDeadlinePassed, ["subEvent": .text(name)])
        case .companionsNotChosen(let described, let chosen, _):
            Sentence(PublicSentence.companionsNotChosen, ["count": .number(described), "chosen": .number(chosen)])
        case .transferRefused(.notIssued(let status)): Sentence(status.refusal)
        case .transferRefused(.used): Sentence(PublicSentence.usedTicket)
        case .transferRefused(.invitation): Sentence(PublicSentence.invitationTicket)
        case .transferRefused(.noIssueLeft): Sentence(PublicSentence.transferredTooOften)
        case .transferRefused(.tooManyTransfers(let limit, let hours)):
            Sentence(PublicSentence.transferLimit, ["limit": .number(limit), "count": .number(hours)])
        case .transferRefused(.tooManyMessagesToNewHolder(let limit, let hours)):
            Sentence(PublicSentence.newHolderLimit, ["limit": .number(limit), "count": .number(hours)])
        case .transferRefused(.tooManyMessagesToHolder(let limit, let hours)):
            Sentence(PublicSentence.holderLimit, ["limit": .number(limit), "count": .number(hours)])
        }
    }
}

extension OrderFault {
    var publicSentence: Sentence {
        switch self {
        case .noLines: Sentence(PublicSentence.nothingChosen)
        case .count(_, let type, let least, let most):
            Sentence(
                PublicSentence.countFault,
                [
                    "type": .text(type), "least": .number(least),
                    "most": .number(min(most, Storefront.maximumTicketsPerAddress)),
                ])
        case .tooManyTickets(_, let limit):
            Sentence(
                PublicSentence.tooManyTickets, ["count": .number(min(limit, Storefront.maximumTicketsPerAddress))])
        case .notOnSale(let type, let reason): Sentence(reason.refusal, ["type": .text(type)])
        case .tooYoung(let limit):
            Sentence(
                PublicSentence.tooYoung,
                ["event": .text(limit.event), "age": .number(limit.years), "day": .day(limit.day)])
        case .field(let fault): Sentence.fault(of: fault.field)
        case .unknownType, .duplicateType, .totalTooHigh: Sentence(PublicSentence.notPossible)
        }
    }
}

extension ManagementError {
    var publicSentence: Sentence {
        switch self {
        case .quantityExceeded(let type, _, let left) where left > 0:
            Sentence(PublicSentence.fewerLeft, ["type": .text(type), "count": .number(left)])
        case .quantityExceeded(let type, _, _): Sentence(PublicSentence.typeSoldOut, ["type": .text(type)])
        case .capacityExceeded: Sentence(PublicSentence.eventFull)
        default: Sentence(PublicSentence.notPossible)
        }
    }
}

extension GuestError {
    var publicSentence: Sentence {
        switch self {
        case .notInvited(_, let subEvent): Sentence(PublicSentence.notInvited, ["subEvent": .text(subEvent)])
        case .tooManyCompanions(_, 0): Sentence(PublicSentence.noCompanions)
        case .tooManyCompanions(_, let allowed):
            Sentence(PublicSentence.tooManyCompanions, ["count": .number(allowed)])
        default: Sentence(PublicSentence.notPossible)
        }
    }
}

extension Sentence {
    /// The message for a fault of a public form.
    static func fault(_ fault: FieldFault) -> Sentence {
        fault.kind == .nameWithoutAddress ? Sentence(PublicSentence.nameWithAddress) : .fault(of: fault.field)
    }

    /// The message for a wrong value in a field of a public page. It says which values are allowed.
    ///
    /// - Parameter field: the field's name in the form.
    static func fault(of field: String) -> Sentence {
        switch field {
        case "email": Sentence(PublicSentence.emailFault)
        case "phone": Sentence(PublicSentence.phoneFault)
        case AgeLimit.fieldName: Sentence(PublicSentence.birthDateFault)
        default: Sentence(PublicSentence.textFault, ["count": .number(TextFault.longest)])
        }
    }
}

extension SaleAvailability.Reason {
    /// The reason why a ticket type cannot be reserved.
    fileprivate var refusal: PublicSentence {
        switch self {
        case .soldOut: .typeSoldOut
        case .notYetOpen: .typeNotYetOnSale
        case .closed, .started: .typeNoLongerOnSale
        case .notPublished, .hidden: .typeNotOnSale
        }
    }
}
