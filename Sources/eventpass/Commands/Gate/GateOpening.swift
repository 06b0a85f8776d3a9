import Foundation
import Gate
import Management
import Store
import TicketToken
import Ticketing

/// What gates of an event are opened on.
struct GateOpening {
    let event: Event
    let office: Office
    private let folder: DataFolder
    private let store: Store
    private let ring: KeyRing
    private let device: DeviceID
    /// The number of the function that is served.
    private let function: Int?
    private let windowsAt: Instant?

    init(_ place: GatePlace, event name: String, windowsAt: Moment? = nil) throws {
        folder = try place.global.dataFolder()
        ring = try folder.openKeyRing(place.keys)
        store = try folder.openStore()
        office = try folder.signIn(to: store)
        event = try office.event(named: name)
        try office.authorizeScanning(at: event)
        let (office, event) = (office, event)
        function = try place.function.map { try office.function(named: $0, of: event).number }
        device = try folder.device()
        self.windowsAt = try windowsAt?.instant(in: event.zone)
    }

    /// - Parameter name: as `GatePlace.isName` allows it.
    func gate(named name: String) throws -> Gate {
        try Gate(
            name: name, event: event.number, function: function, store: store, ring: ring, device: device,
            windowsAt: windowsAt, operator: office.user.name, clock: Instant.now)
    }

    /// The office, on a connection of its own: what it is asked for does not keep the gate waiting.
    func officeBeside() throws -> Office { try folder.signIn(to: try folder.openStore()) }
}
