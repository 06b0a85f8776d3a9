package import Gate
package import Management
package import Ticketing

/// Tickets that were let in twice, in JSON.
package struct ConflictView {
    package let event: Event
    package let functions: [EventFunction]
    /// Whose screen this is, which nobody has given a name.
    package let machine: DeviceID?
    package let sentences: Sentences

    package init(_ event: Event, functions: [EventFunction], on machine: DeviceID? = nil) {
        self.event = event
        self.functions = functions
        self.machine = machine
        sentences = Sentences(timeZone: event.zone)
    }

    package func json(_ conflict: KnownConflict) -> JSON {
        let double = conflict.double
        return .object([
            ("event", .int(double.ticket.event.rawValue)), ("serial", .int(double.ticket.serial.rawValue)),
            ("code", .string(TicketCode(double.ticket.serial).description)), ("holder", .optional(conflict.holder)),
            ("function", .optional(function(double.ticket.function))), ("people", .int(double.people)),
            ("first", json(double.earlier, conflict.earlier)), ("second", json(double.later, conflict.later)),
        ])
    }

    private func json(_ entry: DoubleAdmission.Entry, _ device: KnownConflict.KnownDevice) -> JSON {
        .object([
            ("at", .string(entry.admission.at.iso8601(in: event.zone))), ("gate", .string(entry.admission.gate)),
            ("device", .string(entry.id.device.description)), ("sequence", .integer(entry.id.sequence)),
            ("name", .optional(device.name)), ("clock_ahead_least", .optional(device.clock?.least)),
            ("clock_ahead_most", .optional(device.clock?.most)),
        ])
    }

    package func function(_ number: Int) -> String? { functions.first { $0.number == number }?.name }
}
