import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Clocks that are off", .everyEngine)
struct ClockTests {
    /// How far the festival's clock is ahead of the office's: of the server's, where there is one.
    private func machine(_ festival: Festival) throws -> Int64 {
        try festival.store.offset(of: festival.clock.now)?.least ?? 0
    }

    /// While a test runs, the server's clock goes on, and the festival's where it is set.
    private func isAbout(_ milliseconds: Int64?, _ expected: Int64) -> Bool {
        milliseconds.map { abs($0 - expected) < 60_000 } ?? false
    }

    @Test(
        "What a pack wrote between its making, a refresh and a merge tells how far its clock is off",
        arguments: [0, 7200, -7200])
    func pack(shift: Int64) throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let ahead = shift * 1000
        let path = try festival.pack()
        let most = try ahead + 600_000 + machine(festival)
        festival.clock.advance(bySeconds: 600 + shift)
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[0])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 600 - shift)
        let refresh = try festival.office.refresh(
            OpenPack(at: path), from: festival.event, verifyingWith: festival.ring)
        let first = try ahead - 600_000 + machine(festival)
        #expect(isAbout(refresh.clock.least, first) && isAbout(refresh.clock.most, most))
        // Just before the merge: that tells more.
        festival.clock.advance(bySeconds: 600 + shift)
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[1])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 1 - shift)
        let report = try festival.office.merge(GateLane(OpenPack(at: path)), into: festival.event, as: festival.device)
        let last = try ahead + machine(festival)
        #expect(isAbout(report.clock?.least, last) && isAbout(report.clock?.most, most))
        let known = try festival.store.read { try $0.deviceClocks.of(report.device) }
        #expect(known?.offset == report.clock)
        if EngineKind.current == .sqlite {
            #expect(report.machine == nil)
            #expect(isAbout(report.clock?.certain, shift < 0 ? ahead + 600_000 : ahead))
        }
    }

    @Test("A machine's clock is held against the server's when its gate opens, when it merges, and never on a file")
    func server() throws {
        let festival = try Festival()
        let ahead: Int64 = 5000
        let clock = { @Sendable in
            Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)) + ahead)
        }
        let offset = try festival.store.offset(of: clock)
        func known() throws -> ClockOffset? {
            try festival.store.read { try $0.deviceClocks.of(festival.device)?.offset }
        }
        #expect(try known() == nil)
        _ = try Gate(
            name: "Main", event: festival.event.number, store: festival.store, ring: festival.ring,
            device: festival.device, clock: clock)
        guard EngineKind.current == .postgreSQL else {
            let found = try known()
            #expect(offset == nil && found == nil)
            return
        }
        func holds(_ offset: ClockOffset?, _ value: Int64) -> Bool {
            guard let least = offset?.least, let most = offset?.most else { return false }
            return least <= value && value <= most
        }
        // The server is on this machine.
        let opened = try known()
        #expect(holds(offset, ahead) && holds(opened, ahead))
        #expect(try #require(offset?.most) - #require(offset?.least) < 2000)
        // Set meanwhile: it was in between.
        let office = try Office.signIn(to: festival.store) { Instant(milliseconds: clock().milliseconds - 2 * ahead) }
        let report = try office.merge(
            GateLane(OpenPack(at: festival.pack())), into: festival.event, as: festival.device)
        #expect(holds(report.machine, -ahead) && !holds(report.machine, ahead))
        let both = try known()
        #expect(holds(both, ahead) && holds(both, -ahead))
    }

    @Test("A gate whose clock was set back says by how much, and decides in order all the same")
    func setBack() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        _ = gate.decide(Scan(tokens[0]))
        #expect(gate.clockBehind == 0)
        festival.clock.advance(bySeconds: -600)
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "admit" && gate.clockBehind == 600_000)
    }
}
