import SimulatedDisk
import Ticketing

/// One step in a simulated world of several sites. Site 0 is the main store. Each other site is a gate pack.
enum SitesAction {
    case scan([Ask], site: Int)
    case cancel(ticket: Int)
    case reissue(ticket: Int)
    case sell
    /// A pack for one more site is created. If `trouble` is given, the new pack's disk fails at the given step of the
    /// creation.
    case makePack(trouble: (SimulatedDisk.Fault, steps: Int)?)
    case refresh(site: Int)
    case merge(from: Int, into: Int)
    /// A pack's file is copied. No later step changes the copy.
    case copy(site: Int)
    case mergeCopy(Int, into: Int)
    /// A copy becomes the file of a new site, and a gate opens the file there.
    case clone(Int)
    /// A copy replaces the pack that it was made from.
    case restore(Int)
    case close(site: Int)
    /// Another program opens a site's file, and reads the statistics.
    case readStatistics(site: Int)
    case flush(site: Int)
    case check(site: Int)
    case cutPower(site: Int)
    case trouble(SimulatedDisk.Fault, steps: Int, SimulatedDisk.Stay, site: Int)
    case noTrouble
    case wait(milliseconds: Int64)
    case setClock(site: Int, milliseconds: Int64)

    struct Ask: Hashable {
        let ticket: Int
        /// The issue number of the scanned token.
        let issue: Int
        let direction: Direction
        let count: Int
        let request: String?
    }
}

extension SitesWorld {
    mutating func nextAction() -> SitesAction {
        let site = Int.random(in: sites.indices, using: &random)
        let pack = Int.random(in: 1..<sites.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<42: return .scan((0..<scanCount()).map { _ in ask(at: site) }, site: site)
        case ..<45: return .readStatistics(site: site)
        case ..<47: return .cancel(ticket: anyTicket())
        case ..<50: return .reissue(ticket: anyTicket())
        case ..<51: return .sell
        case ..<52:
            guard sites.count < SitesWorld.most else { return .sell }
            let fault = SimulatedDisk.Fault.allCases.randomElement(using: &random) ?? .crash
            let isTroubled = Bool.random(using: &random)
            return .makePack(trouble: isTroubled ? (fault, steps: .random(in: 1...150, using: &random)) : nil)
        case ..<57: return .refresh(site: pack)
        case ..<63: return .merge(from: pack, into: 0)
        case ..<69:
            let other = Int.random(in: sites.indices, using: &random)
            // A pack never merges the main store's file.
            return other == pack || other == 0 ? .merge(from: pack, into: 0) : .merge(from: other, into: pack)
        case ..<72: return .copy(site: pack)
        case ..<75: return copies.isEmpty ? .copy(site: pack) : .mergeCopy(anyCopy(), into: site)
        case ..<77:
            guard !copies.isEmpty else { return .copy(site: pack) }
            return sites.count < SitesWorld.most ? .clone(anyCopy()) : .mergeCopy(anyCopy(), into: site)
        case ..<78: return copies.isEmpty ? .copy(site: pack) : .restore(anyCopy())
        case ..<82: return .close(site: site)
        case ..<83: return .flush(site: site)
        case ..<84: return .check(site: site)
        case ..<86: return .cutPower(site: site)
        case ..<90: return .trouble(.crash, steps: .random(in: 1...30, using: &random), .once, site: site)
        case ..<92:
            let fault = Bool.random(using: &random) ? SimulatedDisk.Fault.full : .error
            let stay = Bool.random(using: &random) ? SimulatedDisk.Stay.once : .forGood
            return .trouble(fault, steps: .random(in: 1...30, using: &random), stay, site: site)
        case ..<94: return .noTrouble
        case ..<98: return .wait(milliseconds: .random(in: 0...9000, using: &random))
        default:
            let far = Bool.random(using: &random)
            let change = Int64.random(in: far ? -90_000_000...90_000_000 : -8000...8000, using: &random)
            return .setClock(site: site, milliseconds: change)
        }
    }

    private mutating func anyTicket() -> Int { Int.random(in: tickets.indices, using: &random) }

    private mutating func anyCopy() -> Int { Int.random(in: copies.indices, using: &random) }

    private mutating func scanCount() -> Int {
        Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1
    }

    /// A new scan, or a retry of an earlier scan.
    private mutating func ask(at site: Int) -> SitesAction.Ask {
        if let again = sites[site].asked.randomElement(using: &random), Int.random(in: 0..<5, using: &random) == 0 {
            return again
        }
        let ticket = anyTicket()
        requests += 1
        return SitesAction.Ask(
            ticket: ticket, issue: Int.random(in: tickets[ticket].tokens.indices, using: &random),
            direction: Int.random(in: 0..<3, using: &random) == 0 ? .exit : .entry,
            count: Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1,
            request: Bool.random(using: &random) ? "r\(requests)" : nil)
    }
}
