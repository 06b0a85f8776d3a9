import Cryptography
import EventFixture
import Foundation
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Signing in", .everyEngine)
struct SignInTests {
    @Test("Five failed sign-ins pause an account for every network address, and further failures prolong the pause")
    func account() throws {
        let door = try Door()
        for number in 1...5 {
            #expect(try door.signIn("joan@example.org", "wrong", from: "10.0.0.\(number)").isRefused)
        }
        // The account is paused even if the password is right and the network address is different.
        var wait = try #require(try door.signIn(from: "10.0.0.6").waitsUntil)
        #expect(wait == Festival.start.advanced(bySeconds: 60))
        #expect(door.costs.count == 5)
        for seconds in [120, 240, 480, 900, 900, 900] as [Int64] {
            door.festival.clock.set(wait)
            #expect(try door.signIn("joan@example.org", "wrong", from: "10.0.1.\(seconds % 251)").isRefused)
            wait = try #require(try door.signIn(from: "10.0.0.6").waitsUntil)
            #expect(wait == door.festival.clock.now().advanced(bySeconds: seconds))
        }
        door.festival.clock.set(wait)
        #expect(try door.signIn().secret != nil)
        // After the successful sign-in, the earlier failures no longer count, so four more failures cause no pause.
        for number in 1...4 {
            #expect(try door.signIn("joan@example.org", "wrong", from: "10.0.2.\(number)").isRefused)
        }
        #expect(try door.signIn().secret != nil)
    }

