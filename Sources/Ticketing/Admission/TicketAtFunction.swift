/// Whose places are counted together: a ticket at one function, or, as function 0, at the event itself.
public struct TicketAtFunction: Hashable, Comparable, Sendable {
    public let event: EventNumber
    public let serial: Serial
    public let function: Int

    public init(event: EventNumber, serial: Serial, function: Int) {
        self.event = event
        self.serial = serial
        self.function = function
    }

    public static func < (a: TicketAtFunction, b: TicketAtFunction) -> Bool {
        (a.event.rawValue, a.serial, a.function) < (b.event.rawValue, b.serial, b.function)
    }
}

extension AdmissionRecord {
    /// Whose places it is about; nil for what is about no ticket.
    public var ticket: TicketAtFunction? {
        serial.map { TicketAtFunction(event: event, serial: $0, function: function) }
    }
}
