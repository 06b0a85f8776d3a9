package import Foundation
package import Management
package import Ticketing

/// Finds an event by its number, among the events that the user may see, including deleted events.
package struct EventLookup {
    private let events: [EventNumber: Event]

    package init(in services: ManagementServices) throws {
        let all = try services.events.events() + services.events.events(.deleted)
        events = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
    }

    /// The event's time zone; UTC if there is no event with this number.
    package func zone(of number: EventNumber?) -> TimeZone { number.flatMap { events[$0] }?.zone ?? .gmt }

    package func title(of number: EventNumber?) -> String? { number.flatMap { events[$0] }?.details.title }
}
