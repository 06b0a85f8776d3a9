import Languages
import Management
import Ticketing

/// A rejected form, which the page of an invitation shows again.
struct RejectedInvitationForm: Sendable {
    let form: HouseholdForm
    /// The reason for the rejection if it concerns the whole form; nil if the form has only faults of single guests.
    var reason: Sentence?
    var faults: [Int: GuestFaults] = [:]

    init(_ form: HouseholdForm, _ reason: Sentence? = nil) {
        self.form = form
        self.reason = reason
    }

    mutating func addMissing(of replies: HouseholdReplies) {
        if replies.isEmpty { reason = Sentence(PublicSentence.chooseAnswer) }
        for (guest, subEvents) in replies.missing {
            for subEvent in subEvents {
                faults[guest, default: GuestFaults()].answers[subEvent] = Sentence(PublicSentence.chooseOneAnswer)
            }
            if replies.withoutAnswer.contains(guest) { faults[guest]?.hasDetailsWithoutAnswer = true }
        }
    }

    /// Adds the faults of the replies that the storefront refused.
    ///
    /// - Throws: an error in `refused` that no reply caused, such as an error of the store.
    mutating func add(_ refused: RefusedReplies) throws {
        for fault in refused.faults { try faults[fault.guest, default: GuestFaults()].add(fault) }
    }
}

/// The faults of one guest's part of a rejected form.
struct GuestFaults: Sendable {
    /// The faults of answers by the numbers of the sub-events.
    var answers: [Int: Sentence] = [:]
    /// The faults of the numbers of companions by the numbers of the sub-events.
    private(set) var companions: [Int: Sentence] = [:]
    /// The faults of the texts about the guest and the companions.
    private(set) var texts: [FieldFault] = []
    /// The faults that belong to no single field.
    private(set) var others: [Sentence] = []
    /// Whether another person has meanwhile changed something that this guest's form changes, too. The page then shows
    /// both versions.
    private(set) var isConflict = false
    /// Whether the form has details about the guest, but no answer.
    var hasDetailsWithoutAnswer = false

    /// - Throws: the error in `fault` if the reply did not cause it, such as an error of the store.
    mutating func add(_ fault: RefusedReplies.Fault) throws {
        switch fault.error {
        case is ReplyConflict: isConflict = true
        case StorefrontError.invalid(let faults): texts += faults
        case let error as StorefrontError:
            guard case .companionsNotChosen(_, _, let subEvents) = error else {
                return add(error.publicSentence, at: fault.subEvent)
            }
            for subEvent in subEvents { companions[subEvent] = error.publicSentence }
        case let error as GuestError:
            guard case .tooManyCompanions = error, let subEvent = fault.subEvent else {
                return add(error.publicSentence, at: fault.subEvent)
            }
            companions[subEvent] = error.publicSentence
        default: throw fault.error
        }
    }

    private mutating func add(_ text: Sentence, at subEvent: Int?) {
        if let subEvent { answers[subEvent] = text } else { others.append(text) }
    }

    /// A copy of these faults, in which the faults that the page cannot show next to a field are moved to `others`.
    ///
    /// - Parameters:
    ///   - shown: the numbers of the sub-events that the page shows.
    ///   - choosing: the numbers of the sub-events for which the guest can choose a number of companions on the page.
    func placed(shown: Set<Int>, choosing: Set<Int>) -> GuestFaults {
        var placed = self
        for (subEvent, text) in companions.sorted(by: { $0.key < $1.key }) where !choosing.contains(subEvent) {
            placed.companions[subEvent] = nil
            placed.others.append(text)
        }
        for (subEvent, text) in answers.sorted(by: { $0.key < $1.key }) where !shown.contains(subEvent) {
            placed.answers[subEvent] = nil
            placed.others.append(text)
        }
        return placed
    }
}
