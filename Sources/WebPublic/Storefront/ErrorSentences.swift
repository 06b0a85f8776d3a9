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
        // Pages show invalid fields at the fields. This text is for pages without these fields.
        case .invalid(let faults): FieldFault.publicSentence(of: faults)
        case .tooManyTickets(let limit): Sentence(PublicSentence.tooManyTickets, ["count": .number(limit)])
        case .notReservable(let type): Sentence(PublicSentence.typeNotReservable, ["type": .text(type)])
        case .reservationsEnded: Sentence(PublicSentence.reservationsEnded)
        case .tooManyUnconfirmed: Sentence(PublicSentence.tooManyUnconfirmed)
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
        case .field(let fault) where fault.field == AgeLimit.fieldName: Sentence(PublicSentence.birthDateFault)
        case .field(let fault): .fault(fault, in: Buyer.self)
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

extension FieldFault {
    /// The messages for the faults of a public form, for a page that does not show the form's fields. If no public form
    /// has a faulty field, the message does not name the reason.
    fileprivate static func publicSentence(of faults: [FieldFault]) -> Sentence {
        let unknown = Sentence(PublicSentence.notPossible)
        let messages = faults.compactMap { fault -> Sentence? in
            let found: [Sentence] = [
                .fault(fault, in: Buyer.self), .fault(fault, in: HolderDetails.self),
                .fault(fault, in: GuestDetails.self),
            ]
            return found.first { $0 != unknown }
        }
        var listed: [Sentence] = []
        for message in messages where !listed.contains(message) { listed.append(message) }
        return listed.isEmpty ? unknown : .list(listed)
    }
}

extension Sentence {
    /// The message for a fault of a public form.
    ///
    /// - Parameter entity: the entity whose fields the form has, such as the buyer of an order.
    static func fault<Entity: FieldEntity>(_ fault: FieldFault, in entity: Entity.Type) -> Sentence {
        if fault.kind == .nameWithoutAddress { return Sentence(PublicSentence.nameWithAddress) }
        let field = Entity.fields.first { $0.optionName == fault.field }
        return field?.kind.publicFault ?? Sentence(PublicSentence.notPossible)
    }
}

extension FieldKind {
    /// The message for a visitor who has entered a value that is not allowed. It says which values are allowed.
    var publicFault: Sentence {
        switch self {
        case .email: Sentence(PublicSentence.emailFault)
        case .phone: Sentence(PublicSentence.phoneFault)
        case .text(let limit, .one): Sentence(PublicSentence.textFault, ["count": .number(limit)])
        // Public forms have no other fields that visitors fill in.
        default: Sentence(PublicSentence.notPossible)
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
