/// The rule for repeated entry with a ticket (Docs/Gate.md, "Re-entry").
public enum Reentry: Hashable, Sendable {
    /// People may enter once. If they leave, they cannot return.
    case never
    /// People may enter again after every exit.
    case afterExit
    /// People may enter at any time. If too few slots of the ticket are free, the gate first records an exit of people
    /// who were admitted earlier.
    case always
    /// People may enter once on each day of the event.
    case daily
    /// People may enter again after an exit, up to this total number of entries.
    case atMost(Int)

    /// The maximum number of entries that can be set with `atMost`.
    public static let mostEntries = 99
}

/// The text form of a rule on the command line and in the ledger: `never`, `after-exit`, `always`, `daily`, or the
/// maximum number of entries, such as `3`.
extension Reentry: RawRepresentable {
    public init?(rawValue: String) {
        switch rawValue {
        case "never": self = .never
        case "after-exit": self = .afterExit
        case "always": self = .always
        case "daily": self = .daily
        default:
            guard let times = Int(rawValue), (1...Reentry.mostEntries).contains(times), "\(times)" == rawValue else {
                return nil
            }
            self = .atMost(times)
        }
    }

    public var rawValue: String {
        switch self {
        case .never: "never"
        case .afterExit: "after-exit"
        case .always: "always"
        case .daily: "daily"
        case .atMost(let times): "\(times)"
        }
    }
}
