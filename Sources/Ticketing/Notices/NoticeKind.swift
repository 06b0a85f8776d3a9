public import Languages

extension Notice {
    /// The reason for a message, which determines its text and its category. The raw values are used in the store, in
    /// the API and on the command line.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case confirmEmail = "confirm-email"
        case eventMoved = "event-moved"
        case eventCancelled = "event-cancelled"
        /// A deleted event was restored. The notice goes to the people who earlier got the message that the event was
        /// cancelled.
        case eventRestored = "event-restored"
        case subEventCancelled = "sub-event-cancelled"
        case ticketIssued = "ticket-issued"
        case ticketReissued = "ticket-reissued"
        case ticketTransferred = "ticket-transferred"
        case ticketCancelled = "ticket-cancelled"
        case orderPending = "order-pending"
        case orderPaid = "order-paid"
        case orderCancelled = "order-cancelled"
        case refundOwed = "refund-owed"
        /// A refund payment was recorded.
        case refundProcessed = "refund-processed"
        /// A reservation is not paid yet. Sent after half of the reservation's time, and shortly before its end.
        case paymentPending = "payment-pending"
        /// The recipient's tickets of a type expire before the event ends, and nobody has used them. Sent two days
        /// before they expire.
        case ticketExpiring = "ticket-expiring"
        /// People have entered with the ticket. Sent once for each ticket, sub-event and day, if the organizer wants it
        /// (`EventDetails.entryConfirmation`).
        case entryConfirmed = "entry-confirmed"
        case invitation
        /// The guest has no invitations left.
        case invitationWithdrawn = "invitation-withdrawn"
        /// A visitor has made a reservation, and must confirm it from the mailbox or phone that the visitor entered.
        case reservationToConfirm = "reservation-to-confirm"
        /// A reservation was not paid in time, and has ended.
        case reservationLapsed = "reservation-lapsed"
        /// All tickets of the recipient, sent at the recipient's request.
        case ticketsFound = "tickets-found"
        case passwordReset = "password-reset"
        case teamInvitation = "team-invitation"
        /// The event begins soon. Sent at the times that the recipient or the organizer has chosen.
        case reminder
        /// A guest has not given a final answer to the invitation, and the deadline is near.
        case answerReminder = "answer-reminder"
        /// A text that the organizer wrote to a chosen audience of the event (`NoticeAudience`).
        case organizerMessage = "organizer-message"
        /// A text that the organizer wrote to past buyers who have agreed to get news (`NewsConsent`).
        case news
        /// An order’s tickets were issued. Sent to the owners and managers of the organizer.
        case newSale = "new-sale"
        /// Few tickets of a type are left (`LowInventory`). Sent once for each type.
        case lowInventory = "low-inventory"
        /// The number of tickets of the event has reached a milestone (`SalesMilestone`).
        case salesMilestone = "sales-milestone"
        /// A summary of an event's sales on one day. Sent on the next day.
        case dailySummary = "daily-summary"
        /// The payment of an order was recorded after the order was created.
        case paymentReceived = "payment-received"
        /// Gates that did not know of each other's records admitted too many people with a ticket.
        case doubleAdmissions = "double-admissions"
        /// A gate that was working has recorded no decision for some time, although other gates of the event have
        /// recorded decisions.
        case gateSilent = "gate-silent"
        /// A gate could not decide scans. Sent once for each gate and hour.
        case gateUndecided = "gate-undecided"
        /// The owner of the server has accepted or returned an organizer's identity document. Sent to the owners and
        /// managers of the organizer.
        case identityReviewed = "identity-reviewed"
        /// Events that fit the events that the recipient has booked. Sent twice a week to recipients who have turned
        /// this kind on.
        case recommendations
        /// Popular events in or near a city in which the recipient has booked an event. Sent once a week to recipients
        /// who have turned this kind on.
        case popularNearYou = "popular-near-you"

        /// The text that pages show.
        public var label: Sentence {
            switch self {
            case .confirmEmail: .label(.confirmEmail)
            case .eventMoved: .label(.eventMovedNotice)
            case .eventCancelled: .label(.eventCancelledNotice)
            case .eventRestored: .label(.eventRestoredNotice)
            case .subEventCancelled: .label(.subEventCancelledNotice)
            case .ticketIssued: .label(.ticketIssuedNotice)
            case .ticketReissued: .label(.ticketReissuedNotice)
            case .ticketTransferred: .label(.ticketTransferredNotice)
            case .ticketCancelled: .label(.ticketCancelledNotice)
            case .orderPending: .label(.orderPendingNotice)
            case .orderPaid: .label(.orderPaidNotice)
            case .orderCancelled: .label(.orderCancelledNotice)
            case .refundOwed: .label(.refundOwedNotice)
            case .refundProcessed: .label(.refundProcessedNotice)
            case .paymentPending: .label(.paymentPendingNotice)
            case .ticketExpiring: .label(.ticketExpiringNotice)
            case .entryConfirmed: .label(.entryConfirmedNotice)
            case .invitation: .label(.invitationNotice)
            case .invitationWithdrawn: .label(.invitationWithdrawnNotice)
            case .reservationToConfirm: .label(.reservationToConfirmNotice)
            case .reservationLapsed: .label(.reservationLapsedNotice)
            case .ticketsFound: .label(.ticketsFoundNotice)
            case .passwordReset: .label(.passwordResetNotice)
            case .teamInvitation: .label(.teamInvitationNotice)
            case .reminder: .label(.reminderNotice)
            case .answerReminder: .label(.answerReminderNotice)
            case .organizerMessage: .label(.organizerMessageNotice)
            case .news: .label(.newsNotice)
            case .newSale: .label(.newSaleNotice)
            case .lowInventory: .label(.lowInventoryNotice)
            case .salesMilestone: .label(.salesMilestoneNotice)
            case .dailySummary: .label(.dailySummaryNotice)
            case .paymentReceived: .label(.paymentReceivedNotice)
            case .doubleAdmissions: .label(.doubleAdmissionsNotice)
            case .gateSilent: .label(.gateSilentNotice)
            case .gateUndecided: .label(.gateUndecidedNotice)
            case .identityReviewed: .label(.identityReviewedNotice)
            case .recommendations: .label(.recommendationsNotice)
            case .popularNearYou: .label(.popularNearYouNotice)
            }
        }

