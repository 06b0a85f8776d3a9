/// The texts of the desk's home page: the first steps, the coming events and the totals.
public enum DeskHomeSentence: String, SentenceKey {
    public static let subject = "deskHome"

    // The first steps
    case setup = "First steps"
    case stepsDone = "{done} of {all} steps done"
    case done = "Done"
    case stepOrganizer = "Create an organizer"
    case aboutOrganizer = "An organizer is the person, company or community that holds events."
    case stepEvent = "Create an event"
    case aboutEvent = "A title is enough for a draft."
    case stepTickets = "Add a ticket type"
    case aboutTickets = "With or without a price."
    case stepPublish = "Publish the event"
    case aboutPublish = "Tickets can then be sold and issued."
    case stepTeam = "Invite your team"
    case aboutTeam = "Each member has a role, such as manager, seller or gate."
    case stepScan = "Scan a code at a gate"
    case aboutScan = "Scan any QR code to test the camera. A refused scan also completes this step."
    case openEvent = "Open event"
    case openTeam = "Open team"
    case openGate = "Open gate"

    case alerts = "Alerts"

    // The coming events
    case coming = "Today and upcoming"
    case today = "Today"
    case printAll = "Print all"
    case insideOfExpected = "{inside} of {expected}"
    case issuedToday = "{count} ticket issued today|{count} tickets issued today"
    case moneyToday = "Net revenue today: {amounts}"
    case silentGate = "Gate {gate} is silent: last scan {time}"
    case undecidedScans =
        "{count} scan was not decided in the last 24 hours|{count} scans were not decided in the last 24 hours"
    case alertsNotRead = "The alerts of the gates could not be read."
    case figuresNotRead = "The figures of this event could not be read."

    // The totals
    case totals = "All events"
    case showTotals = "Show totals"
    case notLive = "These figures are no longer live. Reload the page."
    case totalsNotRead =
        "The totals do not include {count} event, because its figures could not be read: {titles}|The totals do not include {count} events, because their figures could not be read: {titles}"
    case events = "Number of events"
    case tickets = "Tickets"
    case ticketsToday = "Tickets today"
    case admitted = "Admitted"
    case admittedAbout =
        "The number of admitted people does not include {count} event with sub-events.|The number of admitted people does not include {count} events with sub-events."
    case money = "Revenue by currency"
    case netToday = "Net today"
    case ticketsByEvent = "Tickets by event"
    case ticketsByDay = "Tickets by day"
    case organizers = "Organizers"
}
