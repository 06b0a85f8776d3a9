import Store
import Ticketing

/// The error if the replies of some guests were refused. Nothing was stored.
public struct RefusedReplies: Error {
    /// A reason why a guest's reply was refused.
    public struct Fault: Sendable {
        /// The number of the guest.
        public let guest: Int
        /// The number of the sub-event whose answer was refused; nil if the fault is in another part of the reply.
        public let subEvent: Int?
        /// A `StorefrontError`, a `GuestError`, or the error of the closure that merges replies. The fields of a
        /// companion's faults are called `companion-1-name`, `companion-2-meal` and so on.
        public let error: any Error
    }

    /// All faults, ordered by guest. There is at least one.
    public let faults: [Fault]
}

/// Stores the replies of the guests who share a ticket. If a reply has faults, the caller must roll back the
/// transaction.
struct ReplyWriter {
    let work: UnitOfWork
    let event: Event
    let subEvents: [SubEvent]
    let serial: Serial

    func closedReason(of invitations: [Invitation]) -> StorefrontError? {
        event.answersClosedReason(of: invitations, to: subEvents, at: work.now)
    }

    /// Stores the reply of a guest, and returns its faults.
    ///
    /// - Throws: `StorefrontError.notFound` if the guest does not have the ticket.
    func store(
        _ reply: GuestReply, merging merge: (GuestReply, GuestAnswers) throws -> GuestReply
    ) throws -> [RefusedReplies.Fault] {
        // An import could have changed the guest's ticket before the guest was locked, so the serial is checked.
        guard let guest = try work.connection.guests.locked(number: reply.guest, of: event.number),
            guest.serial == serial
        else { throw StorefrontError.notFound }
        let stored = try GuestService.withInvitations([guest], of: event.number, work.connection)[0]
        if let closed = closedReason(of: stored.invitations) {
            return [RefusedReplies.Fault(guest: guest.number, subEvent: nil, error: closed)]
        }
        let former = GuestAnswers(stored)
        let merged: GuestReply
        do {
            merged = try merge(reply, former)
        } catch {
            return [RefusedReplies.Fault(guest: guest.number, subEvent: nil, error: error)]
        }
        var faults: [RefusedReplies.Fault] = []
        func add(_ error: (any Error)?, at subEvent: Int? = nil) {
            if let error {
                faults.append(RefusedReplies.Fault(guest: guest.number, subEvent: subEvent, error: error))
            }
        }
        for (number, answer) in merged.answers.sorted(by: { $0.key < $1.key }) {
            add(try refusal { try store(answer, to: number, of: guest) }, at: number)
        }
        add(try refusal { try describe(guest, merged) })
        add(try refusal { try requireChosenCompanions(merged.applied(to: former)) })
        return faults
    }

    /// The error with which `step`, which checks or stores a part of the reply, refuses the reply. Nil if `step`
    /// succeeds.
    ///
    /// - Throws: errors that the reply did not cause, such as `StoreError`.
    private func refusal(of step: () throws -> Void) throws -> (any Error)? {
        do {
            try step()
            return nil
        } catch let error as StorefrontError {
            return error
        } catch let error as GuestError {
            return error
        }
    }

    private func store(_ answer: InvitationReply, to number: Int, of guest: Guest) throws {
        guard let subEvent = subEvents.first(where: { $0.number == number }) else { throw StorefrontError.notFound }
        if let end = subEvent.details.end, work.now >= end { throw StorefrontError.eventOver }
        guard !event.details.areAnswersClosed(for: subEvent.details, at: work.now) else {
            throw StorefrontError.subEventAnswersClosed(number, subEvent.name)
        }
        _ = try work.answer([subEvent: answer], ofGuest: guest, of: event.number)
    }

    /// Checks that an attending guest does not describe more companions than the guest brings to any sub-event. The
    /// check is skipped if it is too late to change the answers for all sub-events that the guest attends.
    ///
    /// - Parameter answers: the guest’s answers after the reply.
    /// - Throws: `StorefrontError.companionsNotChosen`.
    private func requireChosenCompanions(_ answers: GuestAnswers) throws {
        let chosen = answers.answers.compactMapValues { $0.companions }
        guard let most = chosen.values.max(), most < answers.companions.count else { return }
        let open = subEvents.filter { subEvent in
            chosen[subEvent.number] != nil && subEvent.details.end.map { work.now < $0 } ?? true
                && !event.details.areAnswersClosed(for: subEvent.details, at: work.now)
        }
        guard !open.isEmpty else { return }
        throw StorefrontError.companionsNotChosen(
            described: answers.companions.count, chosen: most, subEvents: open.map(\.number))
    }

    /// Stores the meal, the allergies and the companions in a reply.
    private func describe(_ guest: Guest, _ reply: GuestReply) throws {
        let companions =
            try reply.companions ?? work.connection.companions.all(ofGuest: guest.number, event: guest.event)
        do {
            _ = try work.describe(
                guest, meal: reply.meal ?? guest.details.meal, allergy: reply.allergy ?? guest.details.allergy,
                companions: companions)
        } catch ManagementError.invalid(let faults) {
            throw StorefrontError.invalid(faults)
        }
    }
}
