/// The texts around the content of each page of the desk: the list of the desk’s areas (such as “Check-in” and “Team”),
/// the menu on a phone, and the choice of an event. Names of areas that other pages also use are in `DeskSentence`.
public enum DeskShellSentence: String, SentenceKey {
    public static let subject = "deskShell"

    case areas = "Areas"
    case menu = "Menu"
    case home = "Home"
    case checkIn = "Check-in"
    case team = "Team"
    case settings = "Settings"
    case chooseEvent = "All events"

    // The page that asks for an event or organizer
    case chooseOneEvent = "Choose an event."
    case chooseOneOrganizer = "Choose an organizer."
    case noEventToChoose = "There is no event that you can choose here."
    case noOrganizerToChoose = "There is no organizer that you can choose here."

    // The question before unsaved values of a form are lost
    case discardTitle = "Discard changes?"
    case discardAbout = "The values that you typed are not saved yet."
    case keepEditing = "Keep editing"
    case discardChanges = "Discard changes"
}
