import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

extension Stage {
    /// Admits a ticket of the event `fair` at a gate whose clock is some days ahead, as on a machine with a wrong date.
    func admit(_ token: String, byClockAhead days: Int64) throws {
        let store = try Store.open(sqlite: folder("data/store.sqlite"))
        let services = try ManagementServices.signIn(to: store) { Stage.now }
        let event = try #require(try services.events.events().first)
        let line = String(decoding: try folder.read("data/device"), as: UTF8.self)
        let digits = Array(line.prefix { $0 != "\n" })
        let bytes = try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
        }
        let device = try #require(DeviceID(bytes: bytes))
        let gate = try Gate(
            name: "North", event: event.number, store: store, ring: KeyRing.open(at: folder("data/keys")),
            device: device,
            operation: Gate.Operation(
                fixedTime: event.details.start, clock: { Stage.now.advanced(bySeconds: days * 86_400) }))
        let verdict = gate.decide(Scan(token))
        try #require(verdict.outcome == .admit(again: false), "\(verdict.outcome)")
    }

    /// Admits a ticket at a gate that uses a gate pack in the stage’s folder. The gate’s clock is some days ahead.
    func admit(_ token: String, onPack file: String, byClockAhead days: Int64) throws {
        let open = try OpenGatePack(at: folder(file))
        let gate = try Gate(
            name: "North", pack: open.store,
            operation: Gate.Operation(
                fixedTime: open.event.details.start,
                clock: {
                    Stage.now.advanced(bySeconds: days * 86_400)
                }))
        let verdict = gate.decide(Scan(token))
        try #require(verdict.outcome == .admit(again: false), "\(verdict.outcome)")
    }

    static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
