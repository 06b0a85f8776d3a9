import Languages
import Ticketing

extension Notice.Kind {
    /// The name of the kind of messages on the page with the preferences.
    var preferenceSentence: PreferenceSentence {
        switch self {
        case .reminder: .reminders
        case .answerReminder: .answerReminders
        case .news: .news
        case .confirmEmail: .codesKind
        case .eventMoved: .movedKind
        case .eventCancelled: .cancelledEventsKind
        case .eventRestored: .restoredEventsKind
        case .subEventCancelled: .cancelledSubEventsKind
        case .ticketIssued: .newTicketsKind
        case .ticketReissued: .reissuedTicketsKind
        case .ticketTransferred: .transferredTicketsKind
        case .ticketCancelled: .cancelledTicketsKind
        case .orderPending: .unpaidOrdersKind
        case .orderPaid: .paidOrdersKind
        case .orderCancelled: .cancelledOrdersKind
        case .refundOwed: .owedRefundsKind
        case .refundProcessed: .paidRefundsKind
        case .paymentPending: .paymentRemindersKind
        case .ticketExpiring: .expiringTicketsKind
        case .entryConfirmed: .entriesKind
        case .invitation: .invitationsKind
        case .invitationWithdrawn: .withdrawnInvitationsKind
        case .reservationToConfirm: .reservationsKind
        case .reservationLapsed: .endedReservationsKind
        case .ticketsFound: .ticketListsKind
        case .passwordReset: .passwordLinksKind
        case .teamInvitation: .teamInvitationsKind
        case .organizerMessage: .organizerMessagesKind
        case .newSale: .salesKind
        case .lowInventory: .fewTicketsKind
        case .salesMilestone: .milestonesKind
        case .dailySummary: .dailySummariesKind
        case .paymentReceived: .paymentsKind
        case .doubleAdmissions: .doubleAdmissionsKind
        case .gateSilent: .silentGatesKind
        case .gateUndecided: .undecidedScansKind
        case .identityReviewed: .identityReviewsKind
        case .recommendations: .recommendationsKind
        case .popularNearYou: .popularEventsKind
        }
    }
}

extension NoticeDelivery.State {
    /// The state of a message in the words of its recipient.
    var preferenceSentence: PreferenceSentence {
        switch self {
        case .queued: .waitingState
        case .leased: .sendingState
        case .sent: .sentState
        case .delivered: .arrivedState
        case .deferred: .laterState
        case .bounced: .returnedState
        case .suppressed, .failed, .dropped: .notSentState
        case .merged: .replacedState
        }
    }
}

extension MessagePreferences.ReminderTiming {
    func sentence(_ policy: NoticePolicy) -> Sentence {
        func distance(_ key: PreferenceSentence, _ count: Int) -> SentenceArgument {
            .sentence(Sentence(key, ["count": .number(count)]))
        }
        let late = distance(.hoursBefore, policy.lateReminderHours)
        return switch self {
        case .standard: Sentence(PreferenceSentence.standardTimes, ["late": late])
        case .early:
            Sentence(
                PreferenceSentence.earlyTimes,
                ["early": distance(.daysBefore, policy.earlyReminderDays), "late": late])
        case .late:
            Sentence(
                PreferenceSentence.lateTimes,
                ["late": late, "last": distance(.minutesBefore, policy.lastReminderMinutes)])
        }
    }
}

extension MessagePreferences.SalesTiming {
    func sentence(_ policy: NoticePolicy) -> Sentence {
        switch self {
        case .realTime:
            Sentence(PreferenceSentence.realTimeSales, ["limit": .text("\(policy.realTimeSales.count)")])
        case .hourly: Sentence(PreferenceSentence.hourlySales)
        case .daily:
            Sentence(
                PreferenceSentence.dailySales, ["time": .text(NoticePolicySetting.Unit.hour.text(policy.salesHour))])
        }
    }
}
