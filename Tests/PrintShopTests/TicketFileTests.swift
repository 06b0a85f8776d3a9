import EventFixture
import Management
import Presentation
import PrintShop
import SymbolReader
import Testing
import Ticketing

@Suite("Ticket files in each format")
struct TicketFileTests {
    private let festival: Festival
    private let ticket: Ticket
    private let token: String

    init() throws {
        festival = try Festival()
        token = try #require(try festival.issue(1).first)
        var issued: [Ticket] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { issued.append($0) }
        ticket = try #require(issued.first)
    }

    private func writer(_ signers: WalletCredentials? = nil) throws -> TicketFormatWriter {
        try TicketFormatWriter(
            TicketExportContext(
                festival.event, in: festival.services, ring: festival.ring,
                credentials: signers ?? WalletCredentials(now: Festival.start)))
    }

    @Test(
        "A file of each format begins with the bytes that mark that format",
        arguments: [
            (TicketFormat.png, "image/png", "\u{89}PNG"), (.svg, "image/svg+xml", "<svg"),
            (.pdf, "application/pdf", "%PDF-"),
            (.phone, "application/pdf", "%PDF-"), (.card, "image/png", "\u{89}PNG"),
            (.calendar, "text/calendar; charset=utf-8", "BEGIN:VCALENDAR"),
        ])
    func forms(_ form: TicketFormat, type: String, start: String) throws {
        let file = try writer().file(of: ticket, as: form)
        #expect(file.mediaType == type)
        #expect(file.name.hasPrefix(ticket.code.description) && !file.name.contains("/"))
        #expect(file.bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }), "\(file.bytes.prefix(40))")
    }

    @Test("The symbol in a ticket’s PNG contains the token, and nothing else")
    func picture() throws {
        let file = try writer().file(of: ticket, as: .png)
        #expect(try SymbolReader.read(png: file.bytes).map(\.text) == [token])
    }

    @Test("The card and the pages of a ticket show the logo of its event; the picture of the symbol does not")
    func logo() throws {
        let forms = [TicketFormat.card, .pdf, .phone, .png, .svg]
        let before = try forms.map { try writer().file(of: ticket, as: $0).bytes }
        let logo = SamplePicture(width: 320, height: 160).jpeg
        _ = try festival.services.pictures.setPicture(
            anyPicture(width: 1200, height: 600) { $0 == AttendeePicture.logoVariant ? logo : [0xFF] }, as: .logo,
            showing: "", of: festival.event)
        let drawing = try writer()
        let after = try forms.map { try drawing.file(of: ticket, as: $0).bytes }
        #expect(zip(before, after).map { $0 == $1 } == [false, false, false, true, true])
        // The middle of the upper left quarter of the logo, which is red
        let colour = try #require(SamplePicture.colour(of: after[0], x: 0.459, y: 0.2986))
        #expect(zip(colour, SamplePicture.red).allSatisfy { abs(Int($0) - Int($1)) < 32 }, "\(colour)")
        #expect(try SymbolReader.read(png: after[0]).map(\.text) == [token])
        try festival.services.pictures.removePicture(.logo, of: festival.event)
        #expect(try forms.map { try writer().file(of: ticket, as: $0).bytes } == before)
    }

    @Test("An e-mail has the given sender, and a ticket bundle is a ZIP file with a file of every bundle format")
    func mailAndPack() throws {
        var signers = WalletCredentials(now: Festival.start)
        signers.sender = EmailAddress(rawValue: "tickets@example.org")
        let writer = try writer(signers)
        let mail = try writer.file(of: ticket, as: .mail)
        #expect(mail.mediaType == "message/rfc822" && mail.name.hasSuffix(".eml"))
        #expect(String(decoding: mail.bytes, as: UTF8.self).contains("tickets@example.org"))
        let pack = try writer.file(of: TicketBundle(ticket), as: TicketFormat.bundleFormats)
        #expect(pack.mediaType == "application/zip" && pack.name == "\(ticket.code).zip")
        let text = String(decoding: pack.bytes, as: UTF8.self)
        for form in TicketFormat.bundleFormats { #expect(text.contains("\(ticket.code)\(form.fileExtension)")) }
    }

    @Test(
        "A file for Apple, Google or e-mail is not written if its certificate, account or sender is missing",
        arguments: [
            TicketFormat.apple, .google, .mail,
        ])
    func unsigned(_ form: TicketFormat) throws {
        #expect(throws: TicketFormatError.missingCredentials(form)) { try writer().file(of: ticket, as: form) }
    }

    @Test("No file is written for a ticket whose key is retired, and the error suggests a reissue")
    func retired() throws {
        var ring = festival.ring
        _ = try ring.rotate(at: Festival.start)
        try ring.retire(ticket.key, at: Festival.start)
        let writer = try TicketFormatWriter(
            TicketExportContext(
                festival.event, in: festival.services, ring: ring, credentials: WalletCredentials(now: Festival.start)))
        let error = #expect(throws: TicketKeyUnavailable.self) { try writer.file(of: ticket, as: .pdf) }
        #expect(error?.hint?.english.contains("eventpass ticket reissue") == true && error?.isMissing == false)
        #expect(ErrorKind(of: try #require(error)) == .systemFailure)
    }
}
