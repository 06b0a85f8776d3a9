import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Uploads of pictures", .serving, .slow)
struct PictureUploadTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let pictures: String
    private let poster: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        pictures = "\(festival.event.deskPath)/pictures"
        poster = "\(festival.event.deskPath)/poster"
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        let reader = [try Program.url.path, "read-picture"]
        let configuration = ServerConfiguration(
            clock: festival.clock.now, keyRing: festival.keys, pictureReader: reader
        ) { [address = festival.address] in try Store.open(address) }
        try await Served.with(configuration: configuration, work)
    }

    private var stored: [StoredPicture] { get throws { try festival.services.pictures.pictures(of: festival.event) } }

    @Test("An uploaded poster appears on the event’s page, and its description can be changed without a new file")
    func upload() async throws {
        try await serve { served async throws in
            let first = try await owner.upload(served, poster, alt: " Fireworks ", file: SamplePicture().jpeg)
            #expect(first.status == 303 && first.headers["location"] == "\(pictures)?done=saved")
            let one = try #require(try stored.first)
            #expect(one.role == .poster && one.alternativeText == "Fireworks" && one.width == 900)
            let page = try #require(try await served.ask("GET", "/events/\(festival.event.slug)")).body
            #expect(page.contains("/pictures/\(one.id)/640.jpg"))
            let described = try await owner.upload(served, poster, alt: "Dancers", file: nil)
            #expect(described.status == 303)
            #expect(try stored.first?.id == one.id)
            #expect(try stored.first?.alternativeText == "Dancers")
            #expect(try await owner.upload(served, poster, alt: "", file: SamplePicture().webp).status == 303)
            #expect(try stored.count == 1)
            #expect(try stored.first?.id != one.id)
        }
    }

    @Test("If another field of the page for a new event is refused, the page says that the poster must be chosen again")
    func chosenAgain() async throws {
        let path = "/desk/organizers/nile-nights/new"
        try await serve { served async throws in
            for (file, isLost) in [(SamplePicture().jpeg, true), (nil, false)] as [([UInt8]?, Bool)] {
                let reply = try await owner.upload(served, path, alt: "", file: file, [("title", ""), ("go", "draft")])
                #expect(reply.status == 422 && reply.body.contains("id=\"title-fault\""))
                #expect(reply.body.contains("Choose the picture again.") == isLost)
            }
            // A form with a description but no picture creates no event. A form with too long a description creates no
            // event either.
            let page = try PageForm.filled(
                try await owner.get(served, path).body, to: path, ["title": "Boat Race"]
            ).filter { !["alt", "file", PageRequest.formID].contains($0.0) }
            for (text, file, fault) in [
                ("Boats", nil, "Choose a picture."),
                (String(repeating: "a", count: 251), SamplePicture().jpeg, "id=\"poster-alt-fault\""),
            ] as [(String, [UInt8]?, String)] {
                let reply = try await owner.upload(served, path, alt: text, file: file, page + [("go", "draft")])
                #expect(reply.status == 422 && reply.body.contains(fault), "\(fault)")
                #expect(reply.body.contains("value=\"\(text)\""), "\(fault)")
            }
            #expect(try festival.services.events.events().map(\.number) == [festival.event.number])
        }
    }

    @Test("If a file is refused, the page says why and keeps the typed description; the earlier picture stays")
    func refused() async throws {
        try await serve { served async throws in
            #expect(try await owner.upload(served, poster, alt: "", file: SamplePicture().png).status == 303)
            let before = try stored
            let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
            for (file, text) in [
                (heic, "HEIC"), (SamplePicture(width: 300, height: 300).jpeg, "900 × 1,125"),
                (Array(SamplePicture().jpeg.prefix(9000)), "damaged"), (Array("<svg/>".utf8), "not a picture"),
            ] {
                let reply = try await owner.upload(served, poster, alt: "Two <b>dancers", file: file)
                #expect(reply.status == 422)
                #expect(reply.body.contains(text), "\(text)")
                #expect(reply.body.contains(#"value="Two &lt;b&gt;dancers""#))
                #expect(reply.body.contains(##"href="#poster-file""##))
                #expect(MarkupGrammar.fault(in: reply.body) == nil)
            }
            #expect(try stored == before)
            let logo = "\(festival.event.deskPath)/logo"
            let empty = try await owner.upload(served, logo, alt: "", file: nil)
            #expect(empty.status == 422 && empty.body.contains("Choose a picture."))
        }
    }

    @Test("The pictures of a gate and of an organizer can be uploaded, but not for another organizer")
    func subjects() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let (check, own) = ("\(festival.event.deskPath)/check-in", "\(organizer.deskPath)/picture")
        let sample = SamplePicture(width: 400, height: 400).jpeg
        let user = try festival.services.users.addUser(UserDetails(name: "Stranger"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        _ = try services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let stranger = try DeskVisitor("stranger", user, at: festival)
        try await serve { served async throws in
            let gate = try await owner.upload(
                served, "\(check)/picture", alt: "A fountain", file: sample, [("gate", "South")])
            #expect(gate.status == 303 && gate.headers["location"] == "\(check)?done=saved")
            let picture = try await owner.upload(served, own, alt: "The Nile", file: sample)
            #expect(picture.status == 303 && picture.headers["location"] == "\(own)?done=saved")
            let small = SamplePicture(width: 100, height: 100).jpeg
            let refused = try await owner.upload(served, "\(check)/picture", alt: "x", file: small, [("gate", "South")])
            #expect(refused.status == 422 && refused.body.contains("320 × 320"))
            #expect(refused.body.contains(##"href="#gate-picture-1-file""##) && refused.body.contains("<details open>"))
            #expect(MarkupGrammar.fault(in: refused.body) == nil)
            #expect(try await stranger.upload(served, own, alt: "", file: sample).status == 404)
            let other = try await stranger.upload(
                served, "\(check)/picture", alt: "", file: sample, [("gate", "South")])
            #expect(other.status == 404)
        }
        let pictures = festival.services.pictures
        #expect(try pictures.gatePictures(of: festival.event).map(\.alternativeText) == ["A fountain"])
        #expect(try pictures.picture(of: organizer)?.alternativeText == "The Nile")
    }

    @Test("A script gets the faults of a refused picture as JSON, and sends the same form again with another picture")
    func script() async throws {
        try await serve { served async throws in
            let refused = try await owner.upload(
                served, poster, alt: "", file: Array("<svg/>".utf8), accept: "application/json", form: "7")
            #expect(refused.status == 422 && refused.headers["content-type"] == "application/json")
            let faults = try JSONDecoder().decode([String: [[String: String]]].self, from: Data(refused.body.utf8))
            let fault = try #require(faults["faults"]?.first)
            #expect(fault["field"] == "file" && fault["text"]?.contains("not a picture") == true)
            #expect(try stored.isEmpty)
            let saved = try await owner.upload(
                served, poster, alt: "", file: SamplePicture().jpeg, accept: "application/json", form: "7")
            #expect(saved.status == 303 && saved.headers["location"] == "\(pictures)?done=saved")
            #expect(try stored.count == 1)
        }
    }

    @Test("An upload is refused if the member lacks the right, or if the server has no program that decodes pictures")
    func rights() async throws {
        let viewer = try DeskVisitor.member(
            .viewer, of: festival.services.organizers.organizer(named: "Nile Nights"),
            at: festival)
        try await serve { served async throws in
            #expect(try await viewer.upload(served, poster, alt: "", file: SamplePicture().jpeg).status == 403)
            #expect(try stored.isEmpty)
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let reply = try await owner.upload(served, poster, alt: "", file: SamplePicture().jpeg)
            #expect(reply.status == 422 && reply.body.contains("Landlock"))
        }
    }
}

