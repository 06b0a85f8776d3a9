import Foundation
import Gate
import Management
import Store
import TicketToken
import Ticketing

/// What gates are opened on: an event of the office's store, or a pack.
struct GateOpening {
    let event: Event
    /// The pack; nil for the office's store.
    let pack: Pack?
    /// What a page asks beside its scans, on the connection of the gate.
    let books: any GateBooks
    private let source: Source
    private let windowsAt: Instant?

    private enum Source {
        /// With the number of the function that is served.
        case office(DataFolder, Store, Office, KeyRing, DeviceID, function: Int?)
        /// It has its own device, and needs neither a data folder nor keys.
        case pack(OpenPack, GateArgument, operator: String?, function: Int?)
    }

    init(_ place: GatePlace, _ argument: GateArgument, windowsAt: Moment? = nil) throws {
        if let opened = try argument.openPackForScanning() {
            event = opened.event
            pack = opened.pack
            books = opened
            source = .pack(
                opened, argument, operator: place.global.as,
                function: try place.function.map { try opened.function(named: $0).number })
        } else {
            let folder = try place.global.dataFolder()
            let ring = try folder.openKeyRing(place.keys)
            let store = try GateOpening.recording { try folder.openStore(orCopy: false) }
            let office = try folder.signIn(to: store)
            let event = try office.event(named: argument.event, among: .publishedFirst)
            try office.authorizeScanning(at: event)
            self.event = event
            pack = nil
            books = OfficeBooks(office: office, event: event)
            source = .office(
                folder, store, office, ring, try folder.device(),
                function: try place.function.map { try office.function(named: $0, of: event).number })
        }
        self.windowsAt = try windowsAt?.instant(in: event.zone)
    }

    /// - Parameters:
    ///   - name: as `Gate.isName` allows it.
    ///   - deadline: when the store is given up; nil is as long as for a scan.
    func gate(named name: String, until deadline: ContinuousClock.Instant? = nil) throws -> Gate {
        switch source {
        case .office(_, let store, let office, let ring, let device, let function):
            try GateOpening.recording {
                try Gate(
                    name: name, event: event.number, function: function, store: store, ring: ring, device: device,
                    windowsAt: windowsAt, operator: office.user.name, until: deadline, clock: Instant.now)
            }
        case .pack(let pack, _, let `operator`, let function):
            try Gate(
                name: name, pack: pack.store, function: function, windowsAt: windowsAt, operator: `operator`,
                clock: Instant.now)
        }
    }

    /// Opens what records scans, and says what still works where nothing can be written.
    private static func recording<Opened>(_ open: () throws -> Opened) throws -> Opened {
        do {
            return try open()
        } catch let error as StoreError where error.isAboutWriting {
            throw Failure(
                .trouble, "\(error); scans can't be recorded there",
                hint: """
                    \(error.hint ?? ""); meanwhile eventpass gate list EVENT lists on paper who may come in, and eventpass \
                    store backup FILE writes the store to another disk
                    """)
        }
    }

    /// The same books, on a connection of their own: what they are asked for does not keep the gate waiting.
    func booksBeside() throws -> any GateBooks {
        switch source {
        case .office(let folder, _, _, _, _, _):
            return OfficeBooks(office: try folder.signIn(to: try folder.openStore(orCopy: false)), event: event)
        case .pack(let pack, let argument, _, _): return try argument.openPack(orCopy: false) ?? pack
        }
    }
}
