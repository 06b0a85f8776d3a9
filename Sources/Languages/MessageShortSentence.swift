/// The texts of SMS and of other short messages. Each text is followed by a link. With an event title of 20 letters, a
/// text and its link must fit into the 160 characters of one SMS.
public enum MessageShortSentence: String, SentenceKey {
    public static let subject = "messageShort"

    // Events
    case eventMoved = "{organizer} changed {eventTitle}: {changes}."
    case eventChanged = "{organizer} changed {eventTitle}. It begins {start}."
    case subEventMoved = "{subEvent}, {eventTitle}: {changes}."
    case subEventChanged = "{subEvent}, {eventTitle}: the time or the place has changed."
    case eventCancelled = "{organizer} cancelled {eventTitle}, {start}. Tickets are no longer valid."
    case eventCancelledBriefly = "{organizer} cancelled {eventTitle}, {start}."
    case eventRestored = "{eventTitle} takes place after all: {start}."
    case subEventCancelled = "{organizer} cancelled {subEvent} of {eventTitle}."
    case reminder = "{eventTitle} begins {start}, {place}."
    case aboutEvent = "{organizer} writes about {eventTitle}, {start}."
    case words = "{organizer}, {eventTitle}: {body}"
    case recommendations = "You may like {eventTitle}, {start}.|{count} events for you, such as {eventTitle}, {start}."
    case popularNearYou =
        "Popular near {city}: {eventTitle}, {start}.|{count} popular events near {city}, such as {eventTitle}, {start}."

    // Tickets
    case ticketIssued = "Your ticket for {eventTitle}, {start}."
    case ticketReissued = "Ticket {ticket} for {eventTitle} has a new QR code."
    case ticketTransferred = "Ticket {ticket} for {eventTitle} is yours now."
    case ticketGone = "Ticket {ticket} for {eventTitle} is no longer yours. Your QR code no longer works."
    case ticketCancelled =
        "Ticket {ticket} for {eventTitle} was cancelled. Gates refuse it.|{count} tickets for {eventTitle} were cancelled: {ticket}. Gates refuse them."
    case ticketCancelledBriefly =
        "Ticket {ticket} for {eventTitle} was cancelled.|{count} tickets for {eventTitle} were cancelled: {ticket}."
    case ticketExpiring = "Your {ticketType} ticket for {eventTitle} expires {until}."
    case entryConfirmed = "{eventTitle}: ticket {ticket} used, gate {gate}, {since}."
    case ticketsFound = "Your tickets for upcoming events."
    case noTicketFound = "There is no ticket for this number."
    case code = "Your code is {code}. Do not share it."

    // Orders
    case orderPendingUntil = "Tickets for {eventTitle}: pay {organizer} by {until}."
    case orderPending = "Tickets for {eventTitle}: pay {organizer} to get them."
    case orderAtDoor = "Tickets for {eventTitle} are reserved. Pay {total} at the door."
    case orderPaid =
        "Confirmed: one ticket for {eventTitle}, {start}.|Confirmed: {count} tickets for {eventTitle}, {start}."
    case orderCancelled = "Order {order} for {eventTitle} was cancelled."
    case refundOwed = "{organizer} owes you {amount} for {eventTitle}."
    case refundOwedUnknown = "{organizer} owes you a refund for {eventTitle}."
    case refundProcessed = "{organizer} has paid back {amount} for {eventTitle}."
    case paymentPending = "{eventTitle}: not paid yet, reserved until {until}."
    case paymentPendingAtDoor = "{eventTitle}: not paid yet, reserved until {until}. Pay at the door."
    case reservationToConfirm = "Confirm your reservation for {eventTitle}."
    case reservationCode = "Your code to confirm the reservation for {eventTitle} is {code}."
    case reservationLapsed = "Your reservation for {eventTitle} has ended. Its tickets are no longer valid."
    case reservationLapsedBriefly = "Your reservation for {eventTitle} has ended."

    // Invitations
    case invitation = "{organizer} invites you to {eventTitle}, {start}."
    case invitationAnswer = "{organizer} invites you to {eventTitle}, {start}. Answer by {answerBy}."
    case invitationTo = "{eventTitle}: {subEvents}."
    case invitationToAnswer = "{eventTitle}: {subEvents}. Answer by {answerBy}."
    case invitationWithdrawn = "{organizer} withdrew your invitation to {eventTitle}."
    case answerReminder = "Please say whether you are coming to {eventTitle}."

    // Sales
    case newSale = "{eventTitle}: one ticket sold.|{eventTitle}: {count} tickets sold."
    case dailySummary = "{eventTitle}, {day}: one ticket sold.|{eventTitle}, {day}: {count} tickets sold."
    case lowInventory =
        "{eventTitle}, {ticketType}: one ticket left.|{eventTitle}, {ticketType}: {count} tickets left."
    case salesMilestone =
        "{eventTitle}: one ticket sold or issued.|{eventTitle}: {count} tickets sold or issued."

    case paymentReceived =
        "{eventTitle}: one ticket was paid for.|{eventTitle}: {count} tickets were paid for."
    case doubleAdmissions =
        "{eventTitle}: one ticket was used at two gates.|{eventTitle}: {count} tickets were used at two gates."
    case gateSilent = "{eventTitle}: no scans at gate {gate} since {since}."
    case gateUndecided =
        "{eventTitle}: gate {gate} could not decide one scan.|{eventTitle}: gate {gate} could not decide {count} scans."

    // Accounts
    case passwordReset = "Choose a new password."
    case teamInvitation = "{organizer} invites you to join its team."
    case identityAccepted = "The identity document of {organizer} was accepted."
    case identityReturned = "The identity document of {organizer} was returned: {body}"
    case noPublicAddress = "This server has no public address for links. Ask the person who runs it."
}
