import EventFixture
import Gate
import Management
import SimulatedDisk
import Store
import TicketToken
import Ticketing

/// Steps that merge, refresh or copy sites.
extension SitesWorld {
    mutating func makePack(_ trouble: (SimulatedDisk.Fault, steps: Int)?) throws {
        guard sites.count < SitesWorld.most, let services = try session(at: 0)?.services else { return }
        let disk = try SimulatedDisk(seed: random.next())
        let watch = Watch(sites[0].disk, disk)
        if let trouble { disk.plan(trouble.0, at: trouble.steps) }
        do {
            let made = try SitesOutset.makePack("Lane \(sites.count)", from: services, outset.evening, on: disk)
            if disk.place(SitesOutset.pack) {
                disk.planNothing()
                var contents = Contents(tickets: sites[0].contents.tickets, packNumber: made.pack.number)
                contents.receivedConflicts = conflicts(at: 0)
                contents.ledger.known = sites[0].contents.ledger.decisions
                add(made.pack.device, on: disk, contents)
                trace("pack created")
            }
        } catch let error as StoreError { try isTrouble(error, watch) }
    }

    /// Refreshes a pack. Checks that the refresh either gives the pack the main store's current state, or leaves the
    /// pack unchanged.
    mutating func refresh(_ index: Int) throws {
        guard let pack = try session(at: index)?.pack, let services = try session(at: 0)?.services,
            let before = sites[index].contents.packNumber
        else { return }
        let watch = Watch(sites[0].disk, sites[index].disk)
        var offered = sites[0].contents
        offered.receivedConflicts = conflicts(at: 0)
        sites[index].offered = offered
        do {
            let refresh = try services.gatePacks.refreshGatePack(
                pack, from: outset.evening.event, verifyingWith: outset.evening.ring, expires: SitesOutset.expires)
            trace("refreshed: \(refresh.pack.number) after \(before)")
            guard refresh.pack.number > before else {
                throw Violation(invariant: "no rollback", detail: "\(before) is followed by \(refresh.pack.number)")
            }
            sites[index].isRefreshed = true
        } catch let error as StoreError { try isTrouble(error, watch) }
        try readOn(0, after: watch)
        try readOn(index, after: watch)
    }

    /// Checks the pack's number after an attempted refresh. A successful refresh raises this number. If the number has
    /// risen, the pack must have all the content of the refresh.
    mutating func applyOffer(_ index: Int) throws {
        guard let before = sites[index].contents.packNumber, let store = sites[index].open?.store,
            let number = try store.read({ try $0.gatePackRecord.number() })
        else { return }
        let (offered, isRefreshed) = (sites[index].offered, sites[index].isRefreshed)
        sites[index].isRefreshed = false
        guard isRefreshed ? number > before : number == before || number > before && offered != nil else {
            throw Violation(invariant: "no rollback", detail: "\(sites[index].name): \(before) became \(number)")
        }
        guard number > before, let offered else { return }
        sites[index].offered = nil
        sites[index].contents.packNumber = number
        sites[index].contents.tickets = offered.tickets
        sites[index].contents.receivedConflicts = offered.receivedConflicts
        sites[index].contents.ledger.known = offered.ledger.decisions
        forgetWhatIsOwn(index)
        try knowsConflicts(index, store)
    }

    /// Drops the received conflicts that also follow from the site's own records.
    private mutating func forgetWhatIsOwn(_ index: Int) {
        let own = Set(doubles(sites[index].contents.ledger).map(\.key))
        sites[index].contents.receivedConflicts?.removeAll { own.contains($0.key) }
    }

    /// Merges the decisions of one site into another site. If the merge fails midway, only some decisions are merged.
    mutating func merge(from source: Int, into target: Int) throws {
        guard let from = try session(at: source), try session(at: target) != nil else { return }
        let lane = LaneStore(
            store: from.store, event: outset.evening.event.number, device: sites[source].device,
            name: sites[source].name,
            // With `.signed`, only records are merged whose signatures can be verified with keys that the target's main
            // store has certified. A new main store has certified none of the packs' keys, so nothing could be merged
            // into it.
            trust: sites[source].isMainStore || sites[target].isNew ? .all : .signed)
        try merge(
            lane, sites[source].contents.ledger, of: source, into: target,
            Watch(sites[source].disk, sites[target].disk))
    }

    /// Merges a copy of a pack. The copy is opened on a temporary disk, so the bytes in `copies` stay unchanged.
    mutating func merge(_ copy: Copy, into target: Int) throws {
        guard try session(at: target) != nil else { return }
        let disk = try SitesOutset.disk(copy.image, as: SitesOutset.pack, seed: 0)
        let lane = try LaneStore(openPack(SitesOutset.pack, on: disk))
        try merge(lane, copy.contents.ledger, of: nil, into: target, Watch(sites[target].disk))
    }

