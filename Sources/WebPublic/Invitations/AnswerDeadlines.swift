import Management
import Ticketing

/// The answer deadlines of the sub-events to which the guests of an invitation are invited.
struct AnswerDeadlines {
    /// The different deadlines of the guests' sub-events. If a sub-event has no deadline, the set contains nil.
    private let deadlines: Set<Instant?>

    init(of guests: [InvitedGuest], _ found: LinkedInvitation) {
        let invited = Set(guests.flatMap(\.invitations).map(\.subEvent))
        deadlines = Set(
            found.subEvents.filter { invited.contains($0.number) }.map {
                found.event.details.answerDeadline(of: $0.details)
            })
    }

    /// Whether the guests' sub-events have different deadlines. If so, the page shows a deadline for each sub-event.
    var differ: Bool { deadlines.count > 1 }

    /// The deadline that all the guests' sub-events have; nil if they have no deadline, or if the deadlines differ.
    var common: Instant? { differ ? nil : deadlines.first ?? nil }
}
