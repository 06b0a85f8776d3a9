import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Wrong clocks", .everyEngine)
struct ClockTests {
    /// The number of milliseconds by which the festival's clock is ahead of the database server's clock; 0 for a store
    /// in a file.
    private func machine(_ festival: Festival) throws -> Int64 {
        try festival.store.offset(of: festival.clock.now)?.lowerBound ?? 0
    }

    /// Compares two clock offsets with a tolerance of a minute. The server's clock runs during a test, but the
    /// festival's clock moves only when the test sets it.
    private func isAbout(_ milliseconds: Int64?, _ expected: Int64) -> Bool {
        milliseconds.map { abs($0 - expected) < 60_000 } ?? false
    }

    @Test(
        "From the times in a gate pack, a refresh or a merge computes by how much the gate’s clock can be wrong",
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
        let refresh = try festival.services.gatePacks.refreshGatePack(
            OpenGatePack(at: path), from: festival.event, verifyingWith: festival.ring)
        let first = try ahead - 600_000 + machine(festival)
        #expect(isAbout(refresh.clock.lowerBound, first) && isAbout(refresh.clock.upperBound, most))
        // A scan just before the merge narrows the range in which the clock's offset can be.
        festival.clock.advance(bySeconds: 600 + shift)
        #expect(try festival.gate(onPack: path).decide(Scan(tokens[1])).outcome.name == "admit")
        festival.clock.advance(bySeconds: 1 - shift)
        let report = try festival.services.gates.merge(
            LaneStore(OpenGatePack(at: path)), into: festival.event, as: festival.device)
        let last = try ahead + machine(festival)
        #expect(isAbout(report.clock?.lowerBound, last) && isAbout(report.clock?.upperBound, most))
        let known = try festival.store.read { try $0.deviceClocks.of(report.device) }
        #expect(known?.offset == report.clock)
        if EngineKind.current == .sqlite {
            #expect(report.machineClock == nil)
            #expect(isAbout(report.clock?.certainOffset, shift < 0 ? ahead + 600_000 : ahead))
        }
    }

    @Test("A database server's clock is compared with the device's clock when a gate opens or a gate pack is merged")
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
            device: festival.device,
            operation: Gate.Operation(clock: clock))
        guard EngineKind.current == .postgreSQL else {
            let found = try known()
            #expect(offset == nil && found == nil)
            return
        }
        func holds(_ offset: ClockOffset?, _ value: Int64) -> Bool {
            guard let least = offset?.lowerBound, let most = offset?.upperBound else { return false }
            return least <= value && value <= most
        }
        // The server runs on this machine and uses the machine's clock, so the gate's clock is ahead by `ahead`.
        let opened = try known()
        #expect(holds(offset, ahead) && holds(opened, ahead))
        #expect(try #require(offset?.upperBound) - #require(offset?.lowerBound) < 2000)
        // The merge uses a clock that is set back by twice `ahead`. The known range of offsets then includes `ahead`
        // and `-ahead`.
        let services = try ManagementServices.signIn(to: festival.store) {
            Instant(milliseconds: clock().milliseconds - 2 * ahead)
        }
        let report = try services.gates.merge(
            LaneStore(OpenGatePack(at: festival.pack())), into: festival.event, as: festival.device)
        #expect(holds(report.machineClock, -ahead) && !holds(report.machineClock, ahead))
        let both = try known()
        #expect(holds(both, ahead) && holds(both, -ahead))
    }

    @Test("A gate whose clock was set back reports by how much, and still admits people")
    func setBack() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let gate = try festival.gate()
        _ = gate.decide(Scan(tokens[0]))
        #expect(gate.clockLag == 0)
        festival.clock.advance(bySeconds: -600)
        #expect(gate.decide(Scan(tokens[1])).outcome.name == "admit" && gate.clockLag == 600_000)
    }
}
