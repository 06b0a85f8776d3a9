/// A table as the engine's catalog knows it.
struct TableShape: Equatable {
    struct Column: Equatable {
        enum Kind { case integer, text, blob }

        let name: String
        let kind: Kind
    }

    let name: String
    let columns: [Column]
    /// The primary key's columns, in its order.
    let key: [String]

    /// Every table of the schema but the migrations', those that others refer to first. A test compares this list with
    /// the catalogs.
    static let all = [
        "person", "organizer", "membership", "event", "ticket_type", "ticket", "issuer_key", "device", "record",
        "place",
        "scan_counter",
    ]
}
