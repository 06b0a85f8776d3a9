/// A part of the day (Docs/Discovery.md, “Interests”).
public enum DayPart: String, Hashable, Sendable, CaseIterable {
    case morning, afternoon, evening, night

    /// The part of the day to which an hour belongs.
    ///
    /// - Parameter hour: 0 to 23.
    init(hour: Int) {
        switch hour {
        case 5..<12: self = .morning
        case 12..<17: self = .afternoon
        case 17..<22: self = .evening
        default: self = .night
        }
    }
}
