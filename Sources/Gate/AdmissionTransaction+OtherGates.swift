import Store
import Ticketing

/// The directions to the gates that accept a ticket, for staff at a gate that does not accept it.
extension AdmissionTransaction {
    /// The landmarks of the gates that accept the ticket type, by the gates' names. Empty if this gate accepts the
    /// type, so that no query delays the scan.
    func landmarks(of type: TicketType?, _ connection: any StoreConnection) throws -> [String: String] {
        try ofOtherGates(of: type) { try connection.gateLandmarks.all(of: event.number).map { ($0.gate, $0.text) } }
    }

    /// The pictures of the gates that accept the ticket type, by the gates' names. Empty if this gate accepts the type.
    func gatePictures(of type: TicketType?, _ connection: any StoreConnection) throws -> [String: StoredPicture] {
        try ofOtherGates(of: type) {
            try connection.pictures.ofGates(of: event.number).compactMap { picture in
                picture.subject.gate.map { ($0, picture) }
            }
        }
    }

    /// The values of the gates that accept the ticket type, by the gates' names as written in the ticket type. Empty if
    /// this gate accepts the type; `values` is then not called.
    ///
    /// - Parameter values: returns pairs of a gate's name and a value. Case and accents in these names do not matter.
    private func ofOtherGates<Value>(
        of type: TicketType?, _ values: () throws -> [(String, Value)]
    ) rethrows -> [String: Value] {
        guard let type, !type.isAccepted(at: gate) else { return [:] }
        let known = Dictionary(try values().map { ($0.0.folded, $0.1) }) { first, _ in first }
        return Dictionary(type.gates.compactMap { name in known[name.folded].map { (name, $0) } }) { first, _ in first }
    }
}
