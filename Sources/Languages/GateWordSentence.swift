/// The large words for a verdict on the page of a gate, such as “NOT DECIDED”, and the numbers of people that are shown
/// above the words.
///
/// On a phone screen that is 70 mm wide, the letters are at least 10 mm high. A line breaks only at a space, so each
/// part between two spaces has at most eight letters in English.
public enum GateWordSentence: String, SentenceKey {
    public static let subject = "gateWord"

    case admit = "ADMIT"
    case exit = "EXIT"
    /// An admission was undone.
    case takenBack = "UNDONE"
    case `repeat` = "REPEAT"
    case refuse = "REFUSE"
    case notDecided = "NOT DECIDED"
    case oneAtATime = "ONE AT A TIME"

    /// The number of people on the ticket who are inside, and the number of people whom the ticket admits.
    case party = "{inside} of {allowed}"
}
