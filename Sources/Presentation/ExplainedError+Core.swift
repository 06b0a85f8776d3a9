package import Gate
import Languages
package import Management
package import Spreadsheet
package import Store
package import TicketToken
package import Ticketing

// The kinds, subjects and fields of the errors that the program's core throws: management, sales, guests, gates and
// stores.

extension ManagementError: ExplainedError {
    package var subject: ErrorSubject {
        switch self {
        case .noLocalOwner, .forbidden, .notGranted, .unknownUser, .emailTaken, .differentEmail, .noEmail,
            .localOwnerOnly:
            .user
        case .unknownOrganizer, .ownerRequired, .multipleOrganizers, .wrongConfirmation, .tooManyCodes,
            .noPendingConfirmation, .identityChanged:
            .organizer
        case .unknownEvent, .eventOngoing, .notDeleted, .alreadyDeleted, .notRestorable, .capacityBelowSold,
            .notPublishable, .eventCancelled, .notPublished, .tooManyMessages, .capacityExceeded:
            .event
        case .unknownType, .tooManyTypes, .quantityExceeded: .ticketType
        case .unknownTicket, .notIssued, .noIssueLeft, .unreachable: .ticket
        case .unknownDevice: .device
        case .unknownAPIToken: .apiToken
        case .unknownWebhook, .tooManyWebhooks: .webhook
        case .unknownNotice, .noticeSettled, .tooManyRecipients: .notice
        case .noSigningKey, .publicDemoKey: .key
        case .guestList, .alreadyIssued: .guestList
        case .ambiguous(let kind, _, _): kind.subject
        case .nameTaken, .invalid: .request
        }
    }

    package var fields: [FieldFault] {
        switch self {
        case .invalid(let faults): faults
        case .ambiguous(let kind, _, let candidates):
            [FieldFault(kind.rawValue, .list(candidates, separator: ", "))]
        default: []
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .forbidden, .notGranted, .localOwnerOnly: .forbidden
        case .ownerRequired, .eventOngoing, .notDeleted, .alreadyDeleted, .notRestorable, .capacityBelowSold,
            .wrongConfirmation, .tooManyCodes, .noPendingConfirmation, .tooManyTypes, .notPublishable,
            .eventCancelled, .notPublished, .publicDemoKey, .quantityExceeded, .capacityExceeded, .notIssued,
            .noIssueLeft,
            .unreachable, .tooManyWebhooks, .tooManyMessages, .tooManyRecipients:
            .ruleViolation
        case .unknownOrganizer, .unknownEvent, .unknownType, .unknownTicket, .unknownUser, .unknownDevice,
            .unknownAPIToken, .unknownWebhook, .unknownNotice:
            .notFound
        case .nameTaken, .emailTaken, .differentEmail, .alreadyIssued, .noticeSettled, .identityChanged: .conflict
        case .ambiguous, .noEmail, .invalid, .multipleOrganizers, .guestList: .invalidInput
        case .noLocalOwner, .noSigningKey: .systemFailure
        }
    }
}

extension NamedKind {
    fileprivate var subject: ErrorSubject {
        switch self {
        case .event: .event
        case .organizer: .organizer
        case .user: .user
        case .guest: .guest
        case .ticketType: .ticketType
        case .subEvent: .subEvent
        }
    }
}

extension StorefrontError: ExplainedError {
    package var subject: ErrorSubject {
        switch self {
        case .notFound, .invalid: .request
        case .eventOver, .eventCancelled, .tooManyTickets, .reservationsEnded, .tooManyUnconfirmed, .tooManyMessages,
            .answersClosed:
            .event
        case .subEventAnswersClosed: .subEvent
        case .companionsNotChosen: .guest
        case .reservationLapsed, .reservationCancelled: .order
        case .notReservable: .ticketType
        case .transferRefused: .ticket
        }
    }

    package var fields: [FieldFault] { if case .invalid(let faults) = self { faults } else { [] } }

