/// The sentences with which a gate sends people to the gates at which their ticket is valid.
public enum GateLandmarkSentence: String, SentenceKey {
    public static let subject = "gateLandmark"

    case ticketForGate = "This ticket is for gate {gates}"
    case ticketForGates = "This ticket is for the gates {gates}"
    case gateAt = "{gate} – {landmark}"
}
