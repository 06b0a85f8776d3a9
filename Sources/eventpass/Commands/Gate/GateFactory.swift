import Foundation
import Gate
import Languages
import Management
import Store
import TicketToken
import Ticketing

/// Opens gates for an event of the main store, or for a gate pack.
struct GateFactory {
    let event: Event
    /// The gate pack; nil for the main store.
    let pack: GatePack?
    /// The event data for the gate's screen. This data source and the gate use the same connection to the store.
    let dataSource: any GateDataSource
    private let source: Source
    /// The time that is compared with validity windows in place of the current time; nil if the gate uses the clock.
    private let fixedTime: Instant?
    private let rehearses: Bool

    private enum Source {
        /// `subEvent` is the number of the gate's sub-event.
        case mainStore(DataFolder, Store, ManagementServices, KeyRing, DeviceID, subEvent: Int?)
        /// A gate pack contains its device id. A gate with a pack needs neither a data folder nor a key ring.
        case pack(OpenGatePack, GateArgument, operator: String?, subEvent: Int?)
    }

    /// - Parameter options: the options of gates that admit people or let them out; nil for other gates.
    init(_ selection: GateSelection, _ argument: GateArgument, _ options: GateOptions? = nil) throws {
        rehearses = options?.rehearse ?? false
        if let opened = try argument.openPackForScanning(rehearses: rehearses) {
            event = opened.event
            pack = opened.pack
            dataSource = opened
            source = .pack(
                opened, argument, operator: selection.global.as,
                subEvent: try selection.subEvent.map { try opened.subEvent(named: $0).number })
        } else {
            let folder = try selection.global.dataFolder()
            guard folder.exists else { throw argument.missingFolderFailure(folder) }
            let ring = try folder.openKeyRing(selection.keys)
            let store = try GateFactory.explainingReadOnlyStore { try folder.openStore(orCopy: false) }
            let services = try folder.signIn(to: store)
            let event = try services.events.event(named: argument.event, among: .publishedFirst)
            try services.gates.authorizeScanning(at: event)
            self.event = event
            pack = nil
            dataSource = StoreDataSource(services: services, event: event)
            source = .mainStore(
                folder, store, services, ring, try folder.device(),
                subEvent: try selection.subEvent.map { try services.subEvents.subEvent(named: $0, of: event).number })
        }
        fixedTime = try options?.at?.instant(in: event.zone)
    }

    /// - Parameters:
    ///   - name: the gate's name, which must have no `Gate.nameFault`.
    ///   - deadline: the time at which to stop waiting for the store. Nil means the same time limit as for a verdict.
    func gate(named name: String, until deadline: ContinuousClock.Instant? = nil) throws -> Gate {
        switch source {
        case .mainStore(_, let store, let services, let ring, let device, let subEvent):
            try GateFactory.explainingReadOnlyStore {
                try Gate(
                    name: name, event: event.number, subEvent: subEvent, store: ledger(store), ring: ring,
                    device: device,
                    operation: Gate.Operation(
                        operator: services.user.name, fixedTime: fixedTime, clock: Instant.now), until: deadline
                )
            }
        case .pack(let pack, _, let `operator`, let subEvent):
            try Gate(
                name: name, pack: ledger(pack.store), subEvent: subEvent,
                operation: Gate.Operation(operator: `operator`, fixedTime: fixedTime, clock: Instant.now))
        }
    }

    /// The store in which a gate records its decisions. In a rehearsal, this store rolls back all transactions, so that
    /// nothing is recorded.
    private func ledger(_ store: Store) -> Store { rehearses ? store.rehearsing() : store }

    /// Calls a closure that opens the store for writing. If the store is not writable, the error says which commands
    /// still work.
    private static func explainingReadOnlyStore<Opened>(_ open: () throws -> Opened) throws -> Opened {
        do {
            return try open()
        } catch let error as StoreError where error.preventsWriting {
            let hints = [error.hint, Sentence(Text.storeNotWritableHint)].compactMap(\.self)
            throw CommandFailure(
                .trouble, GateArgument.Text.notWritable, ["error": .sentence(error.sentence)],
                hint: .list(hints, separator: "; "))
        }
    }

    /// Opens a data source for the same event on a separate connection, so that slow queries do not delay the gate. A
    /// rehearsal with a gate pack has only one connection, because the pack’s decrypted content can be in a file
    /// without a name, which cannot be opened again.
    func makeIndependentDataSource() throws -> any GateDataSource {
        switch source {
        case .mainStore(let folder, _, _, _, _, _):
            return StoreDataSource(services: try folder.signIn(to: try folder.openStore(orCopy: false)), event: event)
        case .pack(let pack, let argument, _, _):
            return rehearses ? pack : try argument.openPack(orCopy: false) ?? pack
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "gateFactory"

        case storeNotWritableHint =
            "while the store is not writable, print a list of the valid tickets with: eventpass gate list EVENT; or write the store to another disk with: eventpass store backup FILE"
    }
}

/// The event data, from the main store or a gate pack, that a gate's screen shows in addition to verdicts.
protocol GateDataSource: Sendable {
    func attendance() throws -> Attendance
    func ticketTypes() throws -> [TicketType]
    /// Tickets that match a text typed into the search field.
    func tickets(typed text: String, limit: Int) throws -> [Ticket]
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]]
    /// The people on a ticket, counted at the sub-event; `subEvent` is nil for an event without sub-events.
    func people(on ticket: Ticket, at subEvent: Int?) throws -> PeopleOnTicket
    /// Whether a search finds tickets by phone numbers.
    var hasPhoneNumbers: Bool { get }
    /// The state of the last message about each ticket. Tickets without a message are omitted. The result is empty for
    /// a gate pack, because it contains no messages.
    func lastMessages(about tickets: [Ticket]) throws -> [Serial: TicketMessage]
    /// The gate pack's age, and the number of its records that were not merged into the main store yet. Nil for the
    /// main store, because its records need no merge.
    func packState() throws -> GatePackState?
    /// The same data source, but with a deadline for requests to a database server.
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource
}

extension OpenGatePack: GateDataSource {
    var hasPhoneNumbers: Bool { pack.allowsPhoneSearch }
    func lastMessages(about tickets: [Ticket]) throws -> [Serial: TicketMessage] { [:] }
    func packState() throws -> GatePackState? { try state() }
    /// Ignores the deadline, because a gate pack is a local file.
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource { self }
}

struct StoreDataSource: GateDataSource {
    let services: ManagementServices
    let event: Event

    func attendance() throws -> Attendance { try services.reports.attendance(of: event) }
    func ticketTypes() throws -> [TicketType] { try services.ticketTypes.ticketTypes(of: event) }
    func tickets(typed text: String, limit: Int) throws -> [Ticket] {
        try services.tickets.tickets(of: event, typed: text, limit: limit)
    }
    func guestNames(on tickets: [Ticket]) throws -> [Serial: [String]] {
        try services.tickets.guestNames(on: tickets, of: event)
    }
    func people(on ticket: Ticket, at subEvent: Int?) throws -> PeopleOnTicket {
        try services.tickets.people(on: ticket, at: subEvent, of: event)
    }
    var hasPhoneNumbers: Bool { true }
    func lastMessages(about tickets: [Ticket]) throws -> [Serial: TicketMessage] {
        try services.tickets.lastMessages(about: tickets, of: event)
    }
    func packState() throws -> GatePackState? { nil }
    func limited(until deadline: ContinuousClock.Instant) -> any GateDataSource {
        StoreDataSource(services: services.limited(until: deadline), event: event)
    }
}
