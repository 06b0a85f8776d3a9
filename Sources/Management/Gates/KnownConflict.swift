import Store
public import Ticketing

/// A ticket that was let in twice, with what is known of ticket and devices.
public struct KnownConflict: Sendable {
    public let double: DoubleAdmission
    public let holder: String?
    public let earlier: KnownDevice
    public let later: KnownDevice

    /// What people call a device, and how far its clock is off.
    public struct KnownDevice: Sendable {
        public let name: String?
        public let clock: ClockOffset?
    }

    var devices: [(DeviceID, KnownDevice)] {
        [(double.earlier.id.device, earlier), (double.later.id.device, later)]
    }

    private static let pageLength = 500

    /// - Parameter look: does a look at the store, in one state of it.
    static func forEach(
        of event: EventNumber, _ body: (KnownConflict) throws -> Void,
        look: ((any StoreConnection) throws -> [KnownConflict]) throws -> [KnownConflict]
    ) throws {
        var last: DoubleAdmission.Place?
        while true {
            let page = try look { try KnownConflict.page(of: event, after: last, limit: pageLength, $0) }
            guard let end = page.last else { return }
            try page.forEach(body)
            last = end.double.place
        }
    }

    static func page(
        of event: EventNumber, after last: DoubleAdmission.Place?, limit: Int, _ connection: any StoreConnection
    ) throws -> [KnownConflict] {
        var devices: [DeviceID: KnownDevice] = [:]
        func device(_ id: DeviceID) throws -> KnownDevice {
            if let known = devices[id] { return known }
            let known = try connection.deviceClocks.of(id)
            let device = KnownDevice(name: known?.name, clock: known?.offset)
            devices[id] = device
            return device
        }
        return try connection.conflicts.page(of: event, after: last, limit: limit).map { double in
            KnownConflict(
                double: double,
                holder: try connection.tickets.with(serial: double.ticket.serial, of: event)?.holder,
                earlier: try device(double.earlier.id.device), later: try device(double.later.id.device))
        }
    }
}