    package var kind: ErrorKind {
        switch self {
        case .notFound: .notFound
        case .eventOver, .eventCancelled, .tooManyTickets, .notReservable, .reservationsEnded, .tooManyUnconfirmed,
            .tooManyMessages, .reservationLapsed, .reservationCancelled, .answersClosed, .subEventAnswersClosed,
            .companionsNotChosen, .transferRefused:
            .ruleViolation
        case .invalid: .invalidInput
        }
    }
}

extension SalesError: ExplainedError {
    package var subject: ErrorSubject {
        switch self {
        case .typeFaults, .typeSold, .onlyType: .ticketType
        case .eventOver: .event
        case .ticketOfAnother, .holder, .email, .note: .ticket
        case .reason: .device
        case .orderFaults, .unknownOrder, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable,
            .nothingToRefund, .nothingOwed, .moreThanOwed, .changePending, .changeMade, .changeExpired,
            .currencyMismatch, .requestReused:
            .order
        }
    }

    package var fields: [FieldFault] {
        switch self {
        case .typeFaults(let faults): faults.map(\.fieldFault)
        case .orderFaults(let faults): faults.map(\.fieldFault)
        case .holder(let fault): [FieldFault("holder", fault.sentence)]
        case .email: [FieldFault("email", FieldSentence.emailForm)]
        case .note(let fault): [FieldFault("note", fault.sentence)]
        case .reason(let fault): [FieldFault("reason", fault.sentence)]
        case .typeSold, .onlyType, .eventOver, .unknownOrder, .notPayable, .alreadyAtTheDoor, .notCancellable,
            .notRefundable, .ticketOfAnother, .nothingToRefund, .nothingOwed, .moreThanOwed, .changePending,
            .changeMade, .changeExpired, .currencyMismatch, .requestReused:
            []
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .typeFaults(let faults): faults.allSatisfy(\.isRefusal) ? .ruleViolation : .invalidInput
        case .orderFaults(let faults): faults.allSatisfy(\.isRefusal) ? .ruleViolation : .invalidInput
        case .typeSold, .onlyType, .eventOver, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable,
            .nothingToRefund, .nothingOwed, .moreThanOwed, .currencyMismatch:
            .ruleViolation
        case .unknownOrder: .notFound
        case .requestReused, .changePending, .changeMade, .changeExpired: .conflict
        case .ticketOfAnother, .holder, .email, .note, .reason: .invalidInput
        }
    }
}

extension NewEventFaults: ExplainedError {
    package var subject: ErrorSubject { .event }

    package var fields: [FieldFault] { details + types.flatMap(\.self).map(\.fieldFault) }

    package var kind: ErrorKind { fields.isEmpty ? .ruleViolation : .invalidInput }
}

extension GuestError: ExplainedError {
    package var subject: ErrorSubject {
        switch self {
        case .noSubEvents, .unknownSubEvent, .faultySubEvent, .tooManySubEvents, .subEventInUse, .nobodyInvited,
            .nobodyAttends, .noTables, .oldSettings:
            .subEvent
        case .unknownGuest, .notInvited, .tooManyCompanions, .guestAdmitted: .guest
        case .unknownColumn, .unknownColumnMeaning, .duplicateColumnMeaning, .guestImport, .listChanged,
            .answersWouldBeLost:
            .guestList
        }
    }

    package var fields: [FieldFault] {
        if case .faultySubEvent(let faults) = self { faults.map(\.fieldFault) } else { [] }
    }

    package var kind: ErrorKind {
        switch self {
        case .noSubEvents, .tooManySubEvents, .subEventInUse, .notInvited, .tooManyCompanions, .guestAdmitted,
            .answersWouldBeLost, .nobodyInvited, .nobodyAttends, .noTables:
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
    /// Whether the value is valid in itself, but conflicts with tickets that were already sold.
    fileprivate var isRefusal: Bool {
        switch self {
        case .soldForMoney, .quantityBelowSold: true
        case .limit, .nameTaken, .priceTooHigh, .otherCurrency, .windowReversed, .salesReversed, .perOrder, .gate,
            .tooManyGates:
            false
        }
    }
}

extension OrderFault {
    /// Whether the input is valid but the ticket type is not on sale.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notOnSale: true
        case .noLines, .unknownType, .duplicateType, .count, .tooManyTickets, .totalTooHigh, .tooYoung, .field: false
        }
    }
}

