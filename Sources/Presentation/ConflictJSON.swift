package import Gate
package import Management
package import Ticketing

/// A conflict as JSON: two gates that had no contact with each other admitted, in total, more people on a ticket than
/// the ticket allows.
package struct ConflictJSON {
    package let event: Event
    package let subEvents: [SubEvent]
    /// The device of the data folder. It is used only for lines on a terminal, which show “this machine” if the device
    /// has no name. Nil for the conflicts of a gate pack, and in the HTTP API.
    package let machine: DeviceID?
    package let sentences: VerdictSentences

    package init(_ event: Event, subEvents: [SubEvent], on machine: DeviceID? = nil) {
        self.event = event
        self.subEvents = subEvents
        self.machine = machine
        sentences = VerdictSentences(timeZone: event.zone)
    }

    package func json(_ conflict: DoubleAdmissionDetails) -> JSON {
        let double = conflict.admission
        return .object([
            ("event", .int(double.ticket.event.rawValue)), ("serial", .int(double.ticket.serial.rawValue)),
            ("code", .string(TicketCode(double.ticket.serial).description)), ("holder", .optional(conflict.holder)),
            ("sub_event", .optional(subEvent(double.ticket.subEvent))), ("people", .int(double.people)),
            ("first", json(double.earlier, conflict.earlier)), ("second", json(double.later, conflict.later)),
        ])
    }

    private func json(_ entry: DoubleAdmission.Entry, _ device: DoubleAdmissionDetails.DeviceDetails) -> JSON {
        .object([
            ("at", .string(entry.admission.at.iso8601(in: event.zone))), ("gate", .string(entry.admission.gate)),
            ("device", .string(entry.id.device.description)), ("sequence", .integer(entry.id.sequence)),
            ("name", .optional(device.name)), ("clock_ahead_least", .optional(device.clock?.lowerBound)),
            ("clock_ahead_most", .optional(device.clock?.upperBound)),
        ])
    }

    package func subEvent(_ number: Int) -> String? { subEvents.first { $0.number == number }?.name }
}
