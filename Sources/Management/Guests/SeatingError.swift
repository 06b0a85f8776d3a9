public import Languages
public import Ticketing

/// The reason why guests were not moved to other tables.
public enum SeatingError: Error, Hashable, SentenceConvertible {
    /// These guests have been moved to other tables since the caller read their tables. The value contains their
    /// current details.
    case movedMeanwhile([Guest])
    /// One call can move at most `GuestService.mostSeated` guests. The value is the number of guests in the call.
    case tooMany(Int)

    enum Text: String, SentenceKey {
        static let subject = "seatingError"

        case movedMeanwhile = "Somebody else has moved these guests in the meantime: {places}."
        case atTable = "{guest} (now at table {table})"
        case withoutTable = "{guest} (now without a table)"
        case tooMany = "You can move at most {limit} guests at once; {number} are selected."
    }

    public var sentence: Sentence {
        switch self {
        case .movedMeanwhile(let guests):
            Sentence(
                Text.movedMeanwhile,
                ["places": .sentence(.list(guests.map { SeatingError.place(of: $0) }, separator: ", "))])
        case .tooMany(let count):
            Sentence(
                Text.tooMany, ["limit": .number(GuestService.mostSeated), "number": .text("\(count)")])
        }
    }

    private static func place(of guest: Guest) -> Sentence {
        guard let table = Seat(guest: guest).table else {
            return Sentence(Text.withoutTable, ["guest": .text(guest.name)])
        }
        return Sentence(Text.atTable, ["guest": .text(guest.name), "table": .text(table)])
    }
}
