import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("The migration that allows pictures of organizers and gates", .everyEngine)
struct PictureMigrationTests {
    /// Makes a store of the version before the migration, with one event that has a poster.
    private static func makeOlderStore(at address: StoreAddress, withPicture id: PictureID) throws {
        let earlier = Migration.all.prefix { $0.number < Migration.m0053PictureSubjects.number }
        let older = try Store.open(address, creating: true, SchemaHistory(migrations: Array(earlier)))
        try older.write { connection in
            for statement in [
                "INSERT INTO organizer (number, name, slug, created) VALUES (1, 'Nile', 'nile', 5)",
                """
                INSERT INTO event (number, organizer, slug, suite, created, status, title, kind, category, time_zone)
                VALUES (1, 1, 'fair', 1, 5, 'published', 'Fair', 'public', 'other', 'UTC')
                """,
            ] { try connection.execute(statement, []) }
            try connection.execute(
                """
                INSERT INTO picture (id, event, role, width, height, colour, alternative_text, created)
                VALUES ($1, 1, 'poster', 900, 1125, 0, 'Fireworks', 5)
                """, [.blob(id.bytes)])
            try connection.execute(
                "INSERT INTO picture_data (picture, variant, data) VALUES ($1, '640.jpg', $2)",
                [.blob(id.bytes), .blob([1, 2, 3])])
        }
    }

    @Test("Existing pictures of events stay, with their files; afterwards, organizers and gates can have pictures")
    func pictures() throws {
        let folder = try TemporaryFolder()
        let address: StoreAddress =
            switch EngineKind.current {
            case .sqlite: .sqlite(path: folder("store.sqlite"))
            case .postgreSQL: .postgreSQL(try PostgreSQLAddress(url: PostgreSQLServer.shared().newStore()))
            }
        let id = try #require(PictureID(bytes: [UInt8](repeating: 7, count: 16)))
        try Self.makeOlderStore(at: address, withPicture: id)
        let store = try Store.open(address, creating: true)
        let event = try #require(EventNumber(rawValue: 1))
        let organizer = try #require(OrganizerNumber(rawValue: 1))
        let file = try #require(PictureVariant(name: "640.jpg"))
        try store.write { connection throws in
            let poster = StoredPicture(
                id: id, subject: .event(event), role: .poster, width: 900, height: 1125, colour: 0,
                alternativeText: "Fireworks", created: Instant(milliseconds: 5))
            #expect(try connection.pictures.all(of: event) == [poster])
            #expect(try connection.pictures.file(file, of: id) == [1, 2, 3])
            let subjects: [(PictureSubject, PictureRole)] = [
                (.organizer(organizer), .organizer), (.gate("South", of: event), .gate),
                (.gate("Entrée", of: event), .gate),
            ]
            for (number, (subject, role)) in subjects.enumerated() {
                let own = try #require(PictureID(bytes: [UInt8](repeating: UInt8(number), count: 16)))
                let picture = StoredPicture(
                    id: own, subject: subject, role: role, width: 400, height: 400, colour: 0, alternativeText: "",
                    created: Instant(milliseconds: 6))
                try connection.pictures.add(picture)
                #expect(try connection.pictures.with(role: role, of: subject) == picture)
            }
            #expect(try connection.pictures.ofGates(of: event).compactMap(\.subject.gate) == ["Entrée", "South"])
            #expect(try connection.pictures.all(of: event) == [poster])
        }
        // The store refuses a second picture with the same role.
        let other = try #require(PictureID(bytes: [UInt8](repeating: 9, count: 16)))
        for subject in [PictureSubject.organizer(organizer), .gate("SOUTH", of: event)] {
            let role = subject.gate == nil ? PictureRole.organizer : .gate
            let second = StoredPicture(
                id: other, subject: subject, role: role, width: 400, height: 400, colour: 0, alternativeText: "",
                created: Instant(milliseconds: 7))
            #expect(throws: StoreError.self) { try store.write { try $0.pictures.add(second) } }
        }
    }
}
