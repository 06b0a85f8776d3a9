import Cryptography
import EventFixture
import Gate
import Testing
import Ticketing

@testable import Management
@testable import Store

/// To pair a phone with an event, a member invites the phone, and the phone’s user then enters the pairing code.
@Suite("Phones at gates", .everyEngine, .slow)
struct DeviceTests {
    @Test("A paired phone works only for its event, with the rights of the gate role")
    func paired() throws {
        let phones = try Phones()
        let festival = phones.festival
        let (secret, device) = try phones.paired(as: "Amina")
        #expect(
            device.name == "Amina" && device.assignment.gate == "North"
                && device.assignment.event == festival.event.number)
        #expect(try festival.services.devices.devices(of: festival.event) == [device])
        #expect(try festival.services.devices.pairings(of: festival.event).isEmpty)
        let found = try #require(try phones.authenticator.services(ofDevice: secret))
        #expect(found.device == device && found.services.user == festival.services.user)
        try found.services.gates.authorizeScanning(at: festival.event)
        #expect(try found.services.events.events().map(\.number) == [festival.event.number])
        let other = try festival.services.events.publish(festival.draft())
        #expect(throws: ManagementError.unknownEvent("\(other.number)", known: [])) {
            try found.services.gates.authorizeScanning(at: other)
        }
        for call in calls where !Role.gate.grants(call.operation.requiredRight) {
            #expect(throws: ManagementError.self, "\(call.function)") { try call.attempt(festival, found.services) }
        }
        #expect(throws: ManagementError.self) {
            try found.services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        }
        #expect(throws: ManagementError.localOwnerOnly) { try found.services.users.users() }
    }

    @Test("A code pairs only one phone, even if several phones use it at the same time")
    func race() throws {
        let phones = try Phones()
        let code = try phones.invited()
        let answers = try atOnce(8) { number in
            try phones.authenticator.pair(code, as: "Phone \(number)", from: Door.caller())
        }
        let paired = try #require(answers.compactMap(\.self).first)
        #expect(answers.count { $0 != nil } == 1)
        #expect(try phones.festival.services.devices.devices(of: phones.festival.event) == [paired.device])
        #expect(try phones.authenticator.pair(code, as: "Late", from: Door.caller()) == nil)
    }

    @Test("Five wrong codes from five addresses invalidate all codes that were created before the first wrong code")
    func sixthTry() throws {
        let phones = try Phones()
        let codes = try [phones.invited("North"), phones.invited("South")]
        for number in 1...4 { #expect(try phones.pair(PairingCode(), from: "198.51.100.\(number)") == nil) }
        let third = try phones.invited("East")
        #expect(try phones.pair(codes[0]) != nil)
        #expect(try phones.pair(PairingCode(), from: "198.51.100.5") == nil)
        #expect(try phones.pair(codes[1], from: "198.51.100.6") == nil)
        // The pairing `third` began after four of the wrong codes. So it counts only two failures: the fifth wrong
        // code, and `codes[1]`, which was no longer valid.
        #expect(try phones.festival.services.devices.pairings(of: phones.festival.event).map(\.failures) == [2])
        #expect(try phones.pair(third) != nil)
        let record = try #require(try phones.trail().last { $0.after["wrong_codes"] != nil })
        #expect(record.after == ["wrong_codes": "5"] && record.action == "pairDevice")
        #expect(try phones.trail().count { $0.after["wrong_codes"] != nil } == 1)
    }

    @Test("A client that has sent five wrong codes must wait; other clients can still use the valid codes")
    func oneGuesser() throws {
        let phones = try Phones()
        let codes = try [phones.invited("North"), phones.invited("South")]
        for _ in 1...5 { #expect(try phones.pair(PairingCode(), from: "2001:db8::1") == nil) }
        #expect(throws: PairingThrottled.self) { try phones.pair(codes[0], from: "2001:db8::2") }
        #expect(try phones.festival.services.devices.pairings(of: phones.festival.event).map(\.failures) == [1, 1])
        #expect(try phones.pair(codes[0]) != nil)
        phones.festival.clock.advance(bySeconds: 60)
        #expect(try phones.pair(codes[1], from: "2001:db8::1") != nil)
    }

    @Test(
        "Of 30 simultaneous wrong codes, only five are counted as failures; afterwards, even the right code is refused")
    func guesses() throws {
        let phones = try Phones()
        let code = try phones.invited()
        let answers = try atOnce(30) { try phones.pair(PairingCode(), from: "198.51.100.\($0)") }
        #expect(answers.allSatisfy { $0 == nil })
        #expect(try phones.pair(code) == nil)
        let kept = try phones.festival.store.read { try $0.pairings.all(of: phones.festival.event.number) }
        #expect(kept.map(\.failures) == [Pairing.mostFailures])
        #expect(try phones.festival.services.devices.devices(of: phones.festival.event).isEmpty)
    }

    @Test("If no pairing is pending, a wrong code writes nothing to the store; a malformed text is not read as a code")
    func nobodyAwaited() throws {
        let phones = try Phones()
        let before = try phones.festival.everything()
        #expect(try phones.pair(PairingCode()) == nil)
        #expect(try phones.festival.everything() == before)
        for text in ["", "4F7K", "4F7K-29QXX", "UUUU-UUUU", "0000-0000", "<script>"] {
            #expect(try PairingCode(typed: text) == nil)
        }
        let code = try phones.invited()
        let typed = code.text.lowercased().replacing("-", with: " ").replacing("1", with: "l").replacing("0", with: "o")
        #expect(try phones.pair(#require(try PairingCode(typed: typed))) != nil)
    }

    @Test("A pairing code expires after ten minutes, and the expired code is deleted when the next phone is invited")
    func expired() throws {
        let phones = try Phones()
        let (late, last) = (try phones.invited(), try phones.invited())
        phones.festival.clock.advance(bySeconds: Pairing.lifetimeSeconds - 1)
        #expect(try phones.pair(last) != nil)
        phones.festival.clock.advance(bySeconds: 1)
        #expect(try phones.pair(late) == nil)
        #expect(try phones.festival.services.devices.pairings(of: phones.festival.event).isEmpty)
        _ = try phones.invited()
        #expect(try phones.festival.store.read { try $0.pairings.with(hash: late.hash) } == nil)
    }

    @Test("A revoked phone is refused at its next request; other phones continue to work")
    func revoked() throws {
        let phones = try Phones()
        let (services, event) = (phones.festival.services, phones.festival.event)
        let ((lost, device), (kept, _)) = (try phones.paired(), try phones.paired())
        #expect(try phones.authenticator.services(ofDevice: lost) != nil)
        phones.festival.clock.advance(bySeconds: 1)
        try services.devices.revokeDevice(device.id, of: event)
        #expect(try phones.authenticator.services(ofDevice: lost) == nil)
        #expect(try phones.authenticator.services(ofDevice: kept) != nil)
        let records = try phones.trail().filter { $0.subject == AuditSubject(.device, device.id) }
        #expect(records.map(\.action) == ["pairDevice", "pairDevice", "revokeDevice"])
        // If the phone is revoked a second time, nothing is written.
        try services.devices.revokeDevice(device.id, of: event)
        #expect(try phones.trail().filter { $0.subject == AuditSubject(.device, device.id) } == records)
        #expect(try services.devices.devices(of: event).filter { $0.revoked != nil }.map(\.id) == [device.id])
    }

    @Test("A phone can’t be paired with a cancelled code")
    func withdrawn() throws {
        let phones = try Phones()
        let (services, event) = (phones.festival.services, phones.festival.event)
        let (code, pairing) = try services.devices.createPairing(to: event, gate: "North")
        #expect(try services.devices.pairings(of: event) == [pairing])
        try services.devices.revokeDevice(pairing.device, of: event)
        #expect(try phones.pair(code) == nil)
        #expect(throws: ManagementError.unknownDevice(pairing.device)) {
            try services.devices.revokeDevice(pairing.device, of: event)
        }
    }

    @Test("If a phone is paired and revoked at the same time, its secret gives no access")
    func revokedMeanwhile() throws {
        let phones = try Phones()
        let (services, event) = (phones.festival.services, phones.festival.event)
        for _ in 1...4 {
            let (code, pairing) = try services.devices.createPairing(to: event, gate: "North")
            let secrets = try atOnce(2) { number -> AccessSecret? in
                if number == 0 { return try phones.pair(code)?.secret }
                try services.devices.revokeDevice(pairing.device, of: event)
                return nil
            }.compactMap(\.self)
            for secret in secrets { #expect(try phones.authenticator.services(ofDevice: secret) == nil) }
        }
    }

    @Test("Another organizer’s owner can’t list or revoke a phone, even through an event of their own")
    func otherOrganizer() throws {
        let phones = try Phones()
        let (secret, device) = try phones.paired()
        let stranger = try phones.festival.services(ofStranger: "Stranger")
        let own = try stranger.events.createEvent(
            EventDetails(title: "Other", timeZone: "UTC"), suite: .hmac,
            of: stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere")))
        #expect(throws: ManagementError.unknownDevice(device.id)) {
            try stranger.devices.revokeDevice(device.id, of: own)
        }
        let unknown = ManagementError.unknownOrganizer("\(phones.festival.event.organizer)", known: [])
        #expect(throws: unknown) { try stranger.devices.revokeDevice(device.id, of: phones.festival.event) }
        #expect(throws: unknown) { try stranger.devices.devices(of: phones.festival.event) }
        #expect(throws: unknown) { try stranger.devices.createPairing(to: phones.festival.event, gate: "North") }
        #expect(try phones.authenticator.services(ofDevice: secret) != nil)
    }

    @Test("A phone has at most the rights of its inviter, and has no rights after the inviter’s membership ends")
    func inviter() throws {
        let phones = try Phones()
        let festival = phones.festival
        let manager = try festival.services(as: .manager)
        let code = try manager.devices.createPairing(to: festival.event, gate: "North").code
        let secret = try #require(try phones.pair(code)).secret
        let services = try #require(try phones.authenticator.services(ofDevice: secret)).services
        #expect(services.user == manager.user)
        try services.gates.authorizeScanning(at: festival.event)
        _ = try festival.services.members.setRole(.viewer, of: manager.user, in: festival.organizer())
        #expect(throws: ManagementError.self) { try services.gates.authorizeScanning(at: festival.event) }
        _ = try festival.services.members.removeMember(manager.user, from: festival.organizer())
        #expect(throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: [])) {
            try services.gates.authorizeScanning(at: festival.event)
        }
        #expect(try services.events.events().isEmpty)
    }

    @Test("A phone’s session ends after four hours without a request; the last use is stored at most once a minute")
    func idle() throws {
        let phones = try Phones()
        let clock = phones.festival.clock
        let (secret, _) = try phones.paired()
        func seen() throws -> Instant? {
            try phones.festival.services.devices.devices(of: phones.festival.event).first?.seen
        }
        clock.advance(bySeconds: 59)
        #expect(try phones.authenticator.services(ofDevice: secret) != nil && seen() == Festival.start)
        clock.set(Festival.start)
        for _ in 1...6 {
            clock.advance(bySeconds: WebDevice.idleSeconds - 1)
            #expect(try phones.authenticator.services(ofDevice: secret) != nil && seen() == clock.now())
        }
        clock.advance(bySeconds: WebDevice.idleSeconds)
        #expect(try phones.authenticator.services(ofDevice: secret) == nil)
        #expect(try phones.authenticator.services(ofDevice: secret) == nil)
    }

    @Test("Requests that an open page sends by itself do not keep a phone’s session alive")
    func leftOpen() throws {
        let phones = try Phones()
        let (secret, _) = try phones.paired()
        for _ in 1...4 {
            #expect(try phones.authenticator.services(ofDevice: secret, as: .polling) != nil)
            phones.festival.clock.advance(bySeconds: WebDevice.idleSeconds / 4)
        }
        #expect(try phones.authenticator.services(ofDevice: secret, as: .polling) == nil)
    }

    @Test("Phone and session secrets are not interchangeable, and secrets and codes are neither stored nor printed")
    func secrets() throws {
        let phones = try Phones()
        let (secret, _) = try phones.paired()
        let session = try #require(
            try phones.authenticator.startSession(
                by: phones.festival.services.users.createSignInLink(), from: Door.caller())
        )
        #expect(try phones.authenticator.services(of: secret) == nil)
        #expect(try phones.authenticator.services(ofDevice: session) == nil)
        #expect(try phones.authenticator.services(ofDevice: AccessSecret()) == nil)
        let (code, pairing) = try phones.festival.services.devices.createPairing(
            to: phones.festival.event, gate: "North")
        let stored = try phones.festival.everything()
        var printed = "\(code) \(secret) \(pairing)"
        dump(code, to: &printed)
        for hidden in [code.text, code.text.replacing("-", with: ""), secret.encoded] {
            #expect(!stored.contains(hidden))
        }
        #expect(!"\(code)".contains(code.text) && !printed.contains(secret.encoded))
        #expect(stored.contains(Hexadecimal.text(code.hash)))
    }

    @Test("The inviter or the phone’s user must name the phone; without a name, pairing fails and the code stays valid")
    func names() throws {
        let phones = try Phones()
        let (services, event) = (phones.festival.services, phones.festival.event)
        let named = try services.devices.createPairing(to: event, gate: "North", name: "Grace").code
        #expect(try phones.authenticator.pair(named, as: "The owner", from: Door.caller())?.device.name == "Grace")
        let code = try phones.invited()
        for name in [nil, "", "  ", "a\nb", "a\0b", String(repeating: "x", count: 101)] as [String?] {
            #expect(throws: ManagementError.self) { try phones.authenticator.pair(code, as: name, from: Door.caller()) }
        }
        let hostile = #"<script>alert("1")</script>"#
        #expect(try phones.authenticator.pair(code, as: hostile, from: Door.caller())?.device.name == hostile)
        for gate in ["", " ", "a\nb", "a\0b", String(repeating: "x", count: 101)] {
            #expect(throws: ManagementError.self) { try services.devices.createPairing(to: event, gate: gate) }
        }
        for name in ["", "\u{200B}", "a\r\nb"] {
            #expect(throws: ManagementError.self) {
                try services.devices.createPairing(to: event, gate: "North", name: name)
            }
        }
    }

    @Test("A phone cannot be invited to a deleted event, or to a sub-event that belongs to another event")
    func subEvents() throws {
        let phones = try Phones()
        let services = phones.festival.services
        let (wedding, other) = (try phones.festival.wedding(), try phones.festival.wedding())
        let ceremony = try services.subEvents.subEvents(of: wedding)[0]
        let code = try services.devices.createPairing(to: wedding, gate: "Church", subEvent: ceremony).code
        #expect(try phones.pair(code)?.device.assignment.subEvent == ceremony.number)
        #expect(throws: GuestError.self) {
            try services.devices.createPairing(to: other, gate: "Church", subEvent: ceremony)
        }
        _ = try services.events.deleteEvent(wedding)
        #expect(throws: ManagementError.alreadyDeleted) {
            try services.devices.createPairing(to: wedding, gate: "Church")
        }
    }

    @Test("Paired phones continue to work even if the store can’t record their last use")
    func unwritable() throws {
        let phones = try Phones()
        let (secret, _) = try phones.paired()
        _ = try phones.festival.store.write { connection in
            switch EngineKind.current {
            case .sqlite:
                try connection.execute(
                    "CREATE TRIGGER full_disk BEFORE UPDATE ON web_device BEGIN SELECT RAISE(FAIL, 'full'); END", [])
            case .postgreSQL:
                try connection.execute(
                    "ALTER TABLE web_device ADD CHECK (seen <= \(Festival.start.milliseconds))", [])
            }
        }
        phones.festival.clock.advance(bySeconds: 3600)
        #expect(try phones.authenticator.services(ofDevice: secret) != nil)
    }
}

private struct Phones {
    let festival: Festival
    let authenticator: Authenticator

    init() throws {
        festival = try Festival()
        authenticator = Authenticator(to: festival.store, clock: festival.clock.now)
    }

    func invited(_ gate: String = "North") throws -> PairingCode {
        try festival.services.devices.createPairing(to: festival.event, gate: gate).code
    }

    @discardableResult
    func pair(
        _ code: PairingCode, from address: String = "203.0.113.7"
    ) throws -> (secret: AccessSecret, device: WebDevice)? {
        try authenticator.pair(code, as: "Phone", from: Door.caller(address))
    }

    func paired(as name: String = "Phone") throws -> (secret: AccessSecret, device: WebDevice) {
        guard let paired = try authenticator.pair(invited(), as: name, from: Door.caller()) else {
            throw Surprise("not paired")
        }
        return paired
    }

    func trail() throws -> [AuditRecord] { try festival.services.audit.changes(of: festival.organizer(), limit: 1000) }
}
