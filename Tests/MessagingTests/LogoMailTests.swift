import EventFixture
import Foundation
import Languages
import MailFixture
import Management
import Messaging
import Store
import Synchronization
import Testing
import Ticketing

@Suite("The logo of an event in mails", .serialized)
struct LogoMailTests {
    private static let logo = SamplePicture(width: 320, height: 160).jpeg

    private static var chosen: MessagePreferences {
        var preferences = MessagePreferences()
        preferences.showsPosters = true
        return preferences
    }

    /// - Parameter small: the file that mails show.
    private func setLogo(_ fixture: MessageFixture, small: [UInt8] = LogoMailTests.logo) throws -> StoredPicture {
        let prepared = try anyPicture(width: 1200, height: 600) { $0.width == .small ? small : [0xFF, 0xD8, 0xFF] }
        return try fixture.festival.services.pictures.setPicture(
            prepared, as: .logo, showing: "Nile Nights", of: fixture.event)
    }

    private func mail(
        _ kind: Notice.Kind, _ fixture: MessageFixture, _ preferences: MessagePreferences = LogoMailTests.chosen
    ) throws -> ReadMail {
        try #require(try fixture.compose(fixture.sample(kind), preferences: preferences)).read()
    }

    @Test("A mail shows the logo above its text, but only if the recipient has chosen posters and logos")
    func choice() throws {
        let fixture = try MessageFixture()
        let before = try mail(.reminder, fixture).parts.map(\.bytes)
        _ = try setLogo(fixture)
        for kind in [Notice.Kind.ticketIssued, .orderPaid, .invitation, .reminder, .organizerMessage, .eventMoved] {
            let shown = try mail(kind, fixture)
            let picture = try #require(shown.parts.first { $0.type == "image/jpeg" }, "\(kind)")
            #expect(picture.bytes == Self.logo && picture.id == "logo@eventpass" && picture.name == "logo.jpg")
            let html = shown.parts[1].text
            #expect(html.contains(#"src="cid:logo@eventpass" width="128" height="64" alt="Nile Nights""#), "\(kind)")
            let (image, text) = (html.range(of: "<img"), html.range(of: "Dear "))
            #expect(try #require(image).lowerBound < #require(text).lowerBound, "\(kind)")
            #expect(shown.parts[0].text.hasPrefix("Dear ") && !html.contains("/pictures/"), "\(kind)")
            var nothing = MessagePreferences()
            nothing.showsSymbols = false
            for preferences in [MessagePreferences(), nothing] {
                let plain = try mail(kind, fixture, preferences)
                #expect(!plain.parts.contains { $0.type == "image/jpeg" }, "\(kind)")
                #expect(!plain.parts[1].text.contains("logo@eventpass"), "\(kind)")
            }
        }
        // A mail about no event has no logo.
        #expect(try !mail(.passwordReset, fixture).parts.contains { $0.type == "image/jpeg" })
        try fixture.festival.services.pictures.removePicture(.logo, of: fixture.event)
        #expect(try mail(.reminder, fixture).parts.map(\.bytes) == before)
    }

