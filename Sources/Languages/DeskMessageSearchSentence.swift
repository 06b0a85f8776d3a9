/// The texts of the search in a list of messages at the desk.
public enum DeskMessageSearchSentence: String, SentenceKey {
    public static let subject = "deskMessageSearch"

    case label = "Recipient, kind or details"
    case wholeList = "All messages of this list"
    case noneFound = "No message found for “{text}” in this list."
    case found = "Messages of this list that contain “{text}”:"
}
