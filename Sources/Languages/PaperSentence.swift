/// The sentences on printed sheets, cards, check-in lists and calibration pages.
public enum PaperSentence: String, SentenceKey {
    public static let subject = "paper"

    // Tickets and cards
    case number = "No. {number}"
    case table = "Table"
    case tableNamed = "Table {table}"
    case guestOf = "Guest of {guest}"
    case specimen = "Specimen"

    // Check-in lists
    case listByName = "{title} – by name"
    case listByCode = "{title} – by code"
    case page = "page {page} of {pages}"
    case admitted = "admitted"
    case name = "name"
    case type = "type"
    case code = "code"
    case time = "time"
    case listEnd = "{tickets} for {people} · printed {time}"
    case tickets = "{count} ticket|{count} tickets"
    case people = "{count} person|{count} people"
    // Check-in lists as text
    case madeByName = "by name, made {time}"
    case madeByCode = "by code, made {time}"
    case pageNumber = "page {page}"

    // Calibration pages
    case calibration = "Calibration"
    case front = "Front"
    case back = "Back"
    case frame = "10 mm from each edge · the marks are millimetres · print at 100 %"
    case moduleSize = "{count} dots, {side} mm"
}
