public import Languages

extension Notice.Kind {
    /// The usual reason for a message of this kind, as in its footer. Its arguments are the title of the event, the
    /// name of the organizer and, for news, the day of the consent.
    public var because: MessagePartSentence {
        switch self {
        case .eventMoved, .eventCancelled, .eventRestored, .ticketIssued, .ticketReissued, .ticketTransferred,
            .ticketExpiring, .entryConfirmed, .reminder, .organizerMessage:
            .becauseHolder
        case .ticketCancelled: .becauseFormerHolder
        case .orderPending, .orderPaid, .orderCancelled, .refundOwed, .refundProcessed, .paymentPending,
            .reservationLapsed:
            .becauseBuyer
        case .subEventCancelled, .invitation, .invitationWithdrawn, .answerReminder: .becauseGuest
        case .confirmEmail, .reservationToConfirm, .ticketsFound, .passwordReset: .becauseEntered
        case .teamInvitation: .becauseTeam
        case .news: .becauseAgreed
        case .recommendations, .popularNearYou: .becauseTurnedOn
        // The remaining kinds are sent to the owners and managers of an organizer.
        default: .becauseManager
        }
    }
}