    private mutating func merge(
        _ lane: LaneStore, _ ledger: SiteLedger, of source: Int?, into index: Int, _ watch: Watch
    ) throws {
        guard let session = sites[index].open else { return }
        let before = sites[index].contents.ledger
        do {
            let report = try performMerge(lane, into: index, session)
            trace("merged \(report.summary.new), \(report.summary.conflicts.count) conflicts, \(report.summary.chains)")
            let merged = try read(index, from: ledger.records)
            try isAll(report.summary, merged, of: ledger, before: before, at: index)
            forgetWhatIsOwn(index)
            if sites[index].isMainStore, let source {
                sites[source].contents.receivedConflicts = doubles(sites[index].contents.ledger)
                forgetWhatIsOwn(source)
                if let open = sites[source].open { try knowsConflicts(source, open.store) }
            }
            try knowsConflicts(index, session.store)
        } catch let error as StoreError {
            try isTrouble(error, watch)
            sites[index].sources.formUnion(ledger.records)
            mayLackHeads = true
            sites[index].isInDoubt = true
            if sites[index].isMainStore, let source { sites[source].contents.receivedConflicts = nil }
        }
    }

    private func performMerge(_ lane: LaneStore, into index: Int, _ session: Session) throws -> LaneMergeReport {
        let site = sites[index]
        if let services = session.services {
            return try services.gates.merge(lane, into: outset.evening.event, as: site.device)
        }
        return try LaneStore(
            store: session.store, event: lane.event, device: site.device, name: site.name, trust: .signed
        ).merge(lane, at: site.now)
    }

    /// Checks invariant 7: after a merge, the site has all records of both sites. Also checks the merge's report. The
    /// report must contain each new fork and each new conflict. It must not report any records as lost; the comment at
    /// the end of this method explains the exceptions.
    private func isAll(
        _ summary: MergeSummary, _ merged: ClosedRange<Int>, of source: SiteLedger, before: SiteLedger, at index: Int
    ) throws {
        let name = sites[index].name
        let ledger = sites[index].contents.ledger
        guard ledger.records.isSuperset(of: source.records) else {
            throw Violation(invariant: 7, detail: "\(name) lacks merged records")
        }
        guard merged.contains(summary.new) else {
            throw Violation(invariant: 7, detail: "\(name): \(summary.new) records reported, \(merged) new")
        }
        let devices = Set(sites.map(\.device))
        let branches = Set(ledger.entries.keys).subtracting(before.entries.keys).subtracting(devices)
        let forks = Set(summary.chains.compactMap(\.fork?.branch))
        let mayHaveMore = !Set(source.entries.keys).isSubset(of: devices)
        guard mayHaveMore ? forks.isSubset(of: branches) : forks == branches else {
            throw Violation(invariant: "forks are reported", detail: "\(name): reported \(forks), new \(branches)")
        }
        let new = Set(doubles(ledger).map(\.later)).subtracting(doubles(before).map(\.later))
        guard new.isSubset(of: summary.conflicts.map(\.later.id)) else {
            throw Violation(invariant: 9, detail: "\(name): new \(new), reported \(summary.conflicts)")
        }
        // A site may know the head of a chain without having the chain's records. This can happen after a merge that
        // failed midway, after a pack was restored from an older copy, and at a new main store.
        guard summary.lost.isEmpty || mayLackHeads || sites[index].isNew else {
            throw Violation(invariant: 6, detail: "\(name): lost heads: \(summary.lost)")
        }
    }

    /// Closes a pack, checks that the pack is then a single file, and copies that file.
    mutating func copy(_ index: Int) throws {
        guard try session(at: index) != nil else { return }
        let watch = Watch(sites[index].disk)
        sites[index].open = nil
        guard !watch.isTroubled else { return }
        let disk = sites[index].disk
        guard let image = disk.bytes(of: SitesOutset.pack), image[18] == 1,
            disk.bytes(of: "\(SitesOutset.pack)-wal") == nil
        else { throw Violation(invariant: "a closed pack is one file", detail: sites[index].name) }
        copies.append(Copy(site: index, image: image, contents: sites[index].contents))
    }

    /// Replaces a pack's file with an earlier copy. Content that was only in the replaced file is lost.
    mutating func restore(_ copy: Copy) throws {
        let site = sites[copy.site]
        guard !site.disk.isDown else { return }
        sites[copy.site] = Site(
            name: site.name, device: site.device,
            disk: try SitesOutset.disk(copy.image, as: SitesOutset.pack, seed: random.next()), clock: site.clock,
            contents: copy.contents, asked: site.asked)
        mayLackHeads = true
    }
}