extension DeskVisitor {
    /// Submits the form of the pictures page as browsers do.
    ///
    /// - Parameters:
    ///   - file: the bytes of the chosen file; nil if none is chosen.
    ///   - more: other fields of the form.
    ///   - accept: the media type of the response; a script asks for JSON.
    ///   - form: the id of the form.
    fileprivate func upload(
        _ served: Served, _ path: String, alt: String, file: [UInt8]?, _ more: [(String, String)] = [],
        accept: String = "text/html", form: String = "\(UInt64.random(in: .min ... .max))"
    ) async throws -> Reply {
        let code = try session.map { try CSRFToken($0).code } ?? ""
        var body: [UInt8] = []
        for (name, value) in [(CSRFToken.field, code), (PageRequest.formID, form), ("alt", alt)] + more {
            body += "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        let name = file == nil ? "" : "../../photo.jpg"
        let head = "name=\"file\"; filename=\"\(name)\"\r\nContent-Type: image/jpeg"
        body += "--edge\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8
        body += (file ?? []) + Array("\r\n--edge--\r\n".utf8)
        let wire = try await served.wire()
        let cookie = session.map { "Cookie: __Host-session=\($0.encoded)\r\n" } ?? ""
        try await wire.send(
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n\(cookie)"
                + "Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: \(body.count)\r\n\r\n")
        try await wire.send(bytes: body)
        let reply = await wire.reply(to: "POST")
        try? await wire.close()
        return try #require(reply)
    }
}
