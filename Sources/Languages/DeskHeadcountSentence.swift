/// The texts of the desk’s pages about the numbers for the caterer.
public enum DeskHeadcountSentence: String, SentenceKey {
    public static let subject = "deskHeadcount"

    // The current numbers
    case numbers = "Numbers for the caterer"
    case title = "{event_title}: numbers for the caterer"
    case about =
        "Guests and companions who come count as people. Guests who may come and guests without an answer are counted separately."
    case noSubEvents = "There are no {sub_events_word} yet."
    case people = "People"
    case guests = "Guests"
    case companions = "Companions"
    case children = "Children"
    case maybe = "Maybe"
    case silent = "No answer"
    case meals = "Meals"
    case meal = "Meal"
    case withoutMeal = "no meal chosen"
    case nobody = "Nobody comes yet."
    case allergies = "Allergies"
    case allergy = "Allergy"
    case noAllergies = "No allergies of guests or companions who come are known."
    case person = "Person"
    case companionOf = "companion of {guest}"
    case household = "Household"
    case download = "Download CSV"

    // Versions
    case versions = "Versions"
    case versionsAbout = "A version keeps the numbers of one moment. Later answers do not change it."
    case noVersions = "No numbers were frozen yet."
    case note = "Note"
    case noteHint = "Optional, such as the recipient of the numbers."
    case freeze = "Freeze as version {next_version}"
    case notFrozen = "The numbers were not frozen."
    case version = "Version {number}"
    case versionTitle = "{event_title}: numbers, version {version_number}"
    case frozen = "Frozen"
    case frozenBy = "Frozen by"
    case frozenAt = "Frozen at {time} by {user}."

    // Differences
    case sincePrevious = "Changes since version {number}"
    case untilNow = "Changes from this version until now"
    case equal = "The numbers are equal."
    case figure = "Number"
    case before = "Before"
    case after = "After"
    case mealFigure = "Meal: {meal}"
    case allergyFigure = "Allergy: {allergy}"
}
