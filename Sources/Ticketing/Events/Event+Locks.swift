import Languages

extension Event {
    /// The names of the fields that cannot change while the event is ongoing: its start, its place and its time zone.
    /// Its end can only be moved to a later time, and all other fields can change. The set is empty if the event is not
    /// ongoing.
    ///
    /// Sub-events have their own times and places, which are not locked.
    public func lockedFields(at now: Instant) -> Set<String> {
        guard phase(at: now) == .ongoing else { return [] }
        return ["start", "venue", "address", "city", "position", "timezone"]
    }

    /// A fault for each locked field whose value `details` changes, in the order of `EventDetails.fields`. If `details`
    /// moves the end to an earlier time, a fault for the field `end` comes last.
    public func lockFaults(changingTo details: EventDetails, at now: Instant) -> [FieldFault] {
        let locked = lockedFields(at: now)
        guard !locked.isEmpty else { return [] }
        var faults = EventDetails.fields.filter { field in
            locked.contains(field.name) && field.content(of: details) != field.content(of: self.details)
        }.map { FieldFault($0.optionName, FaultSentence.lockedWhileOngoing) }
        if let former = self.details.end, let end = details.end, end < former {
            faults.append(FieldFault("end", FaultSentence.laterEndWhileOngoing))
        }
        return faults
    }
}
