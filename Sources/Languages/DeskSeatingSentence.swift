/// The texts of the desk about tables and households.
public enum DeskSeatingSentence: String, SentenceKey {
    public static let subject = "deskSeating"

    // The seating plan
    case title = "Seating"
    case seatingTitle = "{event_title}: seating"
    case about = "Select guests, choose a table, and move the guests. A table is saved only while a guest sits at it."
    case dragAbout =
        "You can also drag guests to a table. On a touch screen, drag the handle beside the name. Each move is saved at once."
    case printAbout = "If you print this page, the printout has the tables of this page with their guests."
    case listByTable = "List by table (PDF)"
    case listTitle = "{event_title}: guests by table"
    case withoutTable = "Without a table"
    case coming = "Seats taken"
    case comingWithoutTable = "Coming"
    case possible = "May still come"
    case noTables = "There are no tables yet. Select guests, and type the name of a new table."
    case nextTables = "Next tables"
    case nextGuests = "Next guests without a table"
    case fromStart = "Back to the beginning"

    // The filter of the seating plan
    case invitedTo = "Invited to"
    case wholeEvent = "The whole event"
    case notDeclined = "All guests except those who declined"
    case onlyComing = "Only guests who are coming"

    // Moves
    case moveTo = "Move to table"
    case chooseTable = "Choose a table"
    case newTable = "New table"
    case newTableName = "Name of the new table"
    case move = "Move"
    case addTable = "Add empty table"
    case notMoved = "Nobody was moved."
    case nothingSelected = "Select at least one guest."
    case chooseDestination = "Choose a table, or type the name of a new table."
    case typeName = "Type the name of the new table."
    case guestRemoved = "A selected guest was removed in the meantime. The other guests are still selected."
    case movedOne = "Saved. {guest} is now at table {table}."
    case unseatedOne = "Saved. {guest} now has no table."
    case movedCount = "Saved. One guest was moved.|Saved. {count} guests were moved."
    case saving = "Saving…"
    case hideMessage = "Close message"
    case noResponse = "The server did not respond to the move. Reload the page to see whether the move was saved."

    // Households
    case households = "Households"
    case householdsTitle = "{event_title}: households"
    case householdsAbout =
        "The guests of each household, with their answers. If the guests of a household have different answers, the household is marked “Different answers”."
    case searchLabel = "Name of a household or guest"
    case noHouseholds =
        "There are no households yet. Imported guests get a household from the column “household” of the list."
    case noneFound = "No household found for “{text}”."
    case allHouseholds = "All households"
    case differing = "Different answers: {sub_events}"
    case companions = "Companions"
    case contact = "Contact"
    case invitation = "Invitation"
    case invitationOf = "Invitation {code}"
    case notInvited = "not invited"
    case withoutCode = "invited, no code yet"
    case withCode = "code issued"
}
