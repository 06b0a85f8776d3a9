/// The texts about people whom no message reaches. The desk and the commands show these texts.
public enum ReachSentence: String, SentenceKey {
    public static let subject = "reach"

    case nothingToSend = "no message can be sent"
    case unreached = "no message reaches {count} person: {people}|no message reaches {count} people: {people}"
    case unnamed =
        "no message reaches {count} person, because no address is known|no message reaches {count} people, because no addresses are known"
    case notNamed = "no message reaches {count} person|no message reaches {count} people"
    case person = "{name} ({reason})"
    case andMore = "{people}, and {count} more|{people}, and {count} more"
    case noAddress = "no e-mail address or phone number"
    case suppressed =
        "messages to {address} have been stopped since {date}, because a message could not be delivered or was reported as spam"
    case paused = "{address} has paused messages"
    case turnedOff = "{address} has turned off messages of this kind"
    case seeTickets = "see all: eventpass ticket list {event} --json"
    case seeGuests = "see all: eventpass guest list {event} --json"
    case seeLists = "see all: eventpass ticket list {event} --json, and: eventpass guest list {event} --json"
}
