import EventFixture
import Gate
import Management
import SimulatedDisk
import Synchronization
import TicketToken
import Ticketing

@testable import Store

extension SimulatedDisk {
    /// Acts as if the program closed one descriptor of a file, and one descriptor of the index of the file's log.
    func closeDescriptors(of name: String) {
        closeDescriptor(of: name)
        closeIndexDescriptor(of: name)
    }
}

/// Shows whether at least one of the given disks has failed since this value was created.
struct Watch {
    private let disks: [(disk: SimulatedDisk, faults: Int)]

    init(_ disks: SimulatedDisk...) { self.disks = disks.map { ($0, $0.faults) } }

    var isTroubled: Bool { disks.contains { $0.disk.isDown || $0.disk.faults > $0.faults } }
}

final class SiteClock: Sendable {
    private let time = Mutex(Festival.start)

    var now: Instant { time.withLock { $0 } }

    func go(on milliseconds: Int64) {
        time.withLock { $0 = Instant(milliseconds: $0.milliseconds + milliseconds) }
    }
}

/// The sites of a festival: a main store, and gate packs. The sites have no connection to each other. Each site has its
/// own disk and clock. Gates scan tickets, sites merge each other's decisions, and packs are refreshed, copied and
/// restored, while disks and clocks fail. One seed determines every step.
struct SitesWorld {
    /// The maximum number of sites.
    static let most = 5

    struct TicketSeen {
        let code: TicketCode
        let serial: Serial
        let admits: Int
        /// The ticket's tokens: one for each issue, in the order of the issue numbers.
        var tokens: [String]
    }

    /// The program that runs at a site.
    struct Session {
        let store: Store
        let gate: Gate
        let services: ManagementServices?
        let pack: OpenGatePack?
        /// A second connection of the same program. Nil if the program has only one connection.
        let figures: Store?
    }

    struct Site {
        /// The name of the site's gate.
        let name: String
        let device: DeviceID
        let disk: SimulatedDisk
        var clock = SiteClock()
        var open: Session?
        var contents: Contents
        /// Earlier requests with an ID. The simulation can send them again as retries.
        var asked: [SitesAction.Ask] = []
        var promises = Promises()
        /// Whether the site's records must be read before the next step, because the last step may have had an effect.
        var isInDoubt = false
        /// Records that the site may have received from merges that failed midway. If a merge's commit could not be
        /// flushed, the commit may still be in the site's file when the program starts again.
        var sources = RecordSet()
        /// The content that the pack has if its last refresh was committed.
        var offered: Contents?
        /// Whether the last refresh reported success.
        var isRefreshed = false
        /// Whether this site is the new main store that the simulation adds at its end. The new store starts without
        /// decisions.
        var isNew = false

        var isMainStore: Bool { contents.packNumber == nil }
        var now: Instant { clock.now }
    }

    /// The content of a site's file, as far as the simulation knows it.
    struct Contents {
        var ledger = SiteLedger()
        /// The tickets by their index in `SitesWorld.tickets`. A pack does not have the tickets that were sold after
        /// its creation or last refresh.
        var tickets: [Int: SiteTicket]
        /// The pack's number, which each refresh raises; nil at the main store.
        var packNumber: Int?
        /// The double admissions that the site has received from the main store; nil if a failed merge makes them
        /// uncertain.
        var receivedConflicts: [ReportedConflict]? = []
    }

    /// A copy of a pack's file.
    struct Copy {
        let site: Int
        let image: [UInt8]
        let contents: Contents
    }

    let outset: SitesOutset
    let planted: SitesFault?
    var random: SeededGenerator
    var sites: [Site] = []
    var tickets: [TicketSeen]
    var copies: [Copy] = []
    var register = Register()
    var requests = 0
    /// Whether any merge has failed midway, or any pack has been restored from an older copy. A site may then know a
    /// chain's head without having the whole chain.
    var mayLackHeads = false
    private let tracing: World.Tracing

    init(
        _ outset: SitesOutset, seed: UInt64, planting planted: SitesFault? = nil, tracing: World.Tracing = .off
    ) throws {
        self.outset = outset
        self.planted = planted
        self.tracing = tracing
        random = SeededGenerator(seed: seed)
        tickets = outset.evening.tickets.map {
            TicketSeen(code: $0.code, serial: $0.serial, admits: $0.rules.seats, tokens: [$0.token])
        }
        let known = Dictionary(uniqueKeysWithValues: tickets.indices.map { ($0, SiteTicket()) })
        sites = [
            Site(
                name: "Main", device: outset.device,
                disk: try SitesOutset.disk(outset.services, as: SitesOutset.store, seed: random.next()),
                contents: Contents(tickets: known))
        ]
        for pack in outset.packs {
            try add(
                pack.device, on: SitesOutset.disk(pack.image, as: SitesOutset.pack, seed: random.next()),
                Contents(tickets: known, packNumber: pack.number))
        }
    }

