/// A ticket at one sub-event, or at the event itself if the sub-event's number is 0. A ticket has separate slots for
/// each sub-event.
public struct SubEventTicket: Hashable, Comparable, Sendable {
    public let event: EventNumber
    public let serial: Serial
    public let subEvent: Int

    public init(event: EventNumber, serial: Serial, subEvent: Int) {
        self.event = event
        self.serial = serial
        self.subEvent = subEvent
    }

    public static func < (a: SubEventTicket, b: SubEventTicket) -> Bool {
        (a.event.rawValue, a.serial, a.subEvent) < (b.event.rawValue, b.serial, b.subEvent)
    }
}

extension AdmissionRecord {
    /// The ticket and sub-event of the record; nil for a record without a ticket.
    public var subEventTicket: SubEventTicket? {
        serial.map { SubEventTicket(event: event, serial: $0, subEvent: subEvent) }
    }
}