        public var category: Category {
            switch self {
            case .confirmEmail, .eventCancelled, .subEventCancelled, .ticketIssued, .ticketCancelled, .orderPaid,
                .orderCancelled, .refundOwed, .refundProcessed, .entryConfirmed, .reservationToConfirm,
                .reservationLapsed,
                .ticketsFound, .passwordReset, .teamInvitation:
                .critical
            case .eventMoved, .eventRestored, .ticketReissued, .ticketTransferred, .orderPending, .invitation,
                .invitationWithdrawn, .organizerMessage, .paymentPending, .ticketExpiring, .identityReviewed:
                .transactional
            case .reminder, .answerReminder: .engagement
            case .newSale, .lowInventory, .salesMilestone, .dailySummary, .paymentReceived, .doubleAdmissions,
                .gateSilent, .gateUndecided:
                .organizer
            case .recommendations, .popularNearYou: .informational
            case .news: .marketing
            }
        }

        /// Whether several messages of this kind about one event can be merged into the last of them. The last message
        /// then states the final result, or the sum of all sales or payments.
        public var isReplaceable: Bool {
            self == .eventMoved || self == .eventRestored || isInvitation || isAboutTickets || isSum
        }

        /// Whether a message of this kind tells a guest to which sub-events the guest is invited, or that no invitation
        /// is left.
        public var isInvitation: Bool { self == .invitation || self == .invitationWithdrawn }

        /// The kinds of earlier messages that can be merged into a message of this kind. They include this kind.
        public var mergedKinds: [Notice.Kind] { isInvitation ? [.invitation, .invitationWithdrawn] : [self] }

        /// Whether a merged message is about the tickets of all messages that were merged into it.
        public var isAboutTickets: Bool { self == .ticketReissued || self == .ticketTransferred }

        /// Whether a merged message states the sum of the sales or payments in the messages that were merged into it.
        public var isSum: Bool { self == .newSale || self == .paymentReceived }

        /// Whether the recipient has just asked for a message of this kind, and needs its code or link now. Such
        /// messages are sent before all others.
        public var isAwaited: Bool {
            [.confirmEmail, .reservationToConfirm, .ticketsFound, .passwordReset].contains(self)
        }

        /// Whether messages of this kind are sent by e-mail only.
        public var isByEmailOnly: Bool { self == .news }

        /// Whether messages of this kind suggest events. They are off unless the recipient turns them on. They are
        /// never sent by SMS, because an SMS costs money. They are of use for one day.
        public var suggestsEvents: Bool { self == .recommendations || self == .popularNearYou }

        /// The age at which a code, a link or suggestions are no longer of use, in seconds. Codes and links can end
        /// earlier.
        public static let secretSeconds: Int64 = 86_400

        /// The names of the payload's values that only the recipient may see. They are removed from the store when
        /// nothing is left to do for the message.
        public var secrets: Set<String> {
            switch self {
            case .confirmEmail: ["code"]
            case .passwordReset, .teamInvitation: ["link"]
            case .ticketsFound, .reservationToConfirm: ["code", "link"]
            case .recommendations, .popularNearYou: [Notice.suggestionsName, Notice.suggestionCityName]
            default: []
            }
        }
    }

    /// The categories of messages. A category determines when a message is sent, how many are sent, and whether the
    /// recipient can turn it off.
    public enum Category: String, LabelledValue {
        public static let subject = "noticeCategory"

        case critical, transactional, engagement, organizer, informational, marketing
    }

    /// The channels by which messages are sent.
    public enum Channel: String, Hashable, Sendable, CaseIterable, Codable {
        case email, sms
        /// A link that a person opens to send the message with WhatsApp.
        case whatsApp = "whatsapp"
        /// A notification that a browser of the recipient shows (Web Push).
        case push

        /// The text that pages show.
        public var label: Sentence {
            switch self {
            case .email: .label(.emailChannel)
            case .sms: .label(.smsChannel)
            case .whatsApp: .label(.whatsAppChannel)
            case .push: .label(.pushChannel)
            }
        }
    }
}

extension Notice {
    /// The channel that fits the recipient's address.
    public var channel: Channel { recipient.contains("@") ? .email : .sms }
}
