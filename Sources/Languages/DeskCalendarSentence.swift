/// The texts of the calendar at the desk.
public enum DeskCalendarSentence: String, SentenceKey {
    public static let subject = "deskCalendar"

    case title = "Calendar: {month}"
    case about = "All times are the local times of the venues."
    case aboutZone = "All times are in the time zone {zone}."
    case previous = "Previous month"
    case next = "Next month"
    case today = "Today"
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
    case times = "{start}–{end}"
    case untilDay = "{start} until {end}"
    case continues = "Continues until {end}"
    case allDay = "Continues all day"
    case partOf = "{part}, part of “{event}”"

    // Conflicts
    case samePlace = "Overlaps with “{event}” in the same place."
    case overlap = "Overlaps with “{event}”."
    case tooClose = "The break before or after “{event}”, which is in another place, is {minutes} minutes or less."
    case tooFar = "Too little time to travel between this place and the place of “{event}”."
    case moreConflicts = "{count} other conflict.|{count} other conflicts."
    case conflictsInMonth = "{count} conflict in this month.|{count} conflicts in this month."
}
