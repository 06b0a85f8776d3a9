/// The texts of the desk about the gates of an event and their landmarks.
public enum DeskCheckInSentence: String, SentenceKey {
    public static let subject = "deskCheckIn"

    case title = "Check-in"
    case heading = "{event_title}: check-in"
    case about =
        "Tell people the way to each gate. If somebody comes to the wrong gate, that gate shows the landmark of the right gate."
    case gates = "Gates"
    case noGates =
        "No gates yet. A gate appears here when a ticket type, a phone, a landmark, a picture or an admission names it."
    case inside = "Inside"
    case insideHint = "Each person inside is counted at the gate where the person last entered."
    case phones = "Phones in use"
    case landmark = "Landmark of gate {gate}"
    case landmarkHint = "For example: by the fountain. Leave empty for none."
    case openGate = "Open gate {gate}"
    case newGate = "Another gate"
    case newGateName = "Gate"
    case newGateLandmark = "Landmark"
    case newGateLandmarkHint = "For example: by the fountain."
    case addLandmark = "Add landmark"
    case notSaved = "The landmark was not saved."
    case packs = "A gate with a gate pack shows a changed landmark only after the pack is refreshed."
}
