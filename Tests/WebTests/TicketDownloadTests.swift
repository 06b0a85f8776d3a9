import Cryptography
import EventFixture
import Foundation
import Management
import PrintShop
import Store
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Downloading a ticket as a file", .serving)
struct TicketDownloadTests {
    private let festival: Festival

    init() throws { festival = try Festival() }

    private func path(_ festival: Festival) throws -> String {
        let ticket = try festival.ticket(of: festival.issue(1)[0])
        return "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"
    }

    private func configuration(_ festival: Festival, _ passes: TicketFileConfiguration?) -> ServerConfiguration {
        ServerConfiguration(clock: festival.clock.now, keyRing: festival.keys, passes: passes) {
            [address = festival.address] in
            try Store.open(address)
        }
    }

    private static func offered(_ page: String) -> [String] {
        page.matches(of: /\/download\/([a-z]+)"/).map { String($0.1) }
    }

    @Test(
        "Without wallet keys or a mail sender, the page offers no passes and no mail; offered files are attachments"
    )
    func plain() async throws {
        let pagePath = try path(festival)
        try await Served.with(configuration: configuration(festival, nil)) { served async throws in
            let page = try #require(try await served.ask("GET", pagePath, head: "Accept: text/html\r\n"))
            let offered = TicketDownloadTests.offered(page.body)
            #expect(offered == ["pdf", "phone", "card", "png", "svg", "zip"])
            for form in offered {
                let reply = try #require(try await served.ask("HEAD", "\(pagePath)/download/\(form)"))
                #expect(reply.status == 200, "\(form)")
                #expect(reply.headers["content-disposition"]?.hasPrefix("attachment; filename=\"") ?? false, "\(form)")
                #expect(reply.headers["x-content-type-options"] == "nosniff")
            }
            for form in ["apple", "google", "mail", "terminal", "calendar", "PDF", "", "%2e%2e"] {
                #expect(try await served.ask("GET", "\(pagePath)/download/\(form)")?.status == 404, "\(form)")
            }
        }
    }

    @Test("If the logo of an event is set, the next download of a ticket shows the logo")
    func logo() async throws {
        let pagePath = try path(festival)
        try await Served.with(configuration: configuration(festival, nil)) { served async throws in
            func length() async throws -> String? {
                try await served.ask("HEAD", "\(pagePath)/download/card")?.headers["content-length"]
            }
            let before = try #require(try await length())
            let logo = SamplePicture(width: 320, height: 160).jpeg
            _ = try festival.services.pictures.setPicture(
                anyPicture { _ in logo }, as: .logo, showing: "", of: festival.event)
            let after = try #require(try await length())
            #expect(after != before)
            try festival.services.pictures.removePicture(.logo, of: festival.event)
            #expect(try await length() == before)
        }
    }

    @Test(
        "The page offers wallet passes and a mail if they are set up, but no Apple pass with an expired certificate"
    )
    func everything() async throws {
        let maker = try PassMaker()
        let passes = try maker.supplies()
        let pagePath = try path(festival)
        festival.clock.set(Instant(seconds: maker.validity.lowerBound))
        try await Served.with(configuration: configuration(festival, passes)) { served async throws in
            let page = try #require(try await served.ask("GET", pagePath, head: "Accept: text/html\r\n"))
            #expect(
                TicketDownloadTests.offered(page.body)
                    == ["apple", "google", "pdf", "phone", "card", "png", "svg", "mail", "zip"])
            let pass = try #require(try await served.ask("HEAD", "\(pagePath)/download/apple"))
            #expect(pass.headers["content-type"] == "application/vnd.apple.pkpass")
            #expect(pass.headers["content-disposition"]?.hasSuffix(".pkpass\"") ?? false)
            let google = try #require(try await served.ask("GET", "\(pagePath)/download/google"))
            #expect(google.status == 303)
            #expect(google.headers["location"]?.hasPrefix("https://pay.google.com/gp/v/save/ey") ?? false)
            let mail = try #require(try await served.ask("GET", "\(pagePath)/download/mail"))
            #expect(mail.headers["content-type"] == "message/rfc822" && mail.body.contains("tickets@example.org"))

            festival.clock.set(Instant(seconds: maker.validity.upperBound + 1))
            let later = try #require(try await served.ask("GET", pagePath, head: "Accept: text/html\r\n"))
            #expect(!TicketDownloadTests.offered(later.body).contains("apple"))
            #expect(try await served.ask("GET", "\(pagePath)/download/apple")?.status == 404)
        }
    }

