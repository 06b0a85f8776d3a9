import EventFixture
import Foundation
import Store
import Testing
import Ticketing

@testable import Management

@Suite("Posters and logos of events", .everyEngine)
struct PictureServiceTests {
    @Test("A new poster replaces the earlier poster, whose files are no longer served; the logo stays")
    func replaced() throws {
        let festival = try Festival()
        let (pictures, event) = (festival.services.pictures, festival.event)
        let first = try pictures.setPicture(anyPicture("first"), as: .poster, showing: "Fireworks", of: event)
        let logo = try pictures.setPicture(anyPicture("logo"), as: .logo, showing: "", of: event)
        #expect(try pictures.pictures(of: event) == [logo, first])
        let second = try pictures.setPicture(anyPicture("second"), as: .poster, showing: "Dancers", of: event)
        #expect(second.id != first.id)
        #expect(try pictures.pictures(of: event) == [logo, second])
        let storefront = try festival.storefront()
        for variant in PictureVariant.all {
            #expect(try storefront.pictureFile(variant, of: first.id) == nil)
            let file = try #require(try storefront.pictureFile(variant, of: second.id))
            #expect(file.bytes == Array("second \(variant.name)".utf8) && file.isPublic)
        }
    }

    @Test("The description of a picture can be changed, and the files of a removed picture are no longer served")
    func removed() throws {
        let festival = try Festival()
        let (pictures, event) = (festival.services.pictures, festival.event)
        #expect(throws: PictureError.noPicture(.logo)) { try pictures.describePicture(.logo, as: "x", of: event) }
        #expect(throws: PictureError.noPicture(.logo)) { try pictures.removePicture(.logo, of: event) }
        let logo = try pictures.setPicture(anyPicture(), as: .logo, showing: "", of: event)
        let described = try pictures.describePicture(.logo, as: "Nile Nights", of: event)
        #expect(described.id == logo.id && described.alternativeText == "Nile Nights")
        #expect(throws: ManagementError.self) {
            try pictures.describePicture(.logo, as: String(repeating: "x", count: 251), of: event)
        }
        try pictures.removePicture(.logo, of: event)
        #expect(try pictures.pictures(of: event).isEmpty)
        let small = try #require(PictureVariant(width: .small, format: .jpeg))
        #expect(try festival.storefront().pictureFile(small, of: logo.id) == nil)
    }

    @Test("An organizer has one picture, which the owner of another organizer cannot set, describe or remove")
    func organizer() throws {
        let festival = try Festival()
        let organizer = try festival.organizer()
        let pictures = festival.services.pictures
        #expect(throws: PictureError.noPicture(.organizer)) { try pictures.removePicture(of: organizer) }
        let first = try pictures.setPicture(anyPicture("first"), showing: "Nile", of: organizer)
        let second = try pictures.setPicture(anyPicture("second"), showing: "", of: organizer)
        #expect(try pictures.picture(of: organizer) == second)
        // The picture of the organizer is not a picture of one of its events.
        #expect(try pictures.pictures(of: festival.event).isEmpty)
        let stranger = try festival.services(ofStranger: "Stranger")
        let elsewhere = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let unknown = ManagementError.unknownOrganizer("\(organizer.number)", known: [])
        #expect(throws: unknown) { try stranger.pictures.setPicture(anyPicture(), showing: "", of: organizer) }
        #expect(throws: unknown) { try stranger.pictures.describePicture(of: organizer, as: "x") }
        #expect(throws: unknown) { try stranger.pictures.removePicture(of: organizer) }
        #expect(try stranger.pictures.picture(of: elsewhere) == nil)
        let storefront = try festival.storefront()
        #expect(try storefront.organizer(named: organizer.slug)?.picture == second)
        let variant = PictureVariant.all[0]
        #expect(try storefront.pictureFile(variant, of: first.id) == nil)
        #expect(try storefront.pictureFile(variant, of: second.id)?.isPublic == true)
        try pictures.removePicture(of: organizer)
        #expect(try storefront.organizer(named: organizer.slug)?.picture == nil)
        #expect(try storefront.pictureFile(variant, of: second.id) == nil)
    }

    @Test("Members get the posters of their events; other people get only the posters of published public events")
    func posters() throws {
        let festival = try Festival()
        let (pictures, draft) = (festival.services.pictures, try festival.draft())
        let shown = try pictures.setPicture(anyPicture(), as: .poster, showing: "", of: festival.event)
        let hidden = try pictures.setPicture(anyPicture(), as: .poster, showing: "", of: draft)
        _ = try pictures.setPicture(anyPicture(), as: .logo, showing: "", of: festival.event)
        _ = try pictures.setGatePicture(anyPicture(), of: "South", showing: "", at: festival.event)
        let events = [festival.event, draft, try festival.draft()]
        #expect(try pictures.posters(of: events) == [festival.event.number: shown, draft.number: hidden])
        let stranger = try festival.services(ofStranger: "Stranger")
        #expect(try stranger.pictures.posters(of: events) == [festival.event.number: shown])
        #expect(try pictures.posters(of: []).isEmpty)
    }

    @Test("Each gate has at most one picture; names that differ only in case or accents mean the same gate")
    func gates() throws {
        let festival = try Festival()
        let (pictures, event) = (festival.services.pictures, festival.event)
        let first = try pictures.setGatePicture(anyPicture("first"), of: "Entrée", showing: "", at: event)
        let south = try pictures.setGatePicture(anyPicture("south"), of: "South", showing: "A fountain", at: event)
        let second = try pictures.setGatePicture(anyPicture("second"), of: "ENTREE", showing: "", at: event)
        #expect(try pictures.gatePictures(of: event) == [second, south])
        #expect(try pictures.pictures(of: event).isEmpty)
        let gates = try festival.services.gates.gates(of: event)
        #expect(gates.map(\.name) == ["ENTREE", "South"] && gates.map(\.picture) == [second, south])
        let storefront = try festival.storefront()
        #expect(try storefront.pictureFile(PictureVariant.all[0], of: first.id) == nil)
        // The pages of gates are not public.
        #expect(try storefront.pictureFile(PictureVariant.all[0], of: south.id)?.isPublic == false)
        #expect(try pictures.describeGatePicture(of: "south", as: "The lake", at: event).id == south.id)
        try pictures.removeGatePicture(of: "south", at: event)
        #expect(throws: PictureError.noPicture(.gate)) { try pictures.removeGatePicture(of: "South", at: event) }
        let error = try #require(throws: ManagementError.self) {
            try pictures.setGatePicture(anyPicture(), of: " ", showing: "", at: event)
        }
        guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
        #expect(faults.map(\.field) == ["gate"])
        #expect(try pictures.gatePictures(of: event) == [second])
    }

    @Test("With SQLite, pictures are files in a folder that only the owner can read; with PostgreSQL, no files exist")
    func places() throws {
        let festival = try Festival()
        let picture = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "", of: festival.event)
        let folder = (festival.store.path as NSString).deletingLastPathComponent + "/pictures"
        let own = "\(folder)/\(picture.id)"
        guard festival.store.path.hasPrefix("/") else {
            #expect(!FileManager.default.fileExists(atPath: own))
            return
        }
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700 && mode(own) == 0o700)
        let names = try FileManager.default.contentsOfDirectory(atPath: own)
        #expect(names.sorted() == PictureVariant.all.map(\.name).sorted())
        for name in names { #expect(try mode("\(own)/\(name)") == 0o600) }
        try festival.services.pictures.removePicture(.poster, of: festival.event)
        #expect(!FileManager.default.fileExists(atPath: own))
    }

    @Test("If a new picture is refused, the earlier picture stays, and no files of the new picture remain")
    func refused() throws {
        let festival = try Festival()
        let picture = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "", of: festival.event)
        _ = try festival.services.events.deleteEvent(festival.event)
        #expect(throws: ManagementError.alreadyDeleted) {
            try festival.services.pictures.setPicture(
                anyPicture("second"), as: .poster, showing: "", of: festival.event)
        }
        let small = try #require(PictureVariant(width: .small, format: .webp))
        #expect(try festival.storefront().pictureFile(small, of: picture.id) != nil)
        guard festival.store.path.hasPrefix("/") else { return }
        let folder = (festival.store.path as NSString).deletingLastPathComponent + "/pictures"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(picture.id)"])
    }

    @Test("The accent colour of an event can be changed and removed; saving the same colour again records nothing")
    func accent() throws {
        let festival = try Festival()
        let (pictures, event) = (festival.services.pictures, festival.event)
        #expect(try pictures.accent(of: event) == nil)
        let (orange, blue) = (try #require(Colour("#ff7a00")), try #require(Colour("#2f6690")))
        try pictures.setAccent(orange, of: event)
        try pictures.setAccent(blue, of: event)
        try pictures.setAccent(blue, of: event)
        #expect(try pictures.accent(of: event) == blue)
        #expect(try festival.storefront().accent(of: event.number) == blue)
        try pictures.setAccent(nil, of: event)
        #expect(try pictures.accent(of: event) == nil)
        var changes: [AuditRecord] = []
        try festival.services.audit.forEachChange(of: festival.organizer()) {
            if $0.action == "setAccent" { changes.append($0) }
        }
        #expect(changes.map { $0.before["accent"] } == [nil, "#ff7a00", "#2f6690"])
        #expect(changes.map { $0.after["accent"] } == ["#ff7a00", "#2f6690", nil])
    }
}
