import Management
import Printing
import Store
import TicketToken
import Ticketing
import Web

// What an error means to a script. The input is right and the answer is no: refused, by a role, by a rule, by what is
// sold. The input is to be mended, or names what is not there: bad input. Something is missing or broken: trouble.

extension ManagementError {
    var status: ExitStatus {
        switch self {
        case .forbidden, .notGranted, .localOwnerOnly, .lastOwner, .ongoing, .notDeleted, .alreadyDeleted,
            .notRestorable,
            .capacityBelowSold, .wrongConfirmation, .noConfirmationAsked, .tooManyTypes, .notPublishable,
            .eventCancelled, .notPublished, .publicKey, .quantityExceeded, .capacityExceeded, .notIssued, .noIssueLeft:
            .refused
        case .unknownOrganizer, .unknownEvent, .ambiguous, .unknownType, .unknownTicket, .unknownUser, .nameTaken,
            .emailTaken, .otherEmail, .noEmail, .invalid, .severalOrganizers, .guestList:
            .badInput
        case .noLocalOwner, .noSigningKey: .trouble
        }
    }
}

extension SalesError {
    var status: ExitStatus {
        switch self {
        case .typeFaults(let faults): faults.allSatisfy(\.isRefusal) ? .refused : .badInput
        case .orderFaults(let faults): faults.allSatisfy(\.isRefusal) ? .refused : .badInput
        case .over, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable, .nothingToRefund,
            .otherCurrency:
            .refused
        case .unknownOrder, .ticketOfAnother, .requestReused, .holder, .email, .note: .badInput
        }
    }
}

extension CelebrationError {
    var status: ExitStatus {
        switch self {
        case .noFunctions, .tooManyFunctions, .functionInUse, .notInvited, .tooManyCompanions, .answersLost,
            .nobodyInvited, .nobodyAttends, .noTables:
            .refused
        case .unknownFunction, .faultyFunction, .unknownGuest, .unknownColumn, .unknownMeaning, .guestImport, .settings:
            .badInput
        case .listChanged: .trouble
        }
    }
}

extension TicketTypeFault {
    /// Whether what is sold stands against it, and not what was written.
    fileprivate var isRefusal: Bool {
        switch self {
        case .soldForMoney, .quantityBelowSold: true
        case .name, .nameTaken, .priceTooHigh, .otherCurrency, .quantity, .windowReversed, .salesReversed, .perOrder,
            .gate, .tooManyGates, .gateNote:
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

extension BatchError {
    var status: ExitStatus {
        switch self {
        case .nothing: .refused
        case .emptyRange, .unknownBatch, .unknownSheet: .badInput
        }
    }
}

extension PrintingError {
    var status: ExitStatus {
        switch self {
        case .missingGlyphs, .symbol, .noSymbol, .noBack, .pageTooSmall, .symbolOnCards, .foreignField, .noRoomOnTables:
            .badInput
        case .selfCheck: .trouble
        }
    }

    var hint: String? {
        switch self {
        case .missingGlyphs: "install a font that has them, or change the text"
        case .symbol: "give the symbol a larger box in the layout, or print with more dots an inch"
        case .selfCheck: "that file was not released; try another layout, and report it with the layout"
        case .noSymbol: "add a box with \"symbol\": \"token\" to its front, or say --duplex where it is on the back"
        case .noBack, .pageTooSmall: nil
        case .symbolOnCards, .foreignField(_, _, on: .placeCards):
            "a4-place-cards and letter-place-cards are for guests, table-card for tables"
        case .foreignField(_, _, on: .tableCards): "table-card is for tables"
        case .foreignField(_, _, on: .tickets): "Docs/Printing.md lists the fields of tickets"
        case .noRoomOnTables: "give them a larger box or smaller type in the layout, or spread them over more tables"
        }
    }
}

extension PackError {
    var status: ExitStatus {
        switch self {
        case .name, .gate, .otherProof, .expired, .otherEvent: .badInput
        case .unknownDevice, .older: .refused
        }
    }
}

extension StoreError {
    var status: ExitStatus {
        switch self {
        case .notEmpty, .isPack, .noPack, .isNoPack, .unsealed: .badInput
        default: .trouble
        }
    }
}

extension KeyRingError {
    /// Whether the request was wrong, rather than the ring.
    var status: ExitStatus {
        switch self {
        case .numberTaken, .secretTaken, .noSuchKey, .notASecret, .retired, .emptyPassphrase, .publicAndSealed:
            .badInput
        default: .trouble
        }
    }
}

extension WebServerError {
    var status: ExitStatus {
        switch self {
        case .certificate, .key: .badInput
        case .inUse, .notOfThisMachine, .notAllowed, .listening: .trouble
        }
    }
}
