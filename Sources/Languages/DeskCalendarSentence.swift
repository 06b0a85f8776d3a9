/// The texts of the calendar at the desk.
public enum DeskCalendarSentence: String, SentenceKey {
    public static let subject = "deskCalendar"

    case title = "Calendar: {month}"
    case about = "All times are the local times of the venues."
    case previous = "Previous month"
    case next = "Next month"
    case none = "No events in this month."
    case region = "Events of the month"

    case monday = "Monday"
    case tuesday = "Tuesday"
    case wednesday = "Wednesday"
    case thursday = "Thursday"
    case friday = "Friday"
    case saturday = "Saturday"
    case sunday = "Sunday"

    // An entry
    case time = "{start} {zone}"
    case times = "{start}–{end} {zone}"
    case untilDay = "{start} until {end} {zone}"
    case continues = "Continues until {end} {zone}"
    case allDay = "Continues all day"
    case partOf = "{part}, part of “{event}”"

    // Conflicts
    case samePlace = "Overlaps with “{event}” in the same place."
    case overlap = "Overlaps with “{event}”."
    case tooClose = "At most {minutes} minutes apart from “{event}”, in another place."
    case tooFar = "Too little time to travel between this place and the place of “{event}”."
    case moreConflicts = "{count} other conflict.|{count} other conflicts."
    case conflictsInMonth = "{count} conflict in this month.|{count} conflicts in this month."
}
