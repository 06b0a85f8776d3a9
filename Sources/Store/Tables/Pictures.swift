public import Ticketing

extension StoreConnection {
    public var pictures: Pictures { Pictures(connection: self) }
}

/// The pictures of events, gates and organizers, without their files. `PictureStore` has the files.
public struct Pictures {
    let connection: any StoreConnection

    private static let columns = "id, event, organizer, gate, role, width, height, colour, alternative_text, created"

    /// The pictures of an event, without the pictures of its gates, sorted by role.
    public func all(of event: EventNumber) throws -> [StoredPicture] {
        try connection.all(
            "SELECT \(Pictures.columns) FROM picture WHERE event = $1 AND role <> $2 ORDER BY role",
            [.int(event.rawValue), .text(PictureRole.gate.rawValue)], Pictures.picture)
    }

    /// The pictures of the gates of an event, sorted by the name of the gate, without case and accents.
    public func ofGates(of event: EventNumber) throws -> [StoredPicture] {
        try connection.all(
            "SELECT \(Pictures.columns) FROM picture WHERE event = $1 AND role = $2 ORDER BY folded_gate",
            [.int(event.rawValue), .text(PictureRole.gate.rawValue)], Pictures.picture)
    }

    /// An event's picture with the given role; nil if the event has none.
    public func with(role: PictureRole, of event: EventNumber) throws -> StoredPicture? {
        try with(role: role, of: .event(event))
    }

    /// The picture with the given role that belongs to the event, gate or organizer; nil if it has no such picture.
    public func with(role: PictureRole, of subject: PictureSubject) throws -> StoredPicture? {
        let condition = subject.event == nil ? "organizer = $1" : "event = $1"
        return try connection.first(
            "SELECT \(Pictures.columns) FROM picture WHERE \(condition) AND role = $2 AND folded_gate = $3",
            [Pictures.number(of: subject), .text(role.rawValue), .text(Pictures.foldedGate(of: subject))],
            Pictures.picture)
    }

    /// For each of several events, the picture with the given role. Events without this picture are left out.
    ///
    /// - Parameter events: at most a few hundred events.
    public func with(role: PictureRole, of events: [EventNumber]) throws -> [EventNumber: StoredPicture] {
        guard !events.isEmpty else { return [:] }
        let places = events.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        let found = try connection.all(
            "SELECT \(Pictures.columns) FROM picture WHERE role = $1 AND event IN (\(places))",
            [.text(role.rawValue)] + events.map { .int($0.rawValue) }, Pictures.picture)
        return Dictionary(found.compactMap { picture in picture.subject.event.map { ($0, picture) } }) { first, _ in
            first
        }
    }

    /// The picture with the given id; nil if the picture does not exist.
    public func with(id: PictureID) throws -> StoredPicture? {
        try connection.first(
            "SELECT \(Pictures.columns) FROM picture WHERE id = $1", [.blob(id.bytes)], Pictures.picture)
    }

    func ids() throws -> [PictureID] {
        try connection.all("SELECT id FROM picture ORDER BY id", []) { try Pictures.id($0) }
    }

    public func add(_ picture: StoredPicture) throws {
        try connection.execute(
            """
            INSERT INTO picture (\(Pictures.columns), folded_gate)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                .blob(picture.id.bytes), .optional(picture.subject.event?.rawValue),
                .optional(picture.subject.organizer?.rawValue), .optional(picture.subject.gate),
                .text(picture.role.rawValue), .int(picture.width), .int(picture.height), .int(picture.colour),
                .text(picture.alternativeText), .instant(picture.created),
                .text(Pictures.foldedGate(of: picture.subject)),
            ])
    }

    /// Changes the alternative text of a picture. Does nothing if there is no such picture.
    public func setAlternativeText(_ text: String, of id: PictureID) throws {
        try connection.execute(
            "UPDATE picture SET alternative_text = $1 WHERE id = $2", [.text(text), .blob(id.bytes)])
    }

    /// Removes a picture, and its files if the database contains them. Does nothing if there is no such picture.
    public func remove(_ id: PictureID) throws {
        try connection.execute("DELETE FROM picture_data WHERE picture = $1", [.blob(id.bytes)])
        try connection.execute("DELETE FROM picture WHERE id = $1", [.blob(id.bytes)])
    }

    /// The bytes of a file in the table `picture_data`; nil if the table has no such file.
    func file(_ variant: PictureVariant, of id: PictureID) throws -> [UInt8]? {
        try connection.first(
            "SELECT data FROM picture_data WHERE picture = $1 AND variant = $2",
            [.blob(id.bytes), .text(variant.name)]
        ) { $0.blob(0) }
    }

    func addFile(_ bytes: [UInt8], _ variant: PictureVariant, of id: PictureID) throws {
        try connection.execute(
            "INSERT INTO picture_data (picture, variant, data) VALUES ($1, $2, $3)",
            [.blob(id.bytes), .text(variant.name), .blob(bytes)])
    }

    private static func id(_ row: any SQLRow) throws -> PictureID {
        guard let id = PictureID(bytes: row.blob(0)) else {
            throw InvalidColumnValue(column: 0, value: "\(row.blob(0).count) bytes", kind: "PictureID")
        }
        return id
    }

    private static func picture(_ row: any SQLRow) throws -> StoredPicture {
        let role: PictureRole = try row.value(4)
        return StoredPicture(
            id: try id(row), subject: try subject(row, role), role: role, width: try row.count(5),
            height: try row.count(6), colour: try row.count(7), alternativeText: row.text(8),
            created: try row.instant(9))
    }

    private static func subject(_ row: any SQLRow, _ role: PictureRole) throws -> PictureSubject {
        switch role {
        case .poster, .logo: .event(try row.value(1))
        case .gate: .gate(row.text(3), of: try row.value(1))
        case .organizer: .organizer(try row.value(2))
        }
    }

    private static func number(of subject: PictureSubject) -> SQLValue {
        switch subject {
        case .event(let number), .gate(_, of: let number): .int(number.rawValue)
        case .organizer(let number): .int(number.rawValue)
        }
    }

    private static func foldedGate(of subject: PictureSubject) -> String { subject.gate?.folded ?? "" }
}
