/// The texts of the desk's page with the settings of an organizer.
public enum DeskSettingsSentence: String, SentenceKey {
    public static let subject = "deskSettings"

    case heading = "{organizer_name}: settings"
    case about = "If you change the name, the URLs of the organizer’s pages stay the same, so old links keep working."
    case more = "More settings"
    case widget = "Widget for other websites"
    case widgetOff =
        "Other websites can show your public events in a frame. Enter these websites above and save. This page then shows the markup for them."
    case widgetAbout =
        "Copy this markup into a page of a website that you have listed. The frame shows only public events. It needs no scripts, and neither reads nor sets cookies."
    case widgetAll = "The coming events"
    case widgetOne = "One event (replace EVENT with the last part of the URL of the event’s page)"
    case picturesAbout = "Posters, logos and accents belong to events: open an event and choose Pictures."
}
