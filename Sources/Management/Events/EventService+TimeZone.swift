public import Foundation
public import Ticketing

extension EventService {
    /// The time zone for times that do not belong to one event, such as the time of a sign-in: the time zone of the
    /// event with the latest start. UTC if there is no event.
    ///
    /// - Parameter organizer: The organizer whose events are considered; nil for all events that the current user can
    ///   see.
    public func timeZone(of organizer: Organizer? = nil) throws -> TimeZone {
        try events().last { organizer == nil || $0.organizer == organizer?.number }?.zone ?? .gmt
    }
}
