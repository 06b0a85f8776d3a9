import Languages
import Management
import Ticketing

/// The deadlines for the answers of some guests of an invitation.
struct AnswerDeadlines {
    /// A sub-event without a deadline is in the set as nil.
    private let deadlines: Set<Instant?>

    init(of guests: [InvitedGuest], _ found: LinkedInvitation) {
        let invited = Set(guests.flatMap(\.invitations).map(\.subEvent))
        deadlines = Set(
            found.subEvents.filter { invited.contains($0.number) }.map {
                found.event.details.answerDeadline(of: $0.details)
            })
    }

    /// Whether the guests' sub-events have different deadlines. The page then shows a deadline for each sub-event.
    var differ: Bool { deadlines.count > 1 }

    /// The deadline of all the guests' sub-events; nil without a deadline, or if the deadlines differ.
    var common: Instant? { differ ? nil : deadlines.first ?? nil }
}

extension StorefrontError {
    /// The number of the sub-event for which an answer came too late; nil for another error.
    var lateSubEvent: Int? {
        if case .subEventAnswersClosed(let number, _) = self { number } else { nil }
    }

    /// The fault of the number of companions at each sub-event, by the numbers of the sub-events.
    var companionFaults: [Int: Sentence] {
        guard case .companionsNotChosen(_, _, let subEvents) = self else { return [:] }
        return Dictionary(subEvents.map { ($0, publicSentence) }) { first, _ in first }
    }
}
