public import Foundation
public import Ticketing

extension EventService {
    /// The time zone in which to show times that belong to no event, such as the time of a sign-in. It is the time zone
    /// of the event with the latest start, or UTC if there is no event.
    ///
    /// - Parameter organizer: The organizer whose events are considered; nil for all events that the current user can
    ///   see.
    public func timeZone(of organizer: Organizer? = nil) throws -> TimeZone {
        try events().last { organizer == nil || $0.organizer == organizer?.number }?.zone ?? .gmt
    }
}
