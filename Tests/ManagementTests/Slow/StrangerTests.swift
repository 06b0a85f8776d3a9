import EventFixture
import Foundation
import Testing
import Ticketing

@testable import Management

/// After a sign-in, a browser gets a cookie. From then on, the browser is a known browser of the signed-in user.
@Suite("Strangers at sign-in", .everyEngine, .slow)
struct StrangerTests {
    /// Signs Joan in with a browser, and returns the secret of the cookie that the browser sends from then on.
    private func known(_ door: Door) throws -> AccessSecret {
        let mark = try KnownBrowserCookie(presented: nil)
        #expect(try door.signIn(browser: mark).secret != nil)
        return mark.replacement
    }

    private func signIn(
        _ door: Door, _ email: String = "joan@example.org", _ password: String = Door.password,
        presented: AccessSecret, from address: String = "203.0.113.7"
    ) throws -> Authenticator.SignInResult {
        try door.signIn(email, password, from: address, browser: KnownBrowserCookie(presented: presented))
    }

    private func attack(_ door: Door) throws {
        for number in 1...5 { _ = try door.signIn("joan@example.org", "guess", from: "10.0.0.\(number)") }
    }

    @Test(
        "Failed sign-ins of strangers pause an account, except in browsers in which the account’s user has signed in")
    func notLockedOut() throws {
        let door = try Door()
        let presented = try known(door)
        try attack(door)
        let foreign = try AccessSecret()
        #expect(try door.signIn(from: "10.0.1.1").waitsUntil != nil)
        #expect(try signIn(door, presented: foreign, from: "10.0.1.1").waitsUntil != nil)
        let mark = try KnownBrowserCookie(presented: presented)
        #expect(try door.signIn(browser: mark).secret != nil)
        // For other browsers, the pause continues.
        #expect(try door.signIn(from: "10.0.1.1").waitsUntil != nil)
        // Each sign-in replaces the cookie’s secret, so the old secret no longer identifies a known browser.
        #expect(try signIn(door, presented: presented).waitsUntil != nil)
        #expect(try signIn(door, presented: mark.replacement).secret != nil)
    }

