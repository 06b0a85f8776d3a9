import EventFixture
import Languages
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// Visitors who transfer tickets, and members who request codes or invite people, make the server send messages to
/// addresses of other people. The number of these messages is limited.
@Suite("Limits on messages to other people", .everyEngine)
struct MessageLimitTests {
    private static let day: Int64 = 86_400
    private static let victim = "victim@example.org"

    private let festival: Festival
    private let storefront: Storefront
    /// Events that begin in ten days.
    private let events: [Event]

    init() throws {
        let festival = try Festival()
        self.festival = festival
        storefront = try festival.storefront()
        events = try (0..<2).map { try festival.published("Event \($0)", at: 10 * Self.day) }
    }

    /// Issues tickets to a person, and returns the links of the tickets.
    private func links(_ count: Int, of event: Event, to email: String) throws -> [TicketLink] {
        let type = try #require(try festival.services.ticketTypes.ticketTypes(of: event).first)
        return try (0..<count).map { _ in
            let issued = try festival.services.tickets.issue(
                .person(holder: "Eve", email: email, note: nil), type: type, of: event, signingWith: festival.ring)
            return try TicketLink(to: #require(issued.first.first), of: event, festival.ring)
        }
    }

    private func transferMessages() throws -> [String] { try festival.notices(.ticketTransferred).map(\.recipient) }

    // MARK: - Transfers

    @Test("Visitors can transfer a ticket three times a day; the fourth transfer is refused and changes nothing")
    func backAndForth() throws {
        var link = try #require(try links(1, of: events[0], to: "eve@example.org").first)
        for email in [Self.victim, "eve@example.org", Self.victim] {
            link = try storefront.transfer(link, to: "Vic", email: email)
        }
        let before = try #require(try storefront.ticket(link)).ticket
        for email in ["eve@example.org", nil] {
            #expect(throws: StorefrontError.transferRefused(.tooManyTransfers(limit: 3, hours: 24))) {
                try storefront.transfer(link, to: "Eve", email: email)
            }
        }
        #expect(try storefront.ticket(link)?.ticket == before)
        #expect(try transferMessages().count { $0 == Self.victim } == 3)
        festival.clock.advance(bySeconds: Self.day - 1)
        #expect(throws: StorefrontError.transferRefused(.tooManyTransfers(limit: 3, hours: 1))) {
            try storefront.transfer(link, to: "Eve", email: nil)
        }
        festival.clock.advance(bySeconds: 1)
        link = try storefront.transfer(link, to: "Eve", email: nil)
        // Members are not limited.
        _ = try festival.services.tickets.transfer(
            before.code, of: events[0], to: "Ann", email: "ann@example.org", signingWith: festival.ring)
    }

    @Test(
        """
        Strangers can cause at most five messages a day to a mailbox, counted over all events and all spellings of \
        its address
        """)
    func mailbox() throws {
        let eve = "eve@example.org"
        let tickets = try links(4, of: events[0], to: eve) + links(3, of: events[1], to: eve)
        let spellings = ["vic.tim@gmail.com", "Victim+1@gmail.com", "v.i.c.t.i.m+2@googlemail.com"]
        var held: [TicketLink] = []
        for (number, link) in tickets.prefix(5).enumerated() {
            held.append(try storefront.transfer(link, to: "Vic", email: spellings[number % 3]))
        }
        let refusal = TransferRefusal.tooManyMessagesToNewHolder(limit: 5, hours: 24)
        #expect(throws: StorefrontError.transferRefused(refusal)) {
            try storefront.transfer(tickets[5], to: "Vic", email: "victim@gmail.com")
        }
        #expect(try storefront.ticket(tickets[5])?.ticket.holder == "Eve")
        #expect(refusal.sentence.english.contains("leave the e-mail field empty and send the link yourself"))
        // The stranger can no longer take tickets back from the victim, because that also causes messages to the
        // victim.
        #expect(throws: StorefrontError.transferRefused(.tooManyMessagesToHolder(limit: 5, hours: 24))) {
            try storefront.transfer(held[0], to: "Eve", email: "eve@example.org")
        }
        #expect(try transferMessages().filter { $0.hasSuffix("mail.com") }.count == 5)
        // A transfer to a holder without an address, or to another mailbox, still succeeds.
        _ = try storefront.transfer(tickets[5], to: "Vic", email: nil)
        _ = try storefront.transfer(tickets[6], to: "Ann", email: "ann@gmail.com")
        festival.clock.advance(bySeconds: Self.day)
        _ = try storefront.transfer(held[0], to: "Eve", email: "eve@example.org")
    }

    @Test("Of eight simultaneous transfers to one mailbox, only five succeed")
    func atOnce() async throws {
        let tickets = try links(8, of: events[0], to: "eve@example.org")
        let storefront = self.storefront
        let done = await withTaskGroup(of: Int.self) { group in
            for link in tickets {
                group.addTask {
                    do {
                        _ = try storefront.transfer(link, to: "Vic", email: MessageLimitTests.victim)
                        return 1
                    } catch { return 0 }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(done == 5)
        #expect(try transferMessages().count { $0 == Self.victim } == 5)
    }

    @Test("A holder can transfer any number of tickets a day: messages to the holder do not count towards the limit")
    func ownTickets() throws {
        for (number, link) in try links(8, of: events[0], to: "grace@example.org").enumerated() {
            _ = try storefront.transfer(link, to: "Friend", email: "friend\(number)@example.org")
        }
        #expect(try transferMessages().count { $0 == "grace@example.org" } == 8)
    }

    @Test(
        "A visitor cannot enter a name that mail programs would show as a link",
        arguments: [
            "http://evil.example", "Win at www.evil.example", "evil.example/win", "evil.com", "EVIL.COM now",
            "\u{FF45}vil\u{FF0E}com", "ev\u{200D}il.com",
        ])
    func linkNames(name: String) throws {
        let link = try #require(try links(1, of: events[0], to: "eve@example.org").first)
        let fault = FaultSentence.nameWithoutAddress
        #expect(throws: StorefrontError.invalid([FieldFault("holder", fault)])) {
            try storefront.transfer(link, to: name, email: Self.victim)
        }
        var draft = festival.draft(1)
        draft.buyer.name = name
        #expect(throws: StorefrontError.invalid([FieldFault("name", fault)])) {
            try storefront.reserve(draft, of: festival.event.number, request: "r")
        }
        #expect(try transferMessages().isEmpty && festival.counts() == (0, 0))
    }

    @Test("A name with full stops or slashes is accepted if it contains no web address")
    func names() throws {
        let names = [
            "Dr.Okello", "St. John", "J.K. Rowling", "Grace/Moses Nakato", "Mukasa & Sons Co. Ltd", "Amon.Comfort",
        ]
        for name in names { #expect(!name.containsWebAddress, "\(name)") }
        _ = try storefront.transfer(
            #require(try links(1, of: events[0], to: "eve@example.org").first), to: names[0], email: nil)
    }

    // MARK: - Codes and invitations

    private func organizers(_ count: Int, by services: ManagementServices? = nil) throws -> [Organizer] {
        try (0..<count).map {
            try (services ?? festival.services).organizers.createOrganizer(OrganizerDetails(name: "House \($0)"))
        }
    }

    private func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(rawValue: text)) }

    private func messages(_ kind: Notice.Kind) throws -> [Notice] {
        try festival.store.read { try $0.notices.due(at: Instant(milliseconds: .max), limit: 10_000) }
            .filter { $0.kind == kind }
    }

    @Test("A mailbox gets at most five codes a day from all organizers together")
    func codes() throws {
        let services = festival.services.organizers
        let houses = try organizers(6)
        for (number, house) in houses.prefix(5).enumerated() {
            _ = try services.verify(house, .email(address("victim+\(number)@example.org")))
        }
        let until = Festival.start.advanced(bySeconds: Self.day)
        #expect(throws: MessageLimitError.ofAddress(Self.victim, limit: 5, until: until)) {
            try services.verify(houses[5], .email(address(Self.victim)))
        }
        #expect(try messages(.confirmEmail).count == 5)
        _ = try services.verify(houses[5], .email(address("other@example.org")))
        festival.clock.set(until)
        _ = try services.verify(houses[5], .email(address(Self.victim)))
    }

    @Test("Strangers cannot use up the five codes that an account gets at its own mailbox")
    func ownMailbox() throws {
        let user = try festival.services.users.addUser(UserDetails(name: "Vic", email: address(Self.victim)))
        let vic = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        for house in try organizers(5) {
            _ = try festival.services.organizers.verify(house, .email(address(Self.victim)))
        }
        let until = Festival.start.advanced(bySeconds: Self.day)
        let limit = MessageLimitError.ofAddress(Self.victim, limit: 5, until: until)
        #expect(throws: limit) {
            try festival.services.organizers.verify(festival.organizer(), .email(address(Self.victim)))
        }
        let own = try (0..<6).map { try vic.organizers.createOrganizer(OrganizerDetails(name: "Club \($0)")) }
        for house in own.prefix(5) { _ = try vic.organizers.verify(house, .email(address("victim+1@example.org"))) }
        #expect(throws: limit) { try vic.organizers.verify(own[5], .email(address(Self.victim))) }
        #expect(try messages(.confirmEmail).count == 10)
    }

    @Test("A phone number gets at most five codes a day from all organizers together")
    func textMessages() throws {
        let services = festival.services.organizers
        let phone = try #require(PhoneNumber(rawValue: "+256772123456"))
        for (number, house) in try organizers(6).enumerated() {
            let own = "house\(number)@example.org"
            _ = try services.verify(house, .email(address(own)))
            let code = try messages(.confirmEmail).first { $0.recipient == own }?.payload["code"]
            _ = try services.verify(house, .emailCode(#require(code)))
            _ = try services.verify(house, .contact(PublicContact(email: nil, phone: phone, website: nil)))
            if number < 5 {
                _ = try services.verify(house, .phone)
            } else {
                let until = Festival.start.advanced(bySeconds: Self.day)
                #expect(throws: MessageLimitError.ofAddress("+256772123456", limit: 5, until: until)) {
                    try services.verify(house, .phone)
                }
            }
        }
        #expect(try messages(.confirmEmail).count { $0.recipient == phone.rawValue } == 5)
    }

    @Test("A mailbox gets at most five invitations to teams a day from all organizers together")
    func invitations() throws {
        let houses = try organizers(6)
        for (number, house) in houses.prefix(5).enumerated() {
            _ = try festival.services.members.invite(address("victim+\(number)@example.org"), as: .gate, to: house)
        }
        let until = Festival.start.advanced(bySeconds: Self.day)
        #expect(throws: MessageLimitError.ofAddress(Self.victim, limit: 5, until: until)) {
            try festival.services.members.invite(address(Self.victim), as: .gate, to: houses[5])
        }
        #expect(try festival.services.members.invitations(to: houses[5]).isEmpty)
        #expect(try messages(.teamInvitation).count == 5)
        // Codes are counted separately.
        _ = try festival.services.organizers.verify(houses[5], .email(address(Self.victim)))
    }

    @Test("An account sends at most twenty codes and twenty invitations a day, however many organizers it has")
    func account() throws {
        let user = try festival.services.users.addUser(UserDetails(name: "Eve"))
        let eve = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        let houses = try organizers(7, by: eve)
        let until = Festival.start.advanced(bySeconds: Self.day)
        let limit = MessageLimitError.ofAccount(limit: 20, until: until)
        for number in 0..<21 {
            let victim = try address("victim\(number)@example.org")
            let send = {
                _ = try eve.organizers.verify(houses[number % 7], .email(victim))
            }
            let invite = { _ = try eve.members.invite(victim, as: .gate, to: houses[number % 7]) }
            if number < 20 {
                try send()
                try invite()
            } else {
                #expect(throws: limit) { try send() }
                #expect(throws: limit) { try invite() }
            }
        }
        // Another account has its own limits.
        _ = try festival.services.organizers.verify(festival.organizer(), .email(address("victim20@example.org")))
        festival.clock.set(until)
        _ = try eve.members.invite(address("victim20@example.org"), as: .gate, to: houses[6])
    }
}
