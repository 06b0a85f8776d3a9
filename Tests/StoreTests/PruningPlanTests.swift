import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Query plans for removing old messages and for delivery reports")
struct PruningPlanTests {
    private let festival: Festival

    init() throws { festival = try Festival(engine: .sqlite) }

    private func plan(_ query: (any StoreConnection) throws -> Void) throws -> [String] {
        try festival.store.read { connection in
            let explaining = Explaining(connection, .sqlite)
            try query(explaining)
            return explaining.plan
        }
    }

    @Test("Old messages that are no longer pending are found through an index, without sorting or reading further rows")
    func settled() throws {
        let first = try plan { _ = try $0.notices.settled(until: Festival.start, after: nil, limit: 9) }
        #expect(first.contains { $0.contains("notice_settled ((changed,notice_key)>(?,?) AND changed<?)") }, "\(first)")
        #expect(first.allSatisfy { $0.hasPrefix("SEARCH") }, "\(first)")
        let removal = try plan { _ = try $0.notices.removeSettled(["a"]) }
        #expect(removal.allSatisfy { $0.hasPrefix("SEARCH") } && !removal.isEmpty, "\(removal)")
    }

    @Test("The index of messages that are no longer pending leaves out the kinds of messages that are never removed")
    func kept() throws {
        let text = Migration.m0038SettledNotices.text(.sqlite)
        for kind in Notices.keptKinds { #expect(text.contains("kind <> '\(kind.rawValue)'"), "\(kind)") }
        #expect(text.matches(of: /kind <> '/).count == Notices.keptKinds.count)
    }

    @Test("Expired links and codes that confirm addresses are found through an index of the times at which they expire")
    func proofs() throws {
        for query: (any StoreConnection) throws -> Void in [
            { _ = try $0.addressProofs.hasAny(expiredAt: Festival.start) },
            { _ = try $0.addressProofs.prune(expiredAt: Festival.start, limit: 9) },
        ] {
            let found = try plan(query)
            #expect(found.contains { $0.contains("address_proof_expires (expires<?)") }, "\(found)")
            #expect(!found.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(found)")
        }
    }

    @Test("Old counts of undecided scans are found through an index of the hours of these scans")
    func undecidedScans() throws {
        for query: (any StoreConnection) throws -> Void in [
            { _ = try $0.undecidedScans.hasAny(until: Festival.start) },
            { _ = try $0.undecidedScans.prune(until: Festival.start, limit: 9) },
        ] {
            let found = try plan(query)
            #expect(found.contains { $0.contains("undecided_scan_hour (hour<?)") }, "\(found)")
        }
    }

    @Test("The message that a delivery report is about is found by the provider’s id of the message, through an index")
    func reports() throws {
        let found = try plan { _ = try $0.notices.sentBySMS(providerID: "ATXid_1") }
        #expect(found.allSatisfy { $0.contains("notice_provider (provider_id=?)") } && !found.isEmpty, "\(found)")
        let sending = try plan { _ = try $0.notices.isSendingBySMS(at: Festival.start, leaseSeconds: 300) }
        #expect(sending.allSatisfy { $0.contains("notice_due (due>? AND due<?)") } && !sending.isEmpty, "\(sending)")
    }
}
