import Languages
import Ticketing

/// A fact that decides which sentences a message has.
enum MessageCondition: CaseIterable {
    /// The message is about a sub-event.
    case subEvent
    /// The old and new values of a change are known.
    case changes
    /// At least one ticket of the message belongs to the recipient.
    case owner
    /// The order is to be paid at the door.
    case atDoor
    /// `until`: the end of the reservation is known. `total`: the total is known. `amount`: the amount of the refund is
    /// known.
    case until, total, amount
    /// An order of tickets with a price was made for the event.
    case pricedOrders
    /// The ticket admits more people than before.
    case enlarged
    /// `subEvents`: the sub-events of the invitation are known. `timed`: details of these sub-events, such as times,
    /// are known, too.
    case subEvents, timed
    /// The guest must answer the invitation by a deadline.
    case deadline
    /// `code`: the message contains a secret code. `link`: the message has a main link (`MessageLinks.main`).
    case code, link
    case past
    /// The organizer has written paragraphs for the message.
    case words
    /// Tickets that belong to the recipient's address were found.
    case tickets
    /// The code confirms an address that the recipient adds to the preferences.
    case addressCode
    /// The code confirms a browser in which the recipient turns on push messages.
    case pushCode
}

/// The sentences of a message, without the values of their arguments.
struct MessageOutline {
    let subject: MessageSubjectSentence
    let paragraphs: [MessageSentence]
    let short: MessageShortSentence
    /// The sentence in the footer that says why the recipient gets the message.
    let reason: MessagePartSentence

    private init(
        _ subject: MessageSubjectSentence, _ paragraphs: [MessageSentence], _ short: MessageShortSentence,
        _ reason: MessagePartSentence
    ) {
        self.subject = subject
        self.paragraphs = paragraphs
        self.short = short
        self.reason = reason
    }

    init(_ kind: Notice.Kind, _ conditions: Set<MessageCondition>) {
        switch kind {
        case .eventMoved: self = .eventMoved(conditions)
        case .eventCancelled:
            let paragraphs: [MessageSentence] = [.eventCancelled, .noLongerValid]
            self = .init(
                .eventCancelled, conditions.contains(.pricedOrders) ? paragraphs + [.refundFollows] : paragraphs,
                .eventCancelled, .becauseHolder)
        case .eventRestored:
            self = .init(.eventRestored, [.eventRestored, .validAgain], .eventRestored, .becauseHolder)
        case .subEventCancelled:
            self = .init(
                .subEventCancelled, [.subEventCancelled, .restUnchanged], .subEventCancelled, .becauseGuest)
        case .reminder: self = .reminder(conditions)
        case .organizerMessage: self = .init(.aboutEvent, [.organizerWrites], .words, .becauseHolder)
        case .news: self = .init(.news, [.news], .words, .becauseAgreed)
        case .recommendations:
            self = .init(
                .recommendations, [.recommendations, .chosenByBookings], .recommendations, .becauseTurnedOn)
        case .popularNearYou:
            self = .init(.popularNearYou, [.popularNearYou, .cityOfBooking], .popularNearYou, .becauseTurnedOn)
        case .ticketIssued, .ticketReissued, .ticketTransferred: self = .ticket(kind, conditions)
        case .ticketCancelled:
            self = .init(.ticketCancelled, [.ticketCancelled], .ticketCancelled, .becauseFormerHolder)
        case .orderPending: self = .orderPending(conditions)
        case .orderPaid: self = .orderPaid(conditions)
        case .orderCancelled: self = .init(.orderCancelled, [.orderCancelled], .orderCancelled, .becauseBuyer)
        case .refundOwed: self = .refundOwed(conditions)
        case .refundProcessed:
            self = .init(.refundProcessed, [.refundProcessed, .askIfNotPaidBack], .refundProcessed, .becauseBuyer)
        case .paymentPending: self = .paymentPending(conditions)
        case .ticketExpiring:
            self = .init(.ticketExpiring, [.ticketExpiring, .ticketUnused], .ticketExpiring, .becauseHolder)
        case .entryConfirmed:
            self = .init(.entryConfirmed, [.entryConfirmed, .askIfUnexpected], .entryConfirmed, .becauseHolder)
        case .reservationToConfirm: self = .reservationToConfirm(conditions)
        case .reservationLapsed:
            self = .init(.reservationLapsed, [.reservationLapsed], .reservationLapsed, .becauseBuyer)
        case .invitation: self = .invitation(conditions)
        case .invitationWithdrawn:
            self = .init(.invitationWithdrawn, [.invitationWithdrawn], .invitationWithdrawn, .becauseGuest)
        case .answerReminder: self = .answerReminder(conditions)
        case .confirmEmail: self = .confirmEmail(conditions)
        case .ticketsFound: self = .ticketsFound(conditions)
        case .passwordReset: self = .passwordReset(conditions)
        case .teamInvitation: self = .teamInvitation(conditions)
        case .newSale: self = .sales(.newSale, .newSale, .newSale, conditions)
        case .dailySummary: self = .sales(.dailySummary, .dailySummary, .dailySummary, conditions)
        case .paymentReceived: self = .sales(.paymentReceived, .paymentReceived, .paymentReceived, conditions)
        case .doubleAdmissions:
            self = .init(.doubleAdmissions, [.doubleAdmissions, .compareRecords], .doubleAdmissions, .becauseManager)
        case .gateSilent: self = .init(.gateSilent, [.gateSilent, .askGate], .gateSilent, .becauseManager)
        case .identityReviewed: self = .identityReviewed(conditions)
        case .gateUndecided:
            self = .init(.gateUndecided, [.gateUndecided, .gateShowsReason], .gateUndecided, .becauseManager)
        case .lowInventory: self = .init(.lowInventory, [.lowInventory], .lowInventory, .becauseManager)
        case .salesMilestone: self = .init(.salesMilestone, [.salesMilestone], .salesMilestone, .becauseManager)
        }
    }