    @Test("A large file of a logo is not part of mails")
    func large() throws {
        let fixture = try MessageFixture()
        _ = try setLogo(fixture, small: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 80_000))
        let mail = try mail(.reminder, fixture)
        #expect(!mail.parts.contains { $0.type == "image/jpeg" })
        #expect(!mail.parts[1].text.contains("<img"))
    }

    @Test("The PDF in a mail shows the logo, even if the recipient wants no pictures in the text")
    func page() throws {
        let fixture = try MessageFixture()
        _ = try setLogo(fixture)
        var nothing = MessagePreferences()
        nothing.showsSymbols = false
        for kind in [Notice.Kind.ticketIssued, .ticketsFound] {
            let parts = try mail(kind, fixture, nothing).parts
            let pdf = try #require(parts.first { $0.type == "application/pdf" }, "\(kind)")
            let folder = try TemporaryFolder()
            try folder.write(pdf.bytes, to: "ticket.pdf")
            try Tool.run("pdftoppm", ["-r", "144", "-png", "-singlefile", folder("ticket.pdf"), folder("page")])
                .requireSuccess()
            // The middle of the upper left quarter of the logo, which is red
            let colour = try #require(SamplePicture.colour(of: folder.read("page.png"), x: 0.45, y: 0.05))
            #expect(zip(colour, SamplePicture.red).allSatisfy { abs(Int($0) - Int($1)) < 32 }, "\(kind) \(colour)")
        }
    }

    @Test(
        """
        A mail that lists a recipient’s tickets contains wallet passes with the events’ posters, but shows no poster \
        itself
        """)
    func foundPasses() throws {
        let fixture = try MessageFixture()
        let poster = SamplePicture(width: 640, height: 800).jpeg
        _ = try fixture.festival.services.pictures.setPicture(
            anyPicture { _ in poster }, as: .poster, showing: "Fireworks", of: fixture.event)
        let message = try fixture.compose(
            fixture.sample(.ticketsFound), passes: MessageMailTests.passes(), preferences: Self.chosen)
        let parts = try #require(message).read().parts
        let pass = try #require(parts.first { $0.type == "application/vnd.apple.pkpass" })
        #expect(try unzipped(pass.bytes).keys.contains("strip.png"))
        #expect(!parts.contains { $0.type == "image/jpeg" } && !parts[0].text.contains("/pictures/"))
    }

    @Test(
        """
        Links to Google Wallet contain the URLs of the logo and the poster only if the server has a public HTTPS address
        """)
    func google() throws {
        let fixture = try MessageFixture()
        let picture = SamplePicture(width: 640, height: 800).jpeg
        let poster = try fixture.festival.services.pictures.setPicture(
            anyPicture { _ in picture }, as: .poster, showing: "Fireworks", of: fixture.event)
        let credentials = try MessageMailTests.passes()
        func claims(publicURL: String?) throws -> String {
            let message = try fixture.compose(
                fixture.sample(.orderPaid), publicURL: publicURL, passes: credentials)
            let text = try #require(message).read().parts[0].text
            let link = try #require(text.firstMatch(of: /https:\/\/pay\.google\.com\/gp\/v\/save\/[\w-]+\.([\w-]+)\./))
            let plain = String(link.1).replacing("-", with: "+").replacing("_", with: "/")
            let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
            return String(decoding: try #require(Data(base64Encoded: padded)), as: UTF8.self)
        }
        let posterURL = "\(MessageFixture.origin)/pictures/\(poster.id)/640.jpg"
        #expect(try claims(publicURL: MessageFixture.origin).contains(#"{"sourceUri":{"uri":"\#(posterURL)"}}"#))
        // A link that would be too long with both pictures omits the poster. So the logo is set only after the check
        // of the poster.
        let logo = try setLogo(fixture)
        let url = "\(MessageFixture.origin)/pictures/\(logo.id)/1200.jpg"
        #expect(try claims(publicURL: MessageFixture.origin).contains(#""logo":{"sourceUri":{"uri":"\#(url)"}}"#))
        for address in ["http://tickets.example.org", nil] {
            #expect(try !claims(publicURL: address).contains("/pictures/"))
        }
    }

    private final class CountingPictures: PictureStore {
        private let store: any PictureStore
        private let reads = Mutex(0)

        init(_ store: any PictureStore) { self.store = store }

        var count: Int { reads.withLock { $0 } }

        func file(_ variant: PictureVariant, of id: PictureID, _ connection: any StoreConnection) throws -> [UInt8]? {
            reads.withLock { $0 += 1 }
            return try store.file(variant, of: id, connection)
        }

        func prepare(_ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID) throws {
            try store.prepare(files, of: id)
        }

        func add(
            _ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID, _ connection: any StoreConnection
        ) throws { try store.add(files, of: id, connection) }

        func discard(_ id: PictureID) { store.discard(id) }

        func removeLeftovers(olderThan seconds: Int, known: () throws -> Set<PictureID>) throws {
            try store.removeLeftovers(olderThan: seconds, known: known)
        }
    }

    @Test("The file of a logo is read once for many mails; if the logo is replaced or removed, the next mail changes")
    func reads() throws {
        let fixture = try MessageFixture()
        let counting = CountingPictures(fixture.festival.store.pictureStore)
        let pictures = MessagePictures(counting)
        let composer = try fixture.composer()
        func logo(_ kind: Notice.Kind) throws -> [UInt8]? {
            let notice = fixture.sample(kind)
            let recipient = MessageRecipient(
                address: notice.recipient, secret: MessageFixture.secret, preferences: Self.chosen)
            let subject = try fixture.festival.store.read {
                try composer.subject(of: notice, to: recipient, $0, pictures: pictures)
            }
            return try composer.compose(#require(subject)).read().parts.first { $0.type == "image/jpeg" }?.bytes
        }
        #expect(try logo(.reminder) == nil && counting.count == 0)
        _ = try setLogo(fixture)
        for kind in [Notice.Kind.reminder, .organizerMessage, .ticketIssued, .reminder, .eventMoved] {
            #expect(try logo(kind) == Self.logo, "\(kind)")
        }
        #expect(counting.count == 1)
        let other = SamplePicture(width: 320, height: 200).jpeg
        _ = try setLogo(fixture, small: other)
        for _ in 0..<3 { #expect(try logo(.reminder) == other) }
        #expect(counting.count == 2)
        try fixture.festival.services.pictures.removePicture(.logo, of: fixture.event)
        #expect(try logo(.reminder) == nil && counting.count == 2)
    }
}
