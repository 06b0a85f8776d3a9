import AttendeePack
import EventFixture
import Foundation
import Management
import QRSymbol
import TicketToken
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Handing tickets over at the desk", .serving)
struct DeskHandoverTests {
    private let festival: Festival
    private let order: Order
    private let path: String

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        order = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 2)], name: "Grace", payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        path = festival.event.deskPath
    }

    private func tickets() throws -> [Ticket] { try festival.services.orders.tickets(of: order, of: festival.event) }

    @Test("Only members with the right to sell see the QR codes, links and PDF files of tickets and orders")
    func roles() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let ticket = try #require(try tickets().first)
        let link = try TicketLink(to: ticket, of: festival.event, festival.ring).path
        let orderLink = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring)).path
        let symbol = try QRSymbol(festival.token(of: ticket)).path(quietZone: 4)
        let pages = ["\(path)/tickets/\(ticket.code)", "\(path)/orders/\(order.number)"]
        try await Served.with(configuration: festival.configuration) { served async throws in
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                let mayHave = role.grants(.sell)
                for (page, own) in zip(pages, ["/t/\(link)", "/o/\(orderLink)"]) {
                    let displayed = try await member.get(served, page)
                    guard displayed.status == 200 else {
                        #expect(!mayHave, "\(role) \(page)")
                        continue
                    }
                    #expect(displayed.body.contains("http://localhost\(own)") == mayHave, "\(role) \(page)")
                    #expect(displayed.body.contains(symbol) == mayHave, "\(role) \(page)")
                    #expect(displayed.body.contains("data-print") == mayHave, "\(role) \(page)")
                    if !mayHave { #expect(!displayed.body.contains(ticketSecret(link)), "\(role) \(page)") }
                }
                for file in ["\(pages[0])/ticket.pdf", "\(pages[1])/tickets.pdf"] {
                    let reply = try await member.get(served, file)
                    #expect(reply.status == (mayHave ? 200 : 403), "\(role) \(file)")
                    if mayHave {
                        #expect(reply.headers["content-type"] == "application/pdf" && reply.body.hasPrefix("%PDF-"))
                    }
                }
            }
        }
    }

    private func ticketSecret(_ link: String) -> String { link.split(separator: "/").last.map(String.init) ?? link }

    @Test("An unpaid order’s page says that the price is due at the door, and shows no ticket of the order as issued")
    func due() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let unpaid = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: "Ada", payment: Payment(.atTheDoor)),
            of: festival.event, signingWith: festival.ring)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let displayed = try await owner.get(served, "\(path)/orders/\(unpaid.number)").body
            #expect(displayed.contains("pay UGX\u{A0}50,000 at the door"))
            #expect(!displayed.contains(">issued<"))
        }
    }

    // A live code changes every 30 seconds. The page to which the link leads shows the current code.
    @Test("A ticket with live codes is handed over as a link; its page at the desk has no QR code and no PDF")
    func live() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        let owner = try DeskVisitor.owner(of: festival)
        let page = "\(festival.event.deskPath)/tickets/\(ticket.code)"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let displayed = try await owner.get(served, page).body
            #expect(displayed.contains("/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"))
            #expect(!displayed.contains("QR code of ticket") && displayed.contains("live codes"))
            #expect(try await owner.get(served, "\(page)/ticket.pdf").status == 404)
        }
    }

    @Test(
        "If a browser sends an order twice within seconds, a confirmation is needed; after ten minutes, none is needed"
    )
    func back() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        let elsewhere = try DeskVisitor.ownerElsewhere(of: festival)
        let typed = ["count-\(festival.regular.number)": "1", "buyer": "Kay", "method": "cash"]
        func orders() throws -> Int {
            try festival.services.orders.orders(of: festival.event, limit: 99).count { $0.buyer.name == "Kay" }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            func sell(_ visitor: DeskVisitor, _ more: [String: String] = [:], on page: String? = nil) async throws
                -> Reply
            {
                let displayed: String
                if let page {
                    displayed = page
                } else {
                    displayed = try await visitor.get(served, "\(path)/orders").body
                }
                return try await visitor.post(
                    served, "\(path)/orders",
                    PageForm.filled(displayed, to: "\(path)/orders", typed.merging(more) { $1 }))
            }
            #expect(try await sell(owner).status == 303)
            festival.clock.advance(bySeconds: 8)
            let warned = try await sell(owner)
            #expect(warned.status == 422 && warned.body.contains("You sent the same form 8 seconds ago"))
            #expect(warned.body.contains("href=\"#again\""))
            #expect(try orders() == 1)
            #expect(try await sell(owner, [DuplicateSubmission.field: "yes"], on: warned.body).status == 303)
            #expect(try orders() == 2)
            // The next three orders need no confirmation: an order from another browser, an order with another e-mail
            // address, and the same order ten minutes later.
            #expect(try await sell(elsewhere).status == 303)
            #expect(try await sell(owner, ["email": "kay@example.org"]).status == 303)
            festival.clock.advance(bySeconds: 600)
            #expect(try await sell(owner).status == 303)
            #expect(try orders() == 5)
        }
    }

    @Test("If a form would issue the same tickets as the previous form, the page first asks for a confirmation")
    func issuedAgain() async throws {
        let owner = try DeskVisitor.owner(of: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            func issue() async throws -> Reply {
                let page = try await owner.get(served, "\(path)/tickets").body
                return try await owner.post(
                    served, "\(path)/issue", PageForm.filled(page, to: "\(path)/issue", ["holder": "Okello"]))
            }
            let before = try festival.services.tickets.ticketCount(of: festival.event)
            #expect(try await issue().status == 303)
            #expect(try await issue().status == 422)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == before + 1)
        }
    }
}
