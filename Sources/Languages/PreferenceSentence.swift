/// The sentences of the public pages on which the recipients of messages choose what they get.
public enum PreferenceSentence: String, SentenceKey {
    public static let subject = "preference"

    case title = "Message preferences"
    case messagesTo = "For messages to {address}"
    case saved = "Saved."
    case notSaved = "Nothing was saved."
    case notSavedBecause = "Nothing was saved. {reason}"

    // Kinds
    case alwaysSent = "Messages about your tickets, payments and cancelled events can’t be turned off."
    case reminders = "Reminders before an event"
    case answerReminders = "Reminders to answer an invitation"
    case byChannel = "By {channel}"
    case snooze = "Pause for a week"
    case snoozedUntil = "Paused until {moment}"
    case pause = "Pause all messages except about tickets, payments and cancelled events"

    // Times
    case quietHours = "Quiet hours"
    case quietHoursAbout =
        "Other messages wait until these hours end. For no quiet hours, choose the same start and end."
    case start = "Start"
    case end = "End"
    case timeFault = "Write a time such as 22:00."
    case reminderTimes = "Reminder times"
    case standardTimes = "A day and 2 hours before"
    case earlyTimes = "A week, a day and 2 hours before"
    case lateTimes = "A day, 2 hours and 15 minutes before"
    case salesTimes = "New sales"
    case realTimeSales = "At once; after 20 messages in a day, once an hour"
    case hourlySales = "Once an hour, together"
    case dailySales = "Once a day at 08:00, together"
    case timeZone = "Time zone"
    case timeZoneHint = "Such as Africa/Kampala. Leave empty for the time zone of the event."
    case timeZoneFault = "Write a time zone such as Africa/Kampala, or leave the field empty."
    case language = "Language of messages"

    // Buttons
    case save = "Save"
    case reset = "Reset to defaults"

    // Addresses to which no messages are sent
    case bounced = "Since {moment}, no messages are sent to this address, because a message came back."
    case serverAnswer = "Answer of the mail server: {answer}"
    case allow = "Allow messages again"

    // Turning one kind off
    case turnOffTitle = "Turn off messages"
    case turnOffQuestion = "Turn off “{kind}” for {address}?"
    case turnOff = "Turn off"
    case turnedOff = "“{kind}” is turned off for {address}."
    case notTurnedOff = "“{kind}” can’t be turned off, because these messages concern your tickets or invitations."
    case turnOn = "Turn on again"
    case allPreferences = "All preferences"
}
