import Cryptography
import Languages
import Store
public import Ticketing

/// The headcount of a celebration, and its stored versions.
///
/// Only users who may see guests get results with the names of guests who have allergies.
public struct HeadcountService: Sendable {
    let services: ManagementServices

    /// The current headcount of an event.
    public func numbers(of event: Event) throws -> CelebrationHeadcount {
        let names = try showsNames(of: event)
        return try services.read(.showHeadcount, on: event) { connection in
            names.apply(to: try connection.headcounts.numbers(of: event.number))
        }
    }

    /// The versions of an event's headcount, oldest first, without the numbers of people and meals.
    public func versions(of event: Event) throws -> [HeadcountVersion] {
        try services.read(.showHeadcount, on: event) { try $0.headcounts.all(of: event.number) }
    }

    /// A version of an event's headcount, with its numbers of people and meals.
    ///
    /// - Throws: `HeadcountError.unknown`.
    public func version(_ number: Int, of event: Event) throws -> FrozenHeadcount {
        let names = try showsNames(of: event)
        return try services.read(.showHeadcount, on: event) { connection in
            let found = try HeadcountService.version(number, of: event, connection)
            return FrozenHeadcount(version: found.version, numbers: names.apply(to: found.numbers))
        }
    }

    /// The differences between a version and either a later version or the current headcount.
    ///
    /// - Parameters:
    ///   - number: the number of the earlier version.
    ///   - other: the number of the later version; nil for the current headcount.
    /// - Throws: `HeadcountError.unknown`.
    public func differences(
        from number: Int, to other: Int?, of event: Event
    ) throws -> [HeadcountDifference] {
        try services.read(.showHeadcount, on: event) { connection in
            let before = try HeadcountService.version(number, of: event, connection).numbers
            let after =
                try other.map { try HeadcountService.version($0, of: event, connection).numbers }
                ?? connection.headcounts.numbers(of: event.number)
            return after.differences(from: before)
        }
    }

    /// Stores the current headcount as the next version.
    ///
    /// - Parameter note: the organizer's note about the version; nil, or only white space, for no note.
    /// - Throws: `ManagementError.invalid` for an invalid note; `GuestError.noSubEvents`; `HeadcountError.tooMany`.
    public func freeze(of event: Event, note: String? = nil) throws -> FrozenHeadcount {
        let names = try showsNames(of: event)
        return try services.perform(.freezeHeadcount, on: event) { work in
            let note = note.flatMap { $0.folded.isEmpty ? nil : $0 }
            var faults = FieldFaults()
            faults.require(optional: note, "note")
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            // The lock keeps other transactions from adding the same version, and from changing guests and sub-events.
            _ = try work.lockedForGuestChanges(of: event)
            let headcounts = work.connection.headcounts
            let number = try headcounts.last(of: event.number) + 1
            guard number <= HeadcountVersion.most else { throw HeadcountError.tooMany }
            let numbers = try headcounts.numbers(of: event.number)
            guard !numbers.subEvents.isEmpty else { throw GuestError.noSubEvents }
            guard
                let version = try headcounts.add(
                    numbers, as: number, of: event.number, by: work.user, note: note, at: work.now)
            else {
                throw StoreError.concurrentChange(
                    Sentence(HeadcountError.Text.numberTaken, ["number": "\(number)"]))
            }
            try work.record(
                AuditSubject(.headcount, number), of: event.number,
                after: AuditFields(present: [
                    ("note", note), ("digest", Hexadecimal.text(version.digest)),
                    (
                        "people",
                        numbers.subEvents.map { "\($0.name): \($0.people)" }.joined(separator: ", ")
                    ),
                ]))
            let frozen = try HeadcountService.version(number, of: event, work.connection)
            return FrozenHeadcount(version: frozen.version, numbers: names.apply(to: frozen.numbers))
        }
    }

    private static func version(
        _ number: Int, of event: Event, _ connection: any StoreConnection
    ) throws -> FrozenHeadcount {
        guard let found = try connection.headcounts.with(number: number, of: event.number) else {
            throw HeadcountError.unknown(number)
        }
        return found
    }

    private enum Names {
        case shown, hidden

        func apply(to numbers: CelebrationHeadcount) -> CelebrationHeadcount {
            self == .shown ? numbers : numbers.withoutNames
        }
    }

    private func showsNames(of event: Event) throws -> Names {
        do {
            try services.authorize(.showGuests, on: event)
            let rights = try services.rights(in: event.organizer)
            return GuestDetails.shows("name", with: rights) ? .shown : .hidden
        } catch ManagementError.forbidden {
            return .hidden
        } catch ManagementError.notGranted {
            return .hidden
        }
    }
}
