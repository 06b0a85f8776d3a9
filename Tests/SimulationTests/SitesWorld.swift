import EventFixture
import Gate
import Management
import SimulatedDisk
import Synchronization
import TicketToken
import Ticketing

@testable import Store

extension SimulatedDisk {
    /// The program closes a descriptor of a file, and one of the index of its log.
    func closeDescriptors(of name: String) {
        closeDescriptor(of: name)
        closeIndexDescriptor(of: name)
    }
}

/// Whether something has gone wrong on some disks since a moment.
struct Watch {
    private let disks: [(disk: SimulatedDisk, faults: Int)]

    init(_ disks: SimulatedDisk...) { self.disks = disks.map { ($0, $0.faults) } }

    var isTroubled: Bool { disks.contains { $0.disk.isDown || $0.disk.faults > $0.faults } }
}

/// The clock of one machine.
final class SiteClock: Sendable {
    private let time = Mutex(Festival.start)

    var now: Instant { time.withLock { $0 } }

    func go(on milliseconds: Int64) {
        time.withLock { $0 = Instant(milliseconds: $0.milliseconds + milliseconds) }
    }
}

/// An office and packs that are cut off from each other, each on a disk and with a clock of its own: they scan, meet, are
/// brought up to date, copied and put back, and their disks and clocks do their worst. All is decided by one seed.
struct SitesWorld {
    /// Sites at most.
    static let most = 5

    struct TicketSeen {
        let code: TicketCode
        let serial: Serial
        let admits: Int
        /// By issue.
        var tokens: [String]
    }

    /// What runs at a site.
    struct Session {
        let store: Store
        let gate: Gate
        let services: ManagementServices?
        let pack: OpenGatePack?
        /// A second connection of the same program, as a gate's page has for its figures.
        let figures: Store?
    }

    struct Site {
        /// Of its gate.
        let name: String
        let device: DeviceID
        let disk: SimulatedDisk
        var clock = SiteClock()
        var open: Session?
        /// What its file holds.
        var contents: Contents
        /// Requests with an id, for them to come again.
        var asked: [SitesDeed.Ask] = []
        var promises = Promises()
        /// It is to be read before anything else is done: what was done last has left something, or not.
        var isInDoubt = false
        /// What it may have taken over of merges that broke off. A commit whose sync failed may be there when the next
        /// program looks.
        var sources = RecordSet()
        /// What it has if a refresh that broke off was done.
        var offered: Contents?
        /// It was told to have been done.
        var isRefreshed = false
        /// It has none of what was decided before it came.
        var isNew = false

        var isOffice: Bool { contents.packNumber == nil }
        var now: Instant { clock.now }
    }

    /// What is in a site's file, as far as the world knows: a copy takes it along.
    struct Contents {
        var books = SiteBooks()
        /// By number; those that are not there were sold later than its pack knows.
        var tickets: [Int: SiteTicket]
        /// Nil at the office.
        var packNumber: Int?
        /// What the office has told it of those who were let in twice; nil when it broke off while it told.
        var told: [Told]? = []
    }

    /// A pack's file as it was at some moment.
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
    /// A merge broke off, or a pack was put back to an older copy: then some know of records that are not where they look.
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
        for lane in outset.lanes {
            try add(
                lane.device, on: SitesOutset.disk(lane.image, as: SitesOutset.pack, seed: random.next()),
                Contents(tickets: known, packNumber: lane.number))
        }
    }

    func note(_ what: @autoclosure () -> String) {
        if case .on = tracing { print("  \(what())") }
    }

    mutating func add(_ device: DeviceID, on disk: SimulatedDisk, _ contents: Contents) {
        sites.append(Site(name: "Lane \(sites.count)", device: device, disk: disk, contents: contents))
    }

    /// Lives through all of it.
    ///
    /// - Throws: `Violation`.
    mutating func run(deeds: Int) throws {
        for _ in 0..<deeds {
            let deed = nextDeed()
            try perform(deed)
            for site in sites.indices where sites[site].disk.isDown { try stop(site) }
        }
        for site in sites.indices {
            // Who closes last seals the pack.
            if Bool.random(using: &random) { sites[site].open = nil }
            sites[site].disk.planNothing()
            sites[site].disk.cutPower()
            try stop(site)
        }
        try end()
    }

    /// Everything stops at a site: the power has failed, or the program is killed. It is begun anew when it is needed.
    private mutating func stop(_ site: Int) throws {
        let how = Int.random(in: 0..<3, using: &random) == 0 ? Deed.Stop.killed : .powerFails
        note("\(how) at \(site)")
        sites[site].open = nil
        switch how {
        case .powerFails: try sites[site].disk.start()
        case .killed: try sites[site].disk.goOn()
        }
        try examine(site)
    }

    /// What runs at a site, begun when nothing does, and read so far; nil when that is not to be had.
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
        if site.isOffice {
            let store = try planted?.prepareOffice(evening.store(on: site.disk)) ?? evening.store(on: site.disk)
            return Session(
                store: store,
                gate: try evening.gate(site.name, at: store, device: site.device) { clock.now },
                services: try ManagementServices.signIn(to: store) { clock.now }, pack: nil,
                figures: try hasFigures ? secondConnection(to: site) : nil)
        }
        let pack = try openPack(SitesOutset.pack, on: site.disk)
        return Session(
            store: pack.store, gate: try Gate(name: site.name, pack: pack.store) { clock.now }, services: nil,
            pack: pack, figures: try hasFigures ? secondConnection(to: site) : nil)
    }

    private func secondConnection(to site: Site) throws -> Store {
        let figures = try connection(to: site)
        if planted?.closesDescriptor == true {
            site.disk.closeDescriptors(of: site.isOffice ? SitesOutset.store : SitesOutset.pack)
        }
        return figures
    }

    /// One more connection to a site's file.
    private func connection(to site: Site) throws -> Store {
        guard !site.isOffice else { return try outset.evening.store(on: site.disk) }
        try site.disk.show(SitesOutset.pack)
        return try GatePackFile.open(site.disk(SitesOutset.pack))
    }

    /// Another program opens a site's file beside its gate, counts who came, and closes it, as `gate stats` does.
    mutating func visit(_ index: Int) throws {
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
