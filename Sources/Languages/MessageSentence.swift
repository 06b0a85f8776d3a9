/// The sentences in mails to holders, guests, buyers and members.
public enum MessageSentence: String, SentenceKey {
    public static let subject = "message"

    // Events
    case eventMoved = "{organizer} changed {eventTitle}: {changes}."
    case eventChanged = "{organizer} changed the time or the place of {eventTitle}."
    case subEventMoved = "{organizer} changed {subEvent} of {eventTitle}: {changes}."
    case subEventChanged = "{organizer} changed the time or the place of {subEvent} of {eventTitle}."
    case stillValid = "Your tickets and invitations stay valid."
    case eventCancelled = "{organizer} cancelled {eventTitle}, {start}."
    case noLongerValid = "Tickets and invitations are no longer valid."
    case refundFollows = "Buyers of paid tickets get a separate message about their refund."
    case eventRestored = "{eventTitle} takes place after all: {start}."
    case validAgain = "Tickets, orders and invitations are valid again."
    case subEventCancelled = "{organizer} cancelled {subEvent} of {eventTitle}."
    case restUnchanged = "The rest of the event is unchanged."
    case reminder = "{eventTitle} begins: {start}."
    case aboutEvent = "This message is about {eventTitle}, {start}."
    case organizerWrites = "{organizer} writes about {eventTitle}:"
    case news = "{organizer} has news about {eventTitle}:"
    case recommendations = "You may like this event:|You may like these {count} events:"
    case chosenByBookings =
        "The server bases its suggestions on your tickets and paid orders. Organizers do not see these suggestions."
    case popularNearYou =
        "This event in or near {city} is popular:|These {count} events in or near {city} are popular:"
    case cityOfBooking = "The server determines your city from your tickets and paid orders."

    // Tickets
    case ticketIssued = "You have a ticket for {eventTitle}, {start}."
    case ticketReissued = "Ticket {ticket} for {eventTitle} has a new QR code."
    case ticketEnlarged =
        "Ticket {ticket} for {eventTitle} now admits one person, and has a new QR code.|Ticket {ticket} for {eventTitle} now admits {count} people, and has a new QR code."
    case oldCodeInvalid = "The old QR code and the old link no longer work."
    case ticketTransferred = "Ticket {ticket} for {eventTitle}, {start}, is yours now."
    case ticketGone =
        "Ticket {ticket} for {eventTitle} is no longer yours. Your QR code and your link no longer work."
    case askIfUnexpected = "If you did not expect this, ask the organizer."
    case ticketCancelled =
        "Ticket {ticket} for {eventTitle} was cancelled. Gates refuse it.|{count} tickets for {eventTitle} were cancelled: {ticket}. Gates refuse them."
    case keepPrivate = "Anyone who has the QR code can use the ticket, so share it with nobody."
    case ticketsFound = "These are your tickets for upcoming events."
    case noTicketFound = "There is no ticket for this address."
    case changingCode =
        "The QR code of ticket {ticket} changes every 30 seconds. Open the ticket’s page on your phone at the gate."
    case ticketUnavailable = "Ticket {ticket} cannot be shown here. Ask the organizer for it."
    case ticketExpiring =
        "Tickets of the type {ticketType} for {eventTitle} expire {until}. Gates refuse them after that."
    case entryConfirmed = "Ticket {ticket} for {eventTitle} was used at gate {gate}: {since}."
    case ticketUnused = "You have a ticket of this type, and nobody has used it yet."
    case moreTickets = "One more ticket is not listed here.|{count} more tickets are not listed here."

