/// The subjects of mails to holders, guests, buyers and members.
public enum MessageSubjectSentence: String, SentenceKey {
    public static let subject = "messageSubject"

    // Events
    case eventMoved = "Event updated: {eventTitle}"
    case eventCancelled = "Event cancelled: {eventTitle}"
    case eventRestored = "Event restored: {eventTitle}"
    case subEventCancelled = "{subEvent} cancelled: {eventTitle}"
    case reminder = "Reminder: {eventTitle}"
    case aboutEvent = "About {eventTitle}"
    case news = "{organizer}: {messageSubject}"
    case recommendations = "One event for you: {eventTitle}|{count} events for you: {eventTitle} and others"
    case popularNearYou = "One popular event near {city}|{count} popular events near {city}"

    // Tickets
    case ticketIssued = "Your ticket: {eventTitle}"
    case ticketReissued = "New QR code for your ticket: {eventTitle}"
    case ticketTransferred = "A ticket was transferred to you: {eventTitle}"
    case ticketGone = "Your ticket was transferred: {eventTitle}"
    case ticketCancelled = "Ticket cancelled: {eventTitle}|{count} tickets cancelled: {eventTitle}"
    case ticketExpiring = "Your ticket expires soon: {eventTitle}"
    case entryConfirmed = "Entry with your ticket: {eventTitle}"
    case ticketsFound = "Your tickets"

    // Orders
    case orderPending = "Order not paid yet: {eventTitle}"
    case orderAtDoor = "Tickets reserved: {eventTitle}"
    case orderPaid = "Order confirmed: {eventTitle}"
    case orderCancelled = "Order cancelled: {eventTitle}"
    case refundOwed = "Refund: {eventTitle}"
    case refundProcessed = "Refund paid: {eventTitle}"
    case paymentPending = "Please pay: {eventTitle}"
    case reservationToConfirm = "Confirm your reservation: {eventTitle}"
    case reservationLapsed = "Reservation ended: {eventTitle}"

    // Invitations
    case invitation = "Invitation: {eventTitle}"
    case invitationWithdrawn = "Invitation withdrawn: {eventTitle}"
    case answerReminder = "Please answer: {eventTitle}"

    // Sales
    case newSale = "New sale: {eventTitle}"
    case dailySummary = "Sales on {day}: {eventTitle}"
    case paymentReceived = "Payment received: {eventTitle}"
    case doubleAdmissions = "Tickets used at two gates: {eventTitle}"
    case gateSilent = "Silent gate: {eventTitle}"
    case gateUndecided = "A gate could not decide: {eventTitle}"
    case lowInventory = "Few tickets left: {eventTitle}"
    case salesMilestone = "One ticket sold or issued: {eventTitle}|{count} tickets sold or issued: {eventTitle}"

    // Accounts
    case confirmEmail = "Confirm your e-mail address"
    case addressCode = "Code for your message preferences"
    case passwordReset = "Choose a new password"
    case teamInvitation = "Invitation to the team of {organizer}"
    case identityAccepted = "Identity document accepted: {organizer}"
    case identityReturned = "Identity document returned: {organizer}"
}
