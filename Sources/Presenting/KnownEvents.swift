package import Foundation
package import Management
package import Ticketing

/// The events that the rows of a list may belong to, deleted ones too.
package struct KnownEvents {
    private let events: [EventNumber: Event]

    package init(in office: Office) throws {
        let all = try office.events() + office.events(.deleted)
        events = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
    }

    /// The event's zone; UTC for a row that belongs to none.
    package func zone(of number: EventNumber?) -> TimeZone { number.flatMap { events[$0] }?.zone ?? .gmt }

    package func title(of number: EventNumber?) -> String? { number.flatMap { events[$0] }?.details.title }
}
