/// The words for sub-events: functions of celebrations, and sessions of other events.
public enum SubEventSentence: String, SentenceKey {
    public static let subject = "subEvent"

    // Labels
    case function = "Function"
    case functions = "Functions"
    case session = "Session"
    case sessions = "Sessions"

    // Words in a sentence
    case functionWord = "function"
    case functionsWord = "functions"
    case sessionWord = "session"
    case sessionsWord = "sessions"
}
