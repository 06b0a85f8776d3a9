package import Gate
package import Management
package import Spreadsheet
package import Store
package import TicketToken
import Ticketing

// What the errors of the core mean.

extension ManagementError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .forbidden, .notGranted, .localOwnerOnly: .forbidden
        case .lastOwner, .ongoing, .notDeleted, .alreadyDeleted, .notRestorable, .capacityBelowSold,
            .wrongConfirmation, .tooManyCodes, .noConfirmationAsked, .tooManyTypes, .notPublishable,
            .eventCancelled, .notPublished, .publicKey, .quantityExceeded, .capacityExceeded, .notIssued, .noIssueLeft,
            .unreachable, .tooManyWebhooks:
            .refused
        case .unknownOrganizer, .unknownEvent, .unknownType, .unknownTicket, .unknownUser, .unknownDevice,
            .unknownAPIToken, .unknownWebhook:
            .unknown
        case .nameTaken, .emailTaken, .otherEmail, .alreadyIssued: .conflict
        case .ambiguous, .noEmail, .invalid, .severalOrganizers, .guestList: .badInput
        case .noLocalOwner, .noSigningKey: .trouble
        }
    }
}

extension FoyerError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .notThere: .unknown
        case .eventOver, .eventCancelled, .tooManyTickets, .notReservable, .reservationsEnded, .tooManyUnconfirmed,
            .notPassedOn:
            .refused
        case .invalid: .badInput
        }
    }
}

extension SalesError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .typeFaults(let faults): faults.allSatisfy(\.isRefusal) ? .refused : .badInput
        case .orderFaults(let faults): faults.allSatisfy(\.isRefusal) ? .refused : .badInput
        case .over, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable, .nothingToRefund,
            .nothingOwed, .moreThanOwed, .otherCurrency:
            .refused
        case .unknownOrder: .unknown
        case .requestReused: .conflict
        case .ticketOfAnother, .holder, .email, .note, .reason: .badInput
        }
    }
}

extension CelebrationError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .noFunctions, .tooManyFunctions, .functionInUse, .notInvited, .tooManyCompanions, .answersLost,
            .nobodyInvited, .nobodyAttends, .noTables:
            .refused
        case .unknownFunction, .unknownGuest: .unknown
        case .faultyFunction, .unknownColumn, .unknownMeaning, .meaningTwice, .guestImport, .settings: .badInput
        case .listChanged: .trouble
        }
    }
}

extension TicketTypeFault {
    /// Whether what is sold stands against it, and not what was written.
    fileprivate var isRefusal: Bool {
        switch self {
        case .soldForMoney, .quantityBelowSold: true
        case .name, .nameTaken, .priceTooHigh, .otherCurrency, .quantity, .time, .windowReversed, .salesReversed,
            .perOrder, .gate, .tooManyGates, .gateNote:
            false
        }
    }
}

extension OrderFault {
    /// Whether the sale stands against it, and not what was written.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notOnSale: true
        case .noLines, .unknownType, .typeTwice, .count, .tooManyTickets, .totalTooHigh, .buyer, .email, .phone,
            .reference:
            false
        }
    }
}

extension BatchError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .nothing, .onlyLiveCodes: .refused
        case .unknownBatch, .unknownSheet: .unknown
        case .emptyRange: .badInput
        }
    }
}

extension PackError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .name, .gate, .otherProof, .expired, .otherEvent: .badInput
        case .unknownDevice, .older, .changed, .unproven, .rightsUnknown: .refused
        case .keysMissing, .nothingVerifies: .trouble
        }
    }
}

extension StoreError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .notEmpty, .isPack, .noPack, .isNoPack, .unsealed, .foreignSchema: .badInput
        default: .trouble
        }
    }
}

extension KeyRingError: ExplainedError {
    /// Whether the request was wrong, rather than the ring.
    package var kind: ErrorKind {
        switch self {
        case .missing, .numberTaken, .secretTaken, .otherSecret, .noSuchKey, .notASecret, .retired, .emptyPassphrase,
            .publicAndSealed:
            .badInput
        default: .trouble
        }
    }
}

extension PaperError: ExplainedError {
    package var kind: ErrorKind { .badInput }
}

extension MergeError: ExplainedError {
    package var kind: ErrorKind { .refused }
}

extension IdentityKeyError: ExplainedError {
    package var kind: ErrorKind { .trouble }
}

extension GuestListFault: ExplainedError {
    package var kind: ErrorKind { .badInput }
}

extension SheetFault: ExplainedError {
    package var kind: ErrorKind { .badInput }
}

extension GateError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .unknownEvent, .unknownFunction: .unknown
        case .noFunction: .badInput
        case .requestReused, .functionRemoved, .functionsAdded: .conflict
        case .noPack, .otherGate, .otherFunction, .packExpired, .keysMissing: .trouble
        }
    }
}