    /// The outline of the most common message of a kind. Organizers' templates replace the text of such messages.
    static func standard(for kind: Notice.Kind) -> MessageOutline {
        MessageOutline(kind, [.changes, .owner, .until, .total, .amount, .pricedOrders, .subEvents, .link])
    }
}

// MARK: Messages with several forms

extension MessageOutline {
    private static func eventMoved(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let hasChanges = conditions.contains(.changes)
        guard conditions.contains(.subEvent) else {
            return .init(
                .eventMoved, [hasChanges ? .eventMoved : .eventChanged, .stillValid],
                hasChanges ? .eventMoved : .eventChanged, .becauseHolder)
        }
        return .init(
            .eventMoved, [hasChanges ? .subEventMoved : .subEventChanged, .stillValid],
            hasChanges ? .subEventMoved : .subEventChanged, .becauseGuest)
    }

    private static func reminder(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let isPast = conditions.contains(.past)
        if conditions.contains(.words) {
            return .init(isPast ? .aboutEvent : .reminder, [], .words, .becauseHolder)
        }
        return isPast
            ? .init(.aboutEvent, [.aboutEvent], .aboutEvent, .becauseHolder)
            : .init(.reminder, [.reminder], .reminder, .becauseHolder)
    }

    private static func answerReminder(_ conditions: Set<MessageCondition>) -> MessageOutline {
        conditions.contains(.words)
            ? .init(.answerReminder, [], .words, .becauseGuest)
            : .init(.answerReminder, [.answerReminder], .answerReminder, .becauseGuest)
    }

    private static func ticket(_ kind: Notice.Kind, _ conditions: Set<MessageCondition>) -> MessageOutline {
        guard conditions.contains(.owner) else {
            return .init(.ticketGone, [.ticketGone, .askIfUnexpected], .ticketGone, .becauseFormerHolder)
        }
        switch kind {
        case .ticketReissued:
            let first: MessageSentence = conditions.contains(.enlarged) ? .ticketEnlarged : .ticketReissued
            return .init(.ticketReissued, [first, .oldCodeInvalid], .ticketReissued, .becauseHolder)
        case .ticketTransferred:
            return .init(
                .ticketTransferred, [.ticketTransferred, .keepPrivate], .ticketTransferred, .becauseHolder)
        default: return .init(.ticketIssued, [.ticketIssued, .keepPrivate], .ticketIssued, .becauseHolder)
        }
    }

    private static func orderPaid(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let paragraphs: [MessageSentence] = conditions.contains(.owner) ? [.orderPaid, .keepPrivate] : [.orderPaid]
        return .init(.orderPaid, paragraphs, .orderPaid, .becauseBuyer)
    }

    private static func orderPending(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let (hasEnd, hasTotal) = (conditions.contains(.until), conditions.contains(.total))
        if conditions.contains(.atDoor), hasTotal {
            let paragraphs: [MessageSentence] = hasEnd ? [.orderAtDoor, .endsUnpaid] : [.orderAtDoor]
            return .init(.orderAtDoor, paragraphs, .orderAtDoor, .becauseBuyer)
        }
        var paragraphs: [MessageSentence] = [hasEnd ? .orderPendingUntil : .orderPending]
        if hasTotal { paragraphs.append(.payToGetTickets) }
        return .init(
            .orderPending, paragraphs,
            hasEnd ? .orderPendingUntil : .orderPending, .becauseBuyer)
    }