extension PrintBatchError: ExplainedError {
    package var subject: ErrorSubject { .printBatch }

    package var kind: ErrorKind {
        switch self {
        case .nothingToPrint, .onlyLiveCodes: .ruleViolation
        case .unknownBatch, .unknownSheet: .notFound
        case .emptyRange: .invalidInput
        }
    }
}

extension GatePackError: ExplainedError {
    package var subject: ErrorSubject { .gatePack }

    package var kind: ErrorKind {
        switch self {
        case .invalidName, .invalidGate, .proofMismatch, .expired, .eventMismatch: .invalidInput
        case .unknownDevice, .storeOutdated, .changed, .missingDeviceKey, .rightsUnknown: .ruleViolation
        case .keysMissing, .nothingVerifies: .systemFailure
        }
    }
}

extension StoreError: ExplainedError {
    package var subject: ErrorSubject { .store }

    package var kind: ErrorKind {
        switch self {
        case .notEmpty, .isGatePack, .packMissing, .notAGatePack, .packLogMissing, .foreignSchema: .invalidInput
        case .storeMissing, .foreign, .notADatabase, .newer, .notMigrated, .migrationChanged, .invalidURL,
            .missingPostgreSQLClient, .unreachable, .accessDenied, .databaseMissing, .tooManyConnections,
            .outcomeUnknown, .concurrentChange, .copyDiffers, .containsNUL, .readOnly, .diskFull, .busy, .openElsewhere,
            .damaged, .unknownValue, .invalidValue, .constraint, .engine, .keyMismatch:
            .systemFailure
        }
    }
}

extension KeyRingError: ExplainedError {
    package var subject: ErrorSubject { .key }

    /// `invalidInput` if the error is in the request; `systemFailure` if the error is in the key ring's files.
    package var kind: ErrorKind {
        switch self {
        case .missing, .numberTaken, .secretTaken, .otherSecret, .noSuchKey, .notASecret, .retired, .emptyPassphrase,
            .publicAndSealed:
            .invalidInput
        case .unreadable, .looseMode, .foreignOwner, .symbolicLink, .wrongKind, .notARing, .folderNotEmpty,
            .checkMismatch, .unregistered, .passphraseNeeded, .wrongPassphrase, .numbersExhausted:
            .systemFailure
        }
    }
}

extension PaperCheckInError: ExplainedError {
    package var subject: ErrorSubject { .paperList }
    package var kind: ErrorKind { .invalidInput }
}

extension MergeError: ExplainedError {
    package var subject: ErrorSubject { .ledger }
    package var kind: ErrorKind { .ruleViolation }
}

extension IdentityKeyError: ExplainedError {
    package var subject: ErrorSubject { .key }
    package var kind: ErrorKind { .systemFailure }
}

extension GuestListFault: ExplainedError {
    package var subject: ErrorSubject { .guestList }
    package var kind: ErrorKind { .invalidInput }
}

extension WorksheetError: ExplainedError {
    package var subject: ErrorSubject { .file }
    package var kind: ErrorKind { .invalidInput }
}

extension GateError: ExplainedError {
    package var subject: ErrorSubject { .gate }

    package var kind: ErrorKind {
        switch self {
        case .unknownEvent, .unknownSubEvent: .notFound
        case .subEventRequired: .invalidInput
        case .requestIDReused, .subEventRemoved, .subEventsAdded: .conflict
        case .notAGatePack, .wrongGate, .wrongSubEvent, .gatePackExpired, .keysMissing: .systemFailure
        }
    }
}
