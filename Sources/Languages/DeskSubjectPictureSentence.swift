/// The texts of the desk about the pictures of organizers and gates.
public enum DeskSubjectPictureSentence: String, SentenceKey {
    public static let subject = "deskSubjectPicture"

    case organizer = "Picture of the organizer"
    case organizerAbout =
        "The organizer’s public page shows this picture, which can be a logo. Transparent parts become white."
    case organizerFile = "Picture"
    case organizerLink = "Picture of the public page"
    case gate = "Picture of gate {gate}"
    case gateAbout =
        "If somebody comes to the wrong gate, that gate shows the picture of the right gate. Gates with a gate pack show no pictures."
    case gateFile = "Picture of the way to gate {gate}"
    case gateLimits = "JPEG, PNG or WebP with at least 320 × 320 pixels and at most 20 MB."
    case remove = "Remove picture"
}