    private static func paymentPending(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let hasTotal = conditions.contains(.total)
        guard conditions.contains(.atDoor) else {
            return .init(
                .paymentPending, hasTotal ? [.paymentPending, .payToGetTickets] : [.paymentPending], .paymentPending,
                .becauseBuyer)
        }
        return .init(
            .paymentPending, hasTotal ? [.paymentPendingAtDoor, .payAtDoor] : [.paymentPendingAtDoor],
            .paymentPendingAtDoor, .becauseBuyer)
    }

    private static func refundOwed(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let isKnown = conditions.contains(.amount)
        return .init(
            .refundOwed, [isKnown ? .refundOwed : .refundOwedUnknown, .askAboutRefund],
            isKnown ? .refundOwed : .refundOwedUnknown, .becauseBuyer)
    }

    private static func reservationToConfirm(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let (hasLink, hasCode) = (conditions.contains(.link), conditions.contains(.code))
        guard hasLink || hasCode else {
            return .init(
                .reservationToConfirm, [.reserved, .noPublicAddress, .ignoreIfUnasked], .noPublicAddress,
                .becauseEntered)
        }
        var paragraphs: [MessageSentence] = [.reserved, conditions.contains(.until) ? .confirmUntil : .confirm]
        if hasCode { paragraphs.append(.code) }
        return .init(
            .reservationToConfirm, paragraphs + [.ignoreIfUnasked],
            hasLink ? .reservationToConfirm : .reservationCode, .becauseEntered)
    }

    private static func invitation(_ conditions: Set<MessageCondition>) -> MessageOutline {
        var paragraphs: [MessageSentence] = [.invitation]
        if conditions.contains(.subEvents) { paragraphs.append(.invitedTo) }
        let hasDeadline = conditions.contains(.deadline)
        if hasDeadline || conditions.contains(.link) {
            paragraphs.append(hasDeadline ? .pleaseAnswerBy : .pleaseAnswer)
        }
        let short: MessageShortSentence =
            switch (conditions.contains(.timed), hasDeadline) {
            case (true, true): .invitationToAnswer
            case (true, false): .invitationTo
            case (false, true): .invitationAnswer
            case (false, false): .invitation
            }
        return .init(.invitation, paragraphs, short, .becauseGuest)
    }

    private static func ticketsFound(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let hasTickets = conditions.contains(.tickets)
        var paragraphs: [MessageSentence] = [hasTickets ? .ticketsFound : .noTicketFound]
        let shortWithTickets: MessageShortSentence =
            conditions.contains(.link) ? .ticketsFound : .noPublicAddress
        var short: MessageShortSentence = hasTickets ? shortWithTickets : .noTicketFound
        if conditions.contains(.code) {
            paragraphs.append(.code)
            short = .code
        }
        return .init(.ticketsFound, paragraphs + [.ignoreIfUnasked], short, .becauseEntered)
    }

    private static func passwordReset(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let hasLink = conditions.contains(.link)
        return .init(
            .passwordReset, [.passwordReset, hasLink ? .useLink : .noPublicAddress, .ignoreIfUnasked],
            hasLink ? .passwordReset : .noPublicAddress, .becauseEntered)
    }

    private static func sales(
        _ subject: MessageSubjectSentence, _ sold: MessageSentence, _ short: MessageShortSentence,
        _ conditions: Set<MessageCondition>
    ) -> MessageOutline {
        var paragraphs = [sold, .salesOrders]
        if conditions.contains(.total) { paragraphs.append(.salesTotal) }
        return .init(subject, paragraphs, short, .becauseManager)
    }

    private static func identityReviewed(_ conditions: Set<MessageCondition>) -> MessageOutline {
        guard conditions.contains(.words) else {
            return .init(.identityAccepted, [.identityAccepted], .identityAccepted, .becauseManager)
        }
        return .init(.identityReturned, [.identityReturned, .reviewerWrites], .identityReturned, .becauseManager)
    }

    private static func confirmEmail(_ conditions: Set<MessageCondition>) -> MessageOutline {
        guard conditions.contains(.addressCode) else {
            return .init(.confirmEmail, [.code, .enterCode, .ignoreIfUnasked], .code, .becauseEntered)
        }
        let enter: MessageSentence = conditions.contains(.pushCode) ? .enterPushCode : .enterAddressCode
        return .init(.addressCode, [.code, enter, .ignoreIfUnasked], .code, .becauseEntered)
    }

    private static func teamInvitation(_ conditions: Set<MessageCondition>) -> MessageOutline {
        let hasLink = conditions.contains(.link)
        return .init(
            .teamInvitation,
            [.teamInvitation, hasLink ? .useLink : .noPublicAddress, .ignoreUnexpectedInvitation],
            hasLink ? .teamInvitation : .noPublicAddress, .becauseTeam)
    }
}