    @Test("A request with a foreign host name does not change the link for Google Wallet that others get")
    func foreignHost() async throws {
        let maker = try PassMaker()
        let passes = try maker.supplies()
        let pagePath = try path(festival)
        festival.clock.set(Instant(seconds: maker.validity.lowerBound))
        let poster = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "Fireworks", of: festival.event)
        let forwarding = try #require(Forwarding.behindProxy())
        let hosts = ["evil.example", "tickets.example.org"]
        try await Served.with(
            settings: .local(names: hosts, forwarding: forwarding), configuration: configuration(festival, passes)
        ) { served async throws in
            for host in hosts + hosts {
                let reply = try #require(
                    try await served.ask(
                        "GET", "\(pagePath)/download/google", host: host,
                        head: "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Proto: https\r\n"))
                let part = try #require(reply.headers["location"]?.split(separator: ".").dropLast().last)
                let plain = part.replacing("-", with: "+").replacing("_", with: "/")
                let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
                let claims = String(decoding: try #require(Data(base64Encoded: String(padded))), as: UTF8.self)
                #expect(claims.contains("https://\(host)/pictures/\(poster.id)/"), "\(claims)")
            }
        }
    }

    @Test("If an event’s contact is an e-mail address, the mail with a ticket has this address as its sender")
    func contact() async throws {
        _ = try festival.services.events.edit(festival.event) { $0.contact = "box@example.org" }
        let pagePath = try path(festival)
        try await Served.with(configuration: configuration(festival, nil)) { served async throws in
            let mail = try #require(try await served.ask("GET", "\(pagePath)/download/mail"))
            #expect(mail.status == 200 && mail.body.contains("box@example.org"))
        }
    }

    @Test(
        "If a name is truncated or unprintable in a file, the log has the ticket’s code and the field, but not the name"
    )
    func warnings() async throws {
        let long = String(repeating: "Wolfeschlegelsteinhausen ", count: 7).trimmingCharacters(in: .whitespaces)
        for holder in ["Zoe \u{E123}", long] {
            _ = try festival.services.tickets.issue(
                .person(holder: holder, email: nil, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
        var tickets: [Ticket] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { tickets.append($0) }
        let boxed = try #require(tickets.first { $0.holder != long })
        let cut = try #require(tickets.first { $0.holder == long })
        let owner = try DeskVisitor.owner(of: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let pagePath = "/t/\(try TicketLink(to: boxed, of: festival.event, festival.ring).path)"
            #expect(try await served.ask("GET", "\(pagePath)/download/pdf")?.status == 200)
            let other = "/t/\(try TicketLink(to: cut, of: festival.event, festival.ring).path)"
            #expect(try await served.ask("GET", "\(other)/download/card")?.status == 200)
            let paper = "\(festival.event.deskPath)/tickets/\(boxed.code)/ticket.pdf"
            #expect(try await owner.get(served, paper).status == 200)
            let warnings = served.log.records.filter { $0.event == "drawing" }
            #expect(warnings.allSatisfy { $0.level == .warning })
            let fields = warnings.map { $0.fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
            let box = "ticket=text(\"\(boxed.code)\") field=text(\"holder\") letters_without_font=number(1)"
            #expect(
                fields == [box, "ticket=text(\"\(cut.code)\") field=text(\"holder\") cut=text(\"yes\")", box])
            #expect(!served.log.text.contains("E123") && !served.log.text.contains("\u{E123}"))
            #expect(!served.log.text.contains("Wolfe"))
        }
    }

    @Test("A ticket with live codes can’t be downloaded in any format, even if all formats are configured")
    func live() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", requiresLiveCode: true))
        let maker = try PassMaker()
        let passes = try maker.supplies()
        let pagePath = try path(festival)
        festival.clock.set(Instant(seconds: maker.validity.lowerBound))
        try await Served.with(configuration: configuration(festival, passes)) { served async throws in
            let page = try #require(try await served.ask("GET", pagePath, head: "Accept: text/html\r\n"))
            #expect(page.status == 200 && TicketDownloadTests.offered(page.body).isEmpty)
            for form in TicketFormat.allCases.map(\.rawValue) + ["zip"] {
                #expect(try await served.ask("GET", "\(pagePath)/download/\(form)")?.status == 404, "\(form)")
            }
        }
    }
}

/// The credentials for wallet passes: a certificate and a service account.
private struct PassMaker {
    private let folder: TemporaryFolder
    private let certificate: SigningCertificate

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeWalletCredentials()
        certificate = try SigningCertificate(
            PassMaker.secret(folder.read("pass.pem")), key: PassMaker.secret(folder.read("pass.key")),
            at: Int64(Date().timeIntervalSince1970))
    }

    var validity: ClosedRange<Int64> { certificate.validity }

    func supplies() throws -> TicketFileConfiguration {
        TicketFileConfiguration(
            apple: AppleWalletCredentials(certificate: certificate, intermediate: nil, now: Festival.start),
            google: try GoogleWalletCredentials(
                account: PassMaker.secret(folder.read("account.json")), issuer: "3388000000012345678"),
            sender: EmailAddress(rawValue: "tickets@example.org"))
    }

    private static func secret(_ bytes: [UInt8]) -> SecretBytes {
        SecretBytes(count: bytes.count) { room in
            for index in bytes.indices { room[index] = bytes[index] }
        }
    }
}
