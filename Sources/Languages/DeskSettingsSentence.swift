/// The texts of the desk's page with the settings of an organizer.
public enum DeskSettingsSentence: String, SentenceKey {
    public static let subject = "deskSettings"

    case heading = "{organizer_name}: settings"
    case about = "If you change the name, the addresses of pages stay the same, so that links keep working."
    case more = "More settings"
    case picturesAbout = "Posters, logos and accents belong to events: open an event and choose Pictures."
}
