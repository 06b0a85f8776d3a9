import Languages
import Management
import Ticketing

/// The kind of sentence with which a history describes an operation.
enum HistoryForm {
    case fields
    case shift
    case membership
    /// The sentence says which guests moved to other tables.
    case seats
    /// The sentence for each kind of changed object. The history replaces `DeskHistorySentence.issued` by a sentence
    /// with the number of issued tickets, if the record contains this number.
    case acts([AuditSubject.Kind: DeskHistorySentence])
    /// The operation has no special sentence, because it changes nothing, leaves no record, or leaves records that only
    /// the audit trail of the store has.
    case other

    private static let everything = AuditSubject.Kind.allCases
    private static let sold: [AuditSubject.Kind] = [.order, .ticket]
    private static let subEvents: [AuditSubject.Kind] = [.subEvent, .formerSubEvent]
    private static let packs: [AuditSubject.Kind] = [.gatePack, .formerGatePack]

    private static func act(_ sentence: DeskHistorySentence, _ kinds: [AuditSubject.Kind]) -> HistoryForm {
        .acts(Dictionary(uniqueKeysWithValues: kinds.map { ($0, sentence) }))
    }

    /// The compiler reports an operation that this `switch` does not assign to a group. A test reports an operation
    /// that the function of its group does not handle.
    init(of operation: Management.Operation) {
        self =
            switch operation {
            case .addUser, .setPassword, .makeEntryLink, .resetPassword, .pauseSignIn, .createOrganizer,
                .verifyOrganizer, .reviewIdentity, .manageMembers, .joinTeam, .makeAPIToken, .revokeAPIToken,
                .makeWebhook, .endWebhook:
                HistoryForm.accounts(operation)
            case .createEvent, .publishEvent, .cancelEvent, .deleteEvent, .restoreEvent, .duplicateEvent, .shiftEvents,
                .editEvent, .editOrganizer, .editType, .editSubEvent, .editTicket, .editGuest, .setAccent,
                .answerInvitation, .addType, .removeType, .addSubEvent, .removeSubEvent, .importSettings:
                HistoryForm.events(operation)
            case .createOrder, .payOrder, .confirmReservation, .issueTickets, .refundOrder, .payBackOrder,
                .cancelOrder, .expireHold, .dropChange, .resendTicket, .cancelTicket, .reissueTicket, .transferTicket,
                .blockTicket, .unblockTicket, .printTickets, .releaseSheets, .discardBatch, .voidSheet:
                HistoryForm.sales(operation)
            case .importGuests, .inviteGuests, .addGuest, .removeGuest, .seatGuests, .freezeHeadcount, .makePack,
                .refreshPack, .mergeLedgers, .enterPaper, .pairDevice, .revokeDevice, .acceptClock, .editGateLandmark,
                .setPicture, .removePicture, .sendNotices, .writeMessage, .editTemplate, .addReminder, .editReminder:
                HistoryForm.others(operation)
            // Operations that only read, that leave no record, or whose records no history shows
            case .showUsers, .readStoreAudit, .showOrganizer, .findUser, .showAPITokens, .showWebhooks, .showEvent,
                .showHistory, .showTypes, .showOrders, .showTickets, .showTokens, .showBatches, .showSubEvents,
                .showGuests, .showAttendance, .showHeadcount, .scan, .showLedger, .showDevices, .reportSales,
                .reportAttendance, .readAudit, .readNotices, .findTickets, .changeMessagePreferences,
                .reportAbuse, .reviewAbuse:
                .other
            }
    }

    private static func accounts(_ operation: Management.Operation) -> HistoryForm {
        switch operation {
        case .addUser: HistoryForm.act(.added, [.user])
        case .setPassword: HistoryForm.act(.setPassword, [.user])
        case .makeEntryLink: HistoryForm.act(.madeSignInLink, [.user])
        case .resetPassword: HistoryForm.act(.setPasswordWithLink, [.user])
        case .pauseSignIn: HistoryForm.act(.signInPaused, [.user])
        case .createOrganizer: HistoryForm.act(.madeOrganizer, [.organizer])
        case .verifyOrganizer: HistoryForm.act(.verified, [.organizer])
        case .reviewIdentity: HistoryForm.act(.reviewedIdentity, [.organizer, .user])
        case .manageMembers, .joinTeam: .membership
        case .makeAPIToken: HistoryForm.act(.created, [.token])
        case .revokeAPIToken: HistoryForm.act(.revoked, [.token])
        case .makeWebhook: HistoryForm.act(.created, [.webhook])
        case .endWebhook: HistoryForm.act(.ended, [.webhook])
        default: .other
        }
    }

