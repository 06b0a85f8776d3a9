import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Messages to the guests of a reissued ticket", .everyEngine)
struct ReissuedInvitationTests {
    private let wedding: Wedding
    private var festival: Festival { wedding.festival }

    init() throws {
        wedding = try Wedding()
        try wedding.importGuests(
            """
            name,household,email,phone
            Grace,Okello,grace@example.org,
            Denis,Okello,,+256772123456
            Ruth,Okello,,
            Joan,,joan@example.org,

            """)
        try wedding.invite(to: [wedding.reception])
    }

    private func code(of name: String) throws -> TicketCode {
        TicketCode(try #require(try wedding.services.guests.guest(named: name, of: wedding.event).guest.serial))
    }

    private func recipients() throws -> [String] {
        try festival.notices(.ticketReissued).map(\.recipient).sorted()
    }

    @Test("Each guest of a ticket gets a message about the new code; guests without an address are named")
    func reissued() throws {
        let ticket = try wedding.services.tickets.reissue(
            code(of: "Grace"), of: wedding.event, signingWith: festival.ring)
        #expect(try recipients() == ["+256772123456", "grace@example.org"])
        let unreached = try wedding.services.notices.unreached(
            .owners([ticket.serial]), by: .ticketReissued, of: wedding.event)
        #expect(unreached.counts == [.noAddress: 1] && unreached.named.map(\.name) == ["Ruth"])
    }

    @Test("If all tickets are reissued, the guests of each ticket get a message; the preview has the number of guests")
    func all() throws {
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        let plan = try wedding.services.tickets.reissuePlan(of: wedding.event, signingWith: ring)
        #expect(plan.tickets == 2 && plan.recipients == 3)
        let done = try wedding.services.tickets.reissueAll(of: wedding.event, signingWith: ring)
        #expect(done.count == 2)
        #expect(try recipients() == ["+256772123456", "grace@example.org", "joan@example.org"])
    }

    @Test("After a ticket was transferred, only its new holder gets a message about a new code")
    func transferred() throws {
        let code = try code(of: "Joan")
        let transferred = try wedding.services.tickets.transfer(
            code, of: wedding.event, to: "Kay", email: "kay@example.org", signingWith: festival.ring)
        _ = try wedding.services.tickets.reissue(code, of: wedding.event, signingWith: festival.ring)
        #expect(try recipients() == ["kay@example.org"])
        let away = try wedding.services.tickets.transfer(
            code, of: wedding.event, to: "Sam", email: nil, signingWith: festival.ring)
        _ = try wedding.services.tickets.reissue(code, of: wedding.event, signingWith: festival.ring)
        #expect(try recipients() == ["kay@example.org"])
        #expect(transferred.serial == away.serial)
        let unreached = try wedding.services.notices.unreached(
            .owners([away.serial]), by: .ticketReissued, of: wedding.event)
        #expect(unreached.named.map(\.name) == ["Sam"])
    }

    @Test(
        """
        A transferred ticket does not belong to a guest whose name only resembles the new holder’s name: case matters, \
        and % and _ are not wildcards
        """)
    func exactNames() throws {
        for (guest, holder) in [("K%y", "Kathy"), ("K_y", "Kay"), ("kay", "Kay")] {
            let wedding = try Wedding()
            try wedding.importGuests("name,email\n\(guest),guest@example.org\n")
            try wedding.invite(to: [wedding.reception])
            let serial = try #require(try wedding.guests().first?.guest.serial)
            _ = try wedding.services.tickets.transfer(
                TicketCode(serial), of: wedding.event, to: holder, email: nil, signingWith: wedding.festival.ring)
            let unreached = try wedding.services.notices.unreached(
                .owners([serial]), by: .ticketReissued, of: wedding.event)
            #expect(unreached.named.map(\.name) == [holder], "\(guest)")
        }
    }
}
