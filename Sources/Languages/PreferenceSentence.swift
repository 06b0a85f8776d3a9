/// The sentences of the public pages on which the recipients of messages choose what they get.
public enum PreferenceSentence: String, SentenceKey {
    public static let subject = "preference"

    case title = "Message preferences"
    case messagesTo = "For messages to {address}"
    case saved = "Saved."
    case notSaved = "Nothing was saved."
    case notSavedBecause = "Nothing was saved. {reason}"
    case pageOutdated = "The preferences have changed since this page was opened. Check them, and save them again."

    // Kinds
    case alwaysSent = "Messages about your tickets, payments and cancelled events can’t be turned off."
    case reminders = "Reminders before an event"
    case answerReminders = "Reminders to answer an invitation"
    case byChannel = "By {channel}"
    case snooze = "Pause for a week"
    case snoozedUntil = "Paused until {moment}"
    case pause = "Pause all messages except about tickets, payments and cancelled events"

    // News of organizers
    case news = "News from organizers"
    case newsGiven = "On {moment}, you agreed to get news from {organizer} by e-mail."
    case newsEnded = "On {moment}, you stopped news from {organizer}."
    case endNews = "Stop news from {organizer}"
    case renewNews = "Get news from {organizer} by e-mail again"
    case newsFrom = "News from {organizer}"

    // Times
    case quietHours = "Quiet hours"
    case quietHoursAbout =
        "Other messages wait until these hours end. For no quiet hours, choose the same start and end."
    case start = "Start"
    case end = "End"
    case timeFault = "Enter a time such as 22:00."
    case reminderTimes = "Reminder times"
    case standardTimes = "A day and 2 hours before"
    case earlyTimes = "A week, a day and 2 hours before"
    case lateTimes = "A day, 2 hours and 15 minutes before"
    case salesTimes = "New sales"
    case realTimeSales = "At once; after {limit} messages in a day, once an hour"
    case hourlySales = "Once an hour, together"
    case dailySales = "Once a day at {time}, together"
    case timeZone = "Time zone"
    case timeZoneHint = "Such as Africa/Kampala. Leave empty for the time zone of the event."
    case timeZoneFault = "Enter a time zone such as Africa/Kampala, or leave the field empty."
    case language = "Language of messages"

    // Buttons
    case save = "Save"
    case reset = "Reset to defaults"

    // Another address
    case otherPhone = "SMS go to the phone {address}."
    case otherEmail = "E-mails go to {address}."
    case removeOther = "Remove this address"
    case addPhoneAbout =
        "To get messages by SMS, too. The number with its country code, such as +256700123456."
    case addEmailAbout = "To get messages by e-mail, too."
    case phoneFault = "Enter a phone number with its country code, such as +256700123456."
    case emailFault = "Enter an e-mail address such as grace@example.org."
    case sendCodes = "Send codes"
    case codesSent = "Two codes are on their way, one to each address. They are valid for 10 minutes."
    case codeSentTo = "Code sent to {address}"
    case confirmOther = "Confirm address"
    case noCodes = "There are no valid codes for these addresses. Send new codes."
    case notAdded = "The address was not added."

    // Channels
    case way = "Channel"
    case otherKinds = "Channels of messages that can’t be turned off"
    case emailOrUrgent = "By e-mail; urgent messages by SMS"
    case smsOrLong = "By SMS; long messages by e-mail"
    case turnedOffWay = "Turned off"

    // Addresses to which no messages are sent
    case bounced =
        "Since {moment}, no messages are sent to this address, because a message came back or was reported as spam."
    case otherBounced =
        "Since {moment}, no messages are sent to {address}, because a message came back or was reported as spam."
    case serverAnswer = "Answer of the mail server: {answer}"
    case allow = "Allow messages again"

    // The latest messages
    case latest = "Latest messages"
    case latestAt = "{moment}: {kind}, {state}"
    case becauseHolder = "You get such messages because you have a ticket or an invitation."
    case becauseFormerHolder = "You get such messages because you had a ticket."
    case becauseBuyer = "You get such messages because you ordered tickets."
    case becauseGuest = "You get such messages because you are on a guest list."
    case becauseEntered = "You get such messages because somebody entered this address on our pages."
    case becauseTeam = "You get such messages because an organizer entered this address."
    case becauseManager = "You get such messages because you manage events."
    case becauseAgreed = "You get such messages because you agreed to get news from an organizer."

    // Turning one kind off
    case turnOffTitle = "Turn off messages"
    case turnOffQuestion = "Turn off “{kind}” for {address}?"
    case turnOff = "Turn off"
    case turnedOff = "“{kind}” is turned off for {address}."
    case notTurnedOff = "“{kind}” can’t be turned off, because these messages concern your tickets or invitations."
    case turnOn = "Turn on again"
    case allPreferences = "All preferences"
}
