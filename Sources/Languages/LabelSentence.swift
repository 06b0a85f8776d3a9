/// The words that pages show for the cases of enumerations, such as the kinds of messages. Also short descriptions of
/// the roles of members. An enumeration whose raw values are already the words on pages conforms to `LabelledValue`
/// instead.
public enum LabelSentence: String, SentenceKey {
    public static let subject = "label"

    // Events
    case eventDraft = "draft"
    case eventPublished = "published"
    case eventOngoing = "happening now"
    case eventCompleted = "over"
    case eventCancelled = "cancelled"

    // Sub-events
    case ceremony = "Ceremony"
    case reception = "Reception"
    case rehearsal = "Rehearsal"
    case otherSubEvent = "Other"

    // Payments
    case cash = "cash"
    case card = "card"
    case mobileMoney = "mobile money"
    case bankTransfer = "bank transfer"
    case atTheDoor = "at the door"
    case complimentary = "complimentary"

    // Messages to people
    case confirmEmail = "confirm email"
    case eventMovedNotice = "event moved"
    case eventCancelledNotice = "event cancelled"
    case eventRestoredNotice = "event restored"
    case subEventCancelledNotice = "sub-event cancelled"
    case ticketIssuedNotice = "ticket issued"
    case ticketReissuedNotice = "ticket reissued"
    case ticketTransferredNotice = "ticket transferred"
    case ticketCancelledNotice = "ticket cancelled"
    case orderPendingNotice = "order pending"
    case orderPaidNotice = "order paid"
    case orderCancelledNotice = "order cancelled"
    case refundOwedNotice = "refund owed"
    case refundProcessedNotice = "refund paid"
    case paymentPendingNotice = "reminder to pay"
    case ticketExpiringNotice = "ticket expires soon"
    case entryConfirmedNotice = "entry confirmed"
    case invitationNotice = "invitation"
    case invitationWithdrawnNotice = "invitation withdrawn"
    case reservationToConfirmNotice = "reservation to confirm"
    case reservationLapsedNotice = "reservation ended"
    case ticketsFoundNotice = "tickets found"
    case passwordResetNotice = "password reset"
    case teamInvitationNotice = "team invitation"
    case reminderNotice = "reminder"
    case answerReminderNotice = "reminder to answer"
    case organizerMessageNotice = "message from the organizer"
    case newsNotice = "news from an organizer"
    case newSaleNotice = "new sale"
    case lowInventoryNotice = "few tickets left"
    case salesMilestoneNotice = "sales milestone"
    case dailySummaryNotice = "daily sales summary"
    case paymentReceivedNotice = "payment received"
    case doubleAdmissionsNotice = "double admissions"
    case gateSilentNotice = "silent gate"
    case gateUndecidedNotice = "scans without a verdict"
    case recommendationsNotice = "recommendations"
    case popularNearYouNotice = "popular events near the recipient"
    case identityReviewedNotice = "result of an identity review"
    case emailChannel = "e-mail"
    case smsChannel = "SMS"
    case whatsAppChannel = "WhatsApp"
    case pushChannel = "push message"

    // The rights of members
    case ownerRights = "full access"
    case managerRights = "manage events, tickets and reports"
    case sellerRights = "issue and look up tickets"
    case gateRights = "scan tickets and search the list"
    case viewerRights = "read only"

    // The verification of an organizer
    case nationalID = "national identity card"
    case passport = "passport"
    case drivingLicence = "driving licence"
    case companyRegistration = "company registration"
}
