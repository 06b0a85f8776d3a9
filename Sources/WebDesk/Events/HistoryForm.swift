import Languages
import Management
import Ticketing

/// The form of the sentence about an operation in a history.
enum HistoryForm {
    /// The sentence names the changed fields.
    case fields
    /// The sentence says that times were moved.
    case shift
    /// The sentence says how the members of the team changed.
    case membership
    /// The sentence says which guests moved to other tables.
    case seats
    /// A sentence for each kind of object that the operation changes. `issued` becomes the sentence with the number of
    /// tickets, if the record has this number.
    case acts([AuditSubject.Kind: DeskHistorySentence])
    /// The operation has no special sentence, because it changes nothing.
    case other

    private static let everything = AuditSubject.Kind.allCases
    private static let sold: [AuditSubject.Kind] = [.order, .ticket]
    private static let subEvents: [AuditSubject.Kind] = [.subEvent, .formerSubEvent]
    private static let packs: [AuditSubject.Kind] = [.gatePack, .formerGatePack]

    /// One sentence for several kinds of objects.
    private static func act(_ sentence: DeskHistorySentence, _ kinds: [AuditSubject.Kind]) -> HistoryForm {
        .acts(Dictionary(uniqueKeysWithValues: kinds.map { ($0, sentence) }))
    }

    /// The compiler reports an operation without a form.
    init(of operation: Management.Operation) {
        self =
            switch operation {
            // Accounts and organizers
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
            // Events, ticket types and sub-events
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
            // Orders and tickets
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
            // Guests
            case .importGuests: .acts([.event: .importedGuests, .guest: .importedGuest])
            case .inviteGuests: HistoryForm.act(.invited, [.guest, .event])
            case .addGuest: HistoryForm.act(.added, [.guest])
            case .removeGuest: HistoryForm.act(.removed, [.guest])
            case .seatGuests: .seats
            case .freezeHeadcount: HistoryForm.act(.froze, [.headcount])
            // Gates and pictures
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
            // Messages
            case .sendNotices: HistoryForm.act(.sentMessages, HistoryForm.everything)
            case .writeMessage: HistoryForm.act(.wroteMessage, [.event])
            case .editTemplate: HistoryForm.act(.changedSubject, [.template])
            case .addReminder: HistoryForm.act(.added, [.reminder])
            case .editReminder: HistoryForm.act(.removed, [.reminder])
            // Operations that only read, or that leave no record
            case .showUsers, .readStoreAudit, .showOrganizer, .findUser, .showAPITokens, .showWebhooks, .showEvent,
                .showHistory, .showTypes, .showOrders, .showTickets, .showTokens, .showBatches, .showSubEvents,
                .showGuests, .showAttendance, .showHeadcount, .scan, .showLedger, .showDevices, .reportSales,
                .reportAttendance, .readAudit, .readNotices, .findTickets, .changeMessagePreferences:
                .other
            }
    }
}
