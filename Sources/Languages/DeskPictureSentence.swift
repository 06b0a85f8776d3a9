/// The texts of the desk about the pictures of an event.
public enum DeskPictureSentence: String, SentenceKey {
    public static let subject = "deskPicture"

    case title = "Pictures"
    case poster = "Poster"
    case posterAbout =
        "People see the poster before they read about the event: in the list of events, on the event’s page and on tickets. It is shown in portrait format (4:5)."
    case posterLimits = "JPEG, PNG or WebP with at least 900 × 1125 pixels and at most 20 MB."
    case logo = "Logo"
    case logoAbout =
        "The logo is shown small: on the event’s public pages, on tickets, in passes, and in mails to recipients who have chosen posters and logos. Transparent parts become white."
    case logoLimits = "JPEG, PNG or WebP with at least 200 × 200 pixels and at most 20 MB."
    case posterFile = "Picture of the poster"
    case logoFile = "Picture of the logo"
    case drop = "Drop a picture here, choose a file or take a photo."
    case description = "Description"
    case descriptionHint =
        "A description for people who cannot see the picture. Leave empty if the picture is only decoration."
    case save = "Save picture"
    case removePoster = "Remove poster"
    case removeLogo = "Remove logo"
    case uploading = "Uploading"
    case reading = "The picture is being read."
    case notUploaded = "The picture could not be sent. Check the connection and try again."
    case tooLarge = "The file has {size} MB, but the maximum is {most} MB. Choose a smaller file."
    case noFile = "Choose a picture."
    case accent = "Accent colour"
    case accentHint =
        "The colour of buttons on the event’s public pages, and of its mails and passes, such as #2f6690. Where text would be hard to read, a darker or lighter shade is used. Leave empty for the usual colours."
    case accentFault = "a colour such as #2f6690"
    case accentNotSaved = "The colour was not saved."
    case printed = "Poster to print"
    case printedAbout =
        "The symbol on the printed poster leads to {url}. The server checks that the symbol can be read before you get the file."
    case notSaved = "The picture was not saved."
}