    @Test(
        """
        Five failed sign-ins from one network address pause that address for every account, and pause no other \
        address
        """)
    func address() throws {
        let door = try Door()
        for number in 1...5 { #expect(try door.signIn("user\(number)@example.org", "guess \(number)").isRefused) }
        #expect(try door.signIn().waitsUntil == Festival.start.advanced(bySeconds: 60))
        #expect(try door.signIn(from: "::ffff:203.0.113.7").waitsUntil != nil)
        #expect(try door.signIn(from: "203.0.113.8").secret != nil)
        // With IPv6, a client can choose the last 64 bits freely, so all addresses with the same first 64 bits are
        // treated as one address.
        for number in 1...5 {
            #expect(try door.signIn("a@example.org", "x", from: "2001:db8:0:\(number)::1").isRefused)
        }
        for number in 1...5 {
            #expect(try door.signIn("b\(number)@example.org", "x", from: "2001:db8::\(number)").isRefused)
        }
        #expect(try door.signIn(from: "2001:db8::77").waitsUntil != nil)
        #expect(try door.signIn(from: "2001:db8:1::77").secret != nil)
    }

    @Test("A successful sign-in does not clear failures for other accounts from the same network address")
    func addressStays() throws {
        let door = try Door()
        for round in 1...4 {
            #expect(try door.signIn("other@example.org", "guess \(round)").isRefused)
            #expect(try door.signIn().secret != nil)
        }
        #expect(try door.signIn("other\(1)@example.org", "guess").isRefused)
        #expect(try door.signIn().waitsUntil != nil)
    }

    @Test(
        "If an account doesn’t exist or has no password, failed sign-ins cause the usual key derivations and pauses")
    func unknown() throws {
        let door = try Door()
        _ = try door.festival.services.users.addUser(
            UserDetails(name: "Grace", email: EmailAddress(rawValue: "grace@example.org")))
        var waits: [[Instant?]] = []
        var costs: [[Scrypt.Cost]] = []
        for (number, name) in ["joan", "nobody", "grace"].enumerated() {
            let answers = try (1...7).map {
                try door.signIn("\(name)@example.org", "wrong", from: "10.0.\(number).\($0)")
            }
            #expect(answers.prefix(5).allSatisfy(\.isRefused) && answers.allSatisfy { $0.secret == nil })
            waits.append(answers.map(\.waitsUntil))
            costs.append(door.costs)
        }
        #expect(Set(waits).count == 1 && Set(costs).count == 1 && costs[0].count == 5)
    }

    @Test(
        """
        Of 40 simultaneous guesses of one password, from one network address or from 40 addresses, only five are \
        checked
        """,
        arguments: [1, 40])
    func guesses(addresses: Int) throws {
        let door = try Door()
        let answers = try atOnce(40) { guess in
            try door.signIn("joan@example.org", "guess \(guess)", from: "10.0.0.\(1 + guess % addresses)")
        }
        #expect(answers.count(where: \.isRefused) == 5 && door.costs.count == 5)
        #expect(answers.count { $0.waitsUntil != nil } == 35)
    }

    @Test("Two simultaneous sign-ins both succeed, each with a separate session")
    func twice() throws {
        let door = try Door()
        let secrets = try atOnce(2) { _ in try door.signIn().secret }.compactMap(\.self)
        #expect(Set(secrets.map(\.encoded)).count == 2)
        for secret in secrets { #expect(try door.authenticator.services(of: secret)?.user == door.joan) }
        #expect(try door.authenticator.sessions(seenFrom: secrets[0]).count == 2)
        // No failure is recorded for the two sign-ins.
        for _ in 1...4 { #expect(try door.signIn("joan@example.org", "wrong").isRefused) }
        #expect(try door.signIn().secret != nil)
    }

    @Test("A sign-in fails if the password changes while the old password is checked")
    func changedMeanwhile() throws {
        let door = try Door()
        door.onDerivation { try door.setPassword("another one, and long") }
        #expect(try door.signIn().isRefused)
        #expect(try door.signIn("joan@example.org", "another one, and long").secret != nil)
    }

    @Test("A sign-in replaces a stored password hash if its cost is below the current setting, but not if it is above")
    func renewed() throws {
        let door = try Door()
        func credential() throws -> Credentials.Credential? {
            try door.festival.store.read { try $0.credentials.of(door.joan.id) }
        }
        let before = try #require(try credential())
        let session = try door.session()
        #expect(try credential() == before)
        let dearer = Authenticator(
            to: door.festival.store, clock: door.festival.clock.now,
            PasswordHashing(cost: Scrypt.Cost(n: 32, r: 1, p: 1)) {
                try Scrypt.derive(from: $0, salt: $1, cost: $2, count: $3)
            })
        @Sendable func signIn(_ password: String) throws -> Authenticator.SignInResult {
            try dearer.signIn(door.email, Door.secret(password), from: Door.caller())
        }
        #expect(try signIn("wrong").isRefused)
        #expect(try credential() == before)
        #expect(try atOnce(4) { _ in try signIn(Door.password).secret }.allSatisfy { $0 != nil })
        let after = try #require(try credential())
        #expect(after.cost.n == 32 && after.salt != before.salt && after.changed == before.changed)
        // The password has not changed, so sessions continue. A program that is set to the lower cost accepts the new
        // hash and keeps it.
        #expect(try door.authenticator.services(of: session) != nil && door.signIn().secret != nil)
        #expect(try credential() == after && signIn(Door.password).secret != nil)
    }

    @Test(
        "Failures count for an hour; a pause that began while the clock ran ahead ends when the clock is corrected")
    func forgotten() throws {
        let door = try Door()
        for _ in 1...4 { #expect(try door.signIn("joan@example.org", "wrong").isRefused) }
        door.festival.clock.advance(bySeconds: SignInThrottle.resetSeconds)
        for _ in 1...4 { #expect(try door.signIn("joan@example.org", "wrong").isRefused) }
        #expect(try door.signIn().secret != nil)
        door.festival.clock.advance(bySeconds: 400 * 86400)
        for _ in 1...5 { #expect(try door.signIn("joan@example.org", "wrong").isRefused) }
        #expect(try door.signIn().waitsUntil != nil)
        door.festival.clock.set(Festival.start)
        #expect(try door.signIn().secret != nil)
    }

    @Test("Each pause of an existing account is audited once, and every change of a password is audited")
    func audited() throws {
        let door = try Door()
        let before = try door.trail().count
        for guess in 1...4 { #expect(try door.signIn("joan@example.org", "guess \(guess)").isRefused) }
        for _ in 1...9 { _ = try door.signIn("nobody@example.org", "guess", from: "10.0.0.1") }
        #expect(try door.trail().count == before)
        for _ in 1...3 { _ = try door.signIn("joan@example.org", "guess") }
        let failed = try #require(try door.trail().dropFirst(before).first)
        #expect(try door.trail().count == before + 1)
        #expect(failed.action == "pauseSignIn" && failed.subject == AuditSubject(.user, door.joan.id))
        #expect(
            failed.after == [
                "failures": "5", "address": "203.0.113.7",
                "waits_until": Festival.start.advanced(bySeconds: 60).iso8601(in: .gmt),
            ])
        try door.setPassword("another one, and long")
        let set = try #require(try door.trail().last)
        #expect(set.action == "setPassword" && set.user == door.festival.services.user.id)
        #expect(set.after.keys.sorted() == ["password_set"])
        // Two changes of the password within the same second are both audited.
        door.festival.clock.set(Instant(milliseconds: Festival.start.milliseconds + 1))
        let records = try door.trail().count
        for _ in 1...2 { try door.setPassword("another one, and long") }
        #expect(try door.trail().count == records + 2)
        guard case .intact = try door.festival.services.audit.verifyAuditOfStore() else {
            throw Surprise("the audit trail is broken")
        }
        // The new password has ended the account’s pause, but the network address of the failed attempts is still
        // paused.
        #expect(try door.signIn("joan@example.org", "another one, and long").waitsUntil != nil)
        #expect(try door.signIn("joan@example.org", "another one, and long", from: "10.9.9.9").secret != nil)
    }

    @Test("Passwords, secrets, wrong passwords and unknown e-mail addresses are never stored or printed")
    func secrets() throws {
        let door = try Door()
        let guess = "hunter2 hunter2"
        var printed = "\(try door.signIn("typo@example.org", guess))"
        let secret = try door.session()
        let link = try door.festival.services.users.createSignInLink()
        printed += "\(secret) \(link) \(door.authenticator) \(try door.signIn())"
        dump((secret, link, try NewPassword(Door.secret(guess))), to: &printed)
        let hidden = [guess, Door.password, secret.encoded, link.encoded, "typo@example.org"]
        for text in hidden { #expect(!printed.contains(text)) }
        let stored = try door.festival.everything()
        #expect(stored.contains("joan@example.org"))
        for text in hidden { #expect(!stored.contains(text)) }
        #expect(stored.contains(Hexadecimal.text(secret.hash)))
    }

    @Test("A text that is too short, too long or malformed is not accepted as a secret")
    func texts() throws {
        let secret = try AccessSecret()
        #expect(try AccessSecret(encoded: secret.encoded)?.hash == secret.hash)
        #expect(try AccessSecret(encoded: secret.encoded.uppercased())?.hash == secret.hash)
        for text in [
            "", "0", String(secret.encoded.dropLast(2)), secret.encoded + "00", "g" + secret.encoded.dropFirst(),
        ] {
            #expect(try AccessSecret(encoded: text) == nil)
        }
    }

    @Test("A password must have at least ten characters and at most a thousand bytes; a character can be several bytes")
    func lengths() throws {
        for text in ["", "123456789", "ééééééééé", String(repeating: "x", count: 1001)] {
            let fault = try #require(throws: ManagementError.self) { try NewPassword(Door.secret(text)) }
            guard case .invalid(let faults) = fault else { throw Surprise("\(fault)") }
            #expect(faults.map(\.field) == ["password"] && (text.isEmpty || !"\(fault)".contains(text)))
        }
        for text in ["1234567890", "éééééééééé", String(repeating: "x", count: 1000)] {
            _ = try NewPassword(Door.secret(text))
        }
    }

    @Test("Network addresses must be numeric; all addresses of one IPv6 network are treated as one address")
    func addresses() {
        #expect(ClientAddress("203.0.113.7")?.description == "203.0.113.7")
        #expect(ClientAddress("::ffff:203.0.113.7") == ClientAddress("203.0.113.7"))
        #expect(ClientAddress("2001:db8:0:7:1::5")?.description == "2001:db8:0:7::/64")
        #expect(ClientAddress("fe80::1%eth0") == ClientAddress("fe80::2"))
        #expect(ClientAddress("::1") != ClientAddress("127.0.0.1"))
        for text in ["", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.4:80", "[::1]", "1.2.3.4\0", "::g"] {
            #expect(ClientAddress(text) == nil, "\(text)")
        }
    }
}