    // Orders
    case orderPendingUntil = "Your order {order} for {eventTitle} is reserved until {until}."
    case orderPending = "Your order {order} for {eventTitle} is not paid yet."
    case payToGetTickets = "Pay {total} to {organizer} to get your tickets."
    case orderAtDoor = "Your tickets for {eventTitle} are reserved. Pay {total} at the door."
    case endsUnpaid = "The reservation ends {until} if it is not paid."
    case orderPaid =
        "Your order {order} is confirmed: one ticket for {eventTitle}, {start}.|Your order {order} is confirmed: {count} tickets for {eventTitle}, {start}."
    case orderCancelled = "Your order {order} for {eventTitle} was cancelled. Its tickets are no longer valid."
    case refundOwed = "{organizer} owes you a refund of {amount} for order {order}, {eventTitle}."
    case refundOwedUnknown = "{organizer} owes you a refund for order {order}, {eventTitle}."
    case askAboutRefund = "Ask the organizer how you get the money."
    case refundProcessed = "{organizer} has paid back {amount} for order {order}, {eventTitle}."
    case askIfNotPaidBack = "If you do not get the money, ask the organizer."
    case paymentPending = "Your order {order} for {eventTitle} is not paid yet. Its tickets are reserved until {until}."
    case paymentPendingAtDoor =
        "Your reserved tickets for {eventTitle} are not paid yet. Without payment, the reservation ends {until}."
    case payAtDoor = "Pay {total} at the door."
    case reserved = "Somebody reserved tickets for {eventTitle}, {start}, with this address."
    case confirmUntil = "If it was you, confirm the reservation by {until}. Otherwise it ends."
    case confirm = "If it was you, confirm the reservation. Otherwise it ends."
    case reservationLapsed =
        "Your reservation for {eventTitle} has ended, because it was not paid in time. Its tickets are no longer valid."

    // Invitations
    case invitation = "{organizer} invites you to {eventTitle}, {start}."
    case invitedTo = "You are invited to: {subEvents}."
    case pleaseAnswer = "Please say whether you are coming."
    case pleaseAnswerBy = "Please say by {answerBy} whether you are coming."
    case invitationWithdrawn = "{organizer} withdrew your invitation to {eventTitle}."
    case answerReminder = "Please say whether you are coming to {eventTitle}, {start}."

    // Sales
    case newSale = "One ticket for {eventTitle} was sold.|{count} tickets for {eventTitle} were sold."
    case dailySummary =
        "{day}: one ticket for {eventTitle} was sold.|{day}: {count} tickets for {eventTitle} were sold."
    case salesOrders = "Orders: {orders}."
    case salesTotal = "Total: {total}."
    case lowInventory =
        "One ticket of the type {ticketType} is left for {eventTitle}.|{count} tickets of the type {ticketType} are left for {eventTitle}."
    case salesMilestone =
        "One ticket for {eventTitle} is sold or issued.|{count} tickets for {eventTitle} are sold or issued."

    case paymentReceived =
        "A payment for one ticket for {eventTitle} was recorded.|Payments for {count} tickets for {eventTitle} were recorded."

    // Gates
    case doubleAdmissions =
        "At {eventTitle}, one ticket was used at two gates that could not reach each other, so too many people were admitted.|At {eventTitle}, {count} tickets were used at two gates that could not reach each other, so too many people were admitted."
    case compareRecords = "The gates’ records show the tickets, the gates and the times."
    case gateSilent =
        "The last scan at gate {gate} of {eventTitle} was recorded {since}. In the 20 minutes before this message, the other gates recorded one scan.|The last scan at gate {gate} of {eventTitle} was recorded {since}. In the 20 minutes before this message, the other gates recorded {count} scans."
    case askGate = "Please ask the staff at this gate whether it works."
    case gateUndecided =
        "Since {since}, gate {gate} of {eventTitle} could not decide one scan.|Since {since}, gate {gate} of {eventTitle} could not decide {count} scans."
    case gateShowsReason =
        "The gate shows the reason to its staff. Nobody may enter with a ticket until the gate has reached a verdict on its scan."

    // Accounts
    case code = "Your code is {code}."
    case enterCode = "Enter the code to confirm that this e-mail address belongs to {organizer}."
    case enterAddressCode = "Enter the code on the page of message preferences, to get messages at a second address."
    case enterPushCode =
        "Enter the code on the page of message preferences, to get push messages in your browser."
    case passwordReset = "Somebody asked for a new password for the account with this address."
    case teamInvitation = "You are invited to the team of {organizer}."
    case identityAccepted = "The owner of the server accepted the identity document of {organizer}."
    case identityReturned =
        "The owner of the server returned the identity document of {organizer}. You can enter another document."
    case reviewerWrites = "The reason:"
    case useLink = "Use the link below. It works only once."
    case noPublicAddress =
        "This server has no public address, so this message has no link. Ask the person who runs the server."
    case ignoreUnexpectedInvitation = "If you did not expect this invitation, ignore it."
    case ignoreIfUnasked = "If you did not ask for this message, ignore it."
}