    @Test(
        "A browser is known only for users who signed in with it; five wrong passwords also pause a known browser")
    func ownFailures() throws {
        let door = try Door()
        let presented = try known(door)
        let other = EmailAddress(rawValue: "grace@example.org")
        let grace = try door.festival.services.users.addUser(UserDetails(name: "Grace", email: other))
        _ = try door.festival.services.users.setPassword(
            NewPassword(Door.secret("another one, and long")), of: grace)
        for number in 1...5 {
            #expect(try door.signIn("grace@example.org", "guess", from: "10.0.0.\(number)").isRefused)
        }
        #expect(try signIn(door, "grace@example.org", "another one, and long", presented: presented).waitsUntil != nil)
        for _ in 1...5 { #expect(try signIn(door, "joan@example.org", "guess", presented: presented).isRefused) }
        #expect(try signIn(door, presented: presented).waitsUntil != nil)
        // Failures in a known browser don’t count for the account or the network address, so this sign-in succeeds.
        #expect(try door.signIn().secret != nil)
    }

    @Test(
        "A user’s known browsers are forgotten after a new password, a sign-out everywhere, or a year",
        arguments: 1...3)
    func revoked(way: Int) throws {
        let door = try Door()
        let presented = try known(door)
        switch way {
        case 1: try door.setPassword(Door.password)
        case 2: _ = try door.authenticator.signOutEverywhere(try #require(door.signIn().secret))
        default: door.festival.clock.advance(bySeconds: KnownBrowserCookie.lifetimeSeconds)
        }
        try attack(door)
        #expect(try signIn(door, presented: presented).waitsUntil != nil)
    }

    @Test("If a user has more than twenty known browsers, the least recently used one is forgotten")
    func most() throws {
        let door = try Door()
        let first = try known(door)
        for _ in 1...KnownBrowserCookie.maximumPerUser {
            door.festival.clock.advance(bySeconds: 1)
            _ = try known(door)
        }
        try attack(door)
        #expect(try signIn(door, presented: first).waitsUntil != nil)
    }

    @Test("Only the local owner can find a user by e-mail address if the user is not yet a member of the organizer")
    func members() throws {
        let door = try Door()
        let (festival, email) = (door.festival, "joan@example.org")
        let grace = try festival.services.users.addUser(
            UserDetails(name: "Grace", email: EmailAddress(rawValue: "grace@example.org")))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(grace.id)", clock: festival.clock.now)
        let own = try services.organizers.createOrganizer(OrganizerDetails(name: "Grace's"))
        var messages: Set<String> = []
        for name in [email, "nobody@example.org"] {
            let error = try #require(throws: ManagementError.self) {
                try services.members.candidate(named: name, for: own)
            }
            messages.insert("\(error) \(error.hint?.english ?? "")".replacing(name, with: ""))
        }
        #expect(messages.count == 1)
        // Grace finds Joan by Joan’s user number. Once both are members, Grace also finds Joan by Joan’s address.
        _ = try services.members.setRole(
            .gate, of: services.members.candidate(named: "\(door.joan.id)", for: own), in: own)
        #expect(try services.members.candidate(named: email, for: own) == door.joan)
        #expect(try festival.services.members.candidate(named: "grace@example.org", for: festival.organizer()) == grace)
    }

    @Test("An organizer gets at most five verification codes a day, even if one of the codes was confirmed")
    func codes() throws {
        let festival = try Festival()
        let services = festival.services
        let organizer = try services.organizers.createOrganizer(OrganizerDetails(name: "House"))
        let address = try #require(EmailAddress(rawValue: "victim@example.org"))
        var sent: [String] = []
        for number in 1...5 {
            festival.clock.advance(bySeconds: 60)
            _ = try services.organizers.verify(organizer, .email(address))
            sent = try festival.store.read { try $0.notices.page(of: organizer.number, after: nil, limit: 100) }
                .compactMap { $0.payload["code"] }
            if number == 3 { _ = try services.organizers.verify(organizer, .emailCode(#require(sent.last))) }
        }
        #expect(sent.count == 5)
        let first = Festival.start.advanced(bySeconds: 60)
        let until = first.advanced(bySeconds: 86_400)
        #expect(throws: ManagementError.tooManyCodes(until: until)) {
            try services.organizers.verify(organizer, .email(address))
        }
        // Another organizer has its own limit, but the address has already got the five codes that it can get in a day.
        // One day after the first code, the organizer “House” gets one more code.
        #expect(throws: MessageLimitError.ofAddress(address.rawValue, limit: 5, until: until)) {
            try services.organizers.verify(festival.organizer(), .email(address))
        }
        festival.clock.set(until)
        _ = try services.organizers.verify(organizer, .email(address))
        #expect(throws: ManagementError.self) { try services.organizers.verify(organizer, .email(address)) }
    }
}

@Suite("Timing of sign-ins", .slow)
struct SignInTimeTests {
    @Test(
        "Each of seven failed sign-ins commits as many transactions for an unknown account as for a known account")
    func transactions() throws {
        let door = try Door()
        func commits() throws -> Int {
            let wal = try Data(contentsOf: URL(filePath: "\(door.festival.folder.path)/store.sqlite-wal"))
            func number(_ offset: Int) -> UInt32 { wal[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            let page = Int(number(8))
            return stride(from: 32, through: wal.count - 24 - page, by: 24 + page).count {
                number($0 + 4) > 0 && number($0 + 8) == number(16) && number($0 + 12) == number(20)
            }
        }
        func costs(_ name: String, _ network: Int) throws -> [Int] {
            try (1...7).map {
                let before = try commits()
                _ = try door.signIn("\(name)@example.org", "guess", from: "10.0.\(network).\($0)")
                return try commits() - before
            }
        }
        let (joan, nobody) = (try costs("joan", 1), try costs("nobody", 2))
        #expect(joan == nobody && joan == [1, 1, 1, 1, 2, 0, 0])
    }
}