    private static func events(_ operation: Management.Operation) -> HistoryForm {
        switch operation {
        case .createEvent: HistoryForm.act(.created, [.event])
        case .publishEvent: HistoryForm.act(.published, [.event])
        case .cancelEvent: HistoryForm.act(.cancelled, [.event])
        case .deleteEvent: HistoryForm.act(.deleted, [.event])
        case .restoreEvent: HistoryForm.act(.restored, [.event])
        case .duplicateEvent: .acts([.event: .copied, .type: .added, .subEvent: .added])
        case .shiftEvents: .shift
        case .editEvent, .editOrganizer, .editType, .editSubEvent, .editTicket, .editGuest, .setAccent,
            .answerInvitation:
            .fields
        case .addType: HistoryForm.act(.added, [.type])
        case .removeType: HistoryForm.act(.removed, [.type])
        case .addSubEvent: HistoryForm.act(.added, HistoryForm.subEvents)
        case .removeSubEvent: HistoryForm.act(.removed, HistoryForm.subEvents)
        case .importSettings: HistoryForm.act(.importedSettings, HistoryForm.subEvents)
        default: .other
        }
    }

    private static func sales(_ operation: Management.Operation) -> HistoryForm {
        switch operation {
        case .createOrder: .acts([.order: .created, .event: .issued])
        case .payOrder: .acts([.order: .paid, .event: .issued])
        case .confirmReservation: .acts([.order: .confirmed, .event: .issued])
        case .issueTickets: .acts([.event: .issued])
        case .refundOrder: HistoryForm.act(.refunded, HistoryForm.sold)
        case .payBackOrder: HistoryForm.act(.paidBack, [.order])
        case .cancelOrder: HistoryForm.act(.cancelled, HistoryForm.sold)
        case .expireHold: HistoryForm.act(.expired, [.order])
        case .dropChange: HistoryForm.act(.changedSubject, HistoryForm.everything)
        case .resendTicket:
            .acts([.ticket: .resent, .guest: .resent, .event: .changedMessage, .organizer: .changedMessage])
        case .cancelTicket: HistoryForm.act(.cancelled, HistoryForm.sold)
        case .reissueTicket: HistoryForm.act(.reissued, [.ticket])
        case .transferTicket: HistoryForm.act(.transferred, [.ticket])
        case .blockTicket: HistoryForm.act(.blocked, [.ticket])
        case .unblockTicket: HistoryForm.act(.unblocked, [.ticket])
        case .printTickets: HistoryForm.act(.printed, [.batch])
        case .releaseSheets: HistoryForm.act(.released, [.batch])
        case .discardBatch: HistoryForm.act(.discarded, [.batch])
        case .voidSheet: .acts([.batch: .voided, .ticket: .reissued])
        default: .other
        }
    }

    private static func others(_ operation: Management.Operation) -> HistoryForm {
        switch operation {
        case .importGuests: .acts([.event: .importedGuests, .guest: .importedGuest])
        case .inviteGuests: HistoryForm.act(.invited, [.guest, .event])
        case .addGuest: HistoryForm.act(.added, [.guest])
        case .removeGuest: HistoryForm.act(.removed, [.guest])
        case .seatGuests: .seats
        case .freezeHeadcount: HistoryForm.act(.froze, [.headcount])
        case .makePack: HistoryForm.act(.created, HistoryForm.packs)
        case .refreshPack: HistoryForm.act(.refreshed, HistoryForm.packs)
        case .mergeLedgers: HistoryForm.act(.merged, [.ledger])
        case .enterPaper: HistoryForm.act(.enteredPaper, [.ledger])
        case .pairDevice: HistoryForm.act(.paired, [.device])
        case .revokeDevice: HistoryForm.act(.revoked, [.device])
        case .acceptClock: HistoryForm.act(.acceptedClock, [.device])
        case .editGateLandmark: HistoryForm.act(.changedLandmark, [.event])
        case .setPicture: HistoryForm.act(.changedPicture, HistoryForm.everything)
        case .removePicture: HistoryForm.act(.removedPicture, HistoryForm.everything)
        case .sendNotices: HistoryForm.act(.sentMessages, HistoryForm.everything)
        case .writeMessage: HistoryForm.act(.wroteMessage, [.event])
        case .editTemplate: HistoryForm.act(.changedSubject, [.template])
        case .addReminder: HistoryForm.act(.added, [.reminder])
        case .editReminder: HistoryForm.act(.removed, [.reminder])
        default: .other
        }
    }
}
