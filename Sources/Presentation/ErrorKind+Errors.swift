package import Gate
package import Management
package import Spreadsheet
package import Store
package import TicketToken
import Ticketing

// The kinds of the errors from the core modules.

extension ManagementError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .forbidden, .notGranted, .localOwnerOnly: .forbidden
        case .ownerRequired, .eventOngoing, .notDeleted, .alreadyDeleted, .notRestorable, .capacityBelowSold,
            .wrongConfirmation, .tooManyCodes, .noPendingConfirmation, .tooManyTypes, .notPublishable,
            .eventCancelled, .notPublished, .publicDemoKey, .quantityExceeded, .capacityExceeded, .notIssued,
            .noIssueLeft,
            .unreachable, .tooManyWebhooks:
            .ruleViolation
        case .unknownOrganizer, .unknownEvent, .unknownType, .unknownTicket, .unknownUser, .unknownDevice,
            .unknownAPIToken, .unknownWebhook:
            .notFound
        case .nameTaken, .emailTaken, .differentEmail, .alreadyIssued: .conflict
        case .ambiguous, .noEmail, .invalid, .multipleOrganizers, .guestList: .invalidInput
        case .noLocalOwner, .noSigningKey: .systemFailure
        }
    }
}

extension StorefrontError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .notFound: .notFound
        case .eventOver, .eventCancelled, .tooManyTickets, .notReservable, .reservationsEnded, .tooManyUnconfirmed,
            .transferRefused:
            .ruleViolation
        case .invalid: .invalidInput
        }
    }
}

extension SalesError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .typeFaults(let faults): faults.allSatisfy(\.isRefusal) ? .ruleViolation : .invalidInput
        case .orderFaults(let faults): faults.allSatisfy(\.isRefusal) ? .ruleViolation : .invalidInput
        case .eventOver, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable, .nothingToRefund,
            .nothingOwed, .moreThanOwed, .currencyMismatch:
            .ruleViolation
        case .unknownOrder: .notFound
        case .requestReused: .conflict
        case .ticketOfAnother, .holder, .email, .note, .reason: .invalidInput
        }
    }
}

extension GuestError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .noSubEvents, .tooManySubEvents, .subEventInUse, .notInvited, .tooManyCompanions, .answersWouldBeLost,
            .nobodyInvited, .nobodyAttends, .noTables:
            .ruleViolation
        case .unknownSubEvent, .unknownGuest: .notFound
        case .faultySubEvent, .unknownColumn, .unknownColumnMeaning, .duplicateColumnMeaning, .guestImport,
            .oldSettings:
            .invalidInput
        case .listChanged: .systemFailure
        }
    }
}

extension TicketTypeFault {
    /// Whether existing sales forbid the value, although it is valid in itself.
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
    /// Whether the sale does not allow it, although the input is valid in itself.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notOnSale: true
        case .noLines, .unknownType, .duplicateType, .count, .tooManyTickets, .totalTooHigh, .buyer, .email, .phone,
            .reference:
            false
        }
    }
}

extension PrintBatchError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .nothingToPrint, .onlyLiveCodes: .ruleViolation
        case .unknownBatch, .unknownSheet: .notFound
        case .emptyRange: .invalidInput
        }
    }
}

extension GatePackError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .invalidName, .invalidGate, .proofMismatch, .expired, .eventMismatch: .invalidInput
        case .unknownDevice, .storeOutdated, .changed, .missingDeviceKey, .rightsUnknown: .ruleViolation
        case .keysMissing, .nothingVerifies: .systemFailure
        }
    }
}

extension StoreError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .notEmpty, .isGatePack, .packMissing, .notAGatePack, .packLogMissing, .foreignSchema: .invalidInput
        default: .systemFailure
        }
    }
}

extension KeyRingError: ExplainedError {
    /// The kind is `invalidInput` if the request was wrong, rather than the key ring.
    package var kind: ErrorKind {
        switch self {
        case .missing, .numberTaken, .secretTaken, .otherSecret, .noSuchKey, .notASecret, .retired, .emptyPassphrase,
            .publicAndSealed:
            .invalidInput
        default: .systemFailure
        }
    }
}

extension PaperCheckInError: ExplainedError {
    package var kind: ErrorKind { .invalidInput }
}

extension MergeError: ExplainedError {
    package var kind: ErrorKind { .ruleViolation }
}

extension IdentityKeyError: ExplainedError {
    package var kind: ErrorKind { .systemFailure }
}

extension GuestListFault: ExplainedError {
    package var kind: ErrorKind { .invalidInput }
}

extension WorksheetError: ExplainedError {
    package var kind: ErrorKind { .invalidInput }
}

extension GateError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .unknownEvent, .unknownSubEvent: .notFound
        case .subEventRequired: .invalidInput
        case .requestIDReused, .subEventRemoved, .functionsAdded: .conflict
        case .notAGatePack, .wrongGate, .wrongSubEvent, .gatePackExpired, .keysMissing: .systemFailure
        }
    }
}
