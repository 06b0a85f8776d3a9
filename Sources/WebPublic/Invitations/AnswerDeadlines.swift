import Languages
import Management
import Ticketing

/// The deadlines until which some guests of an invitation can answer.
struct AnswerDeadlines {
    /// The different deadlines of the guests' sub-events. Nil means that a sub-event has no deadline.
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

extension StorefrontError {
    /// The number of the sub-event for which an answer came too late; nil for another error.
    var lateSubEvent: Int? {
        if case .subEventAnswersClosed(let number, _) = self { number } else { nil }
    }

    /// The faults of the numbers of companions, by the numbers of the sub-events.
    var companionFaults: [Int: Sentence] {
        guard case .companionsNotChosen(_, _, let subEvents) = self else { return [:] }
        return Dictionary(subEvents.map { ($0, publicSentence) }) { first, _ in first }
    }
}
