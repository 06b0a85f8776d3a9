import Store
public import Ticketing

/// A double admission, with the ticket's holder, and the names and clocks of the two devices.
public struct DoubleAdmissionDetails: Sendable {
    public let admission: DoubleAdmission
    public let holder: String?
    public let earlier: DeviceDetails
    public let later: DeviceDetails

    /// The name of a device, and the offset of the device's clock from the main store's clock.
    public struct DeviceDetails: Sendable {
        public let name: String?
        public let clock: ClockOffset?
    }

    var devices: [(DeviceID, DeviceDetails)] {
        [(admission.earlier.id.device, earlier), (admission.later.id.device, later)]
    }

    private static let pageLength = 500

    /// Passes the double admissions of an event to `body`. They are read in pages.
    ///
    /// - Parameter query: gets a closure that reads one page. It must call the closure with a connection to a snapshot
    ///   of the store, and return the page.
    static func forEach(
        of event: EventNumber, _ body: (DoubleAdmissionDetails) throws -> Void,
        query: ((any StoreConnection) throws -> [DoubleAdmissionDetails]) throws -> [DoubleAdmissionDetails]
    ) throws {
        var last: DoubleAdmission.Cursor?
        while true {
            let page = try query { try DoubleAdmissionDetails.page(of: event, after: last, limit: pageLength, $0) }
            guard let end = page.last else { return }
            try page.forEach(body)
            last = end.admission.cursor
        }
    }

    static func page(
        of event: EventNumber, after last: DoubleAdmission.Cursor?, limit: Int, _ connection: any StoreConnection
    ) throws -> [DoubleAdmissionDetails] {
        var devices: [DeviceID: DeviceDetails] = [:]
        func device(_ id: DeviceID) throws -> DeviceDetails {
            if let known = devices[id] { return known }
            let known = try connection.deviceClocks.of(id)
            let device = DeviceDetails(name: known?.name, clock: known?.offset)
            devices[id] = device
            return device
        }
        return try connection.conflicts.page(of: event, after: last, limit: limit).map { double in
            DoubleAdmissionDetails(
                admission: double,
                holder: try connection.tickets.with(serial: double.ticket.serial, of: event)?.holder,
                earlier: try device(double.earlier.id.device), later: try device(double.later.id.device))
        }
    }
}