    func trace(_ what: @autoclosure () -> String) {
        if case .on = tracing { print("  \(what())") }
    }

    mutating func add(_ device: DeviceID, on disk: SimulatedDisk, _ contents: Contents) {
        sites.append(Site(name: "Lane \(sites.count)", device: device, disk: disk, contents: contents))
    }

    /// Runs the whole simulation.
    ///
    /// - Throws: `Violation` if an invariant does not hold.
    mutating func run(actions: Int) throws {
        for _ in 0..<actions {
            let action = nextAction()
            try perform(action)
            for site in sites.indices where sites[site].disk.isDown { try stop(site) }
        }
        for site in sites.indices {
            // Some programs close their connections before the power fails. When a pack's last connection is closed,
            // the pack's log is copied into the pack's file and removed.
            if Bool.random(using: &random) { sites[site].open = nil }
            sites[site].disk.planNothing()
            sites[site].disk.cutPower()
            try stop(site)
        }
        try end()
    }

    /// Stops everything at a site: either the power fails, or the program is killed. Then checks the records of the
    /// site.
    private mutating func stop(_ site: Int) throws {
        let how = Int.random(in: 0..<3, using: &random) == 0 ? Action.Stop.killed : .powerFails
        trace("\(how) at \(site)")
        sites[site].open = nil
        switch how {
        case .powerFails: try sites[site].disk.start()
        case .killed: try sites[site].disk.goOn()
        }
        try examine(site)
    }

    /// Returns the program at a site, and starts the program if it is not running. If the last step may have added
    /// records to the site's ledger, reads these records first. Nil if a failing disk prevents the start or the
    /// reading.
    mutating func session(at site: Int) throws -> Session? {
        let watch = Watch(sites[site].disk)
        do {
            let session = if let open = sites[site].open { open } else { try open(site) }
            sites[site].open = session
            if sites[site].isInDoubt {
                sites[site].isInDoubt = false
                do { try settle(site) } catch let error as StoreError {
                    sites[site].isInDoubt = true
                    throw error
                }
            }
            return session
        } catch let error as StoreError {
            guard watch.isTroubled else {
                throw Violation(invariant: "a store opens", detail: "\(sites[site].name): \(error)")
            }
            return nil
        }
    }

    private mutating func open(_ index: Int) throws -> Session {
        let site = sites[index]
        let hasFigures = Bool.random(using: &random)
        let clock = site.clock
        let evening = outset.evening
        if site.isMainStore {
            let store = try planted?.prepareMainStore(evening.store(on: site.disk)) ?? evening.store(on: site.disk)
            return Session(
                store: store,
                gate: try evening.gate(site.name, at: store, device: site.device) { clock.now },
                services: try ManagementServices.signIn(to: store) { clock.now }, pack: nil,
                figures: try hasFigures ? secondConnection(to: site) : nil)
        }
        let pack = try openPack(SitesOutset.pack, on: site.disk)
        return Session(
            store: pack.store,
            gate: try Gate(
                name: site.name, pack: pack.store,
                operation: Gate.Operation(clock: { clock.now })), services: nil,
            pack: pack, figures: try hasFigures ? secondConnection(to: site) : nil)
    }

    private func secondConnection(to site: Site) throws -> Store {
        let figures = try connection(to: site)
        if planted?.closesDescriptor == true {
            site.disk.closeDescriptors(of: site.isMainStore ? SitesOutset.store : SitesOutset.pack)
        }
        return figures
    }

    private func connection(to site: Site) throws -> Store {
        guard !site.isMainStore else { return try outset.evening.store(on: site.disk) }
        try site.disk.show(SitesOutset.pack)
        return try GatePackFile.open(site.disk(SitesOutset.pack))
    }

    /// Acts like a second program, such as `gate stats`: opens a site's file while the site's gate is open, counts
    /// attendance, and closes the file.
    mutating func readStatistics(_ index: Int) throws {
        let site = sites[index]
        guard !site.disk.isDown else { return }
        let watch = Watch(site.disk)
        site.disk.enter(program: 1)
        defer { site.disk.enter(program: 0) }
        do {
            let store = try connection(to: site)
            _ = try store.read { try $0.slots.totals(of: outset.evening.event.number) }
        } catch let error as StoreError { try isTrouble(error, watch) }
        sites[index].isInDoubt = true
    }

    func openPack(_ name: String, on disk: SimulatedDisk) throws -> OpenGatePack {
        try disk.show(name)
        let pack = try OpenGatePack(at: disk(name))
        try planted?.preparePack(pack.store)
        return pack
    }
}
