import Management
import Ticketing

/// The deadlines by which some guests of an invitation must answer.
struct AnswerDeadlines {
    /// The different deadlines of the guests' sub-events. The element nil stands for sub-events without a deadline.
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
