public import Ticketing

extension StoreConnection {
    public var gateLandmarks: GateLandmarks { GateLandmarks(connection: self) }
}

/// The landmarks of gates. An event has at most one landmark for each gate.
public struct GateLandmarks {
    let connection: any StoreConnection

    /// All landmarks of an event, sorted by the name of the gate, without case and accents.
    public func all(of event: EventNumber) throws -> [GateLandmark] {
        try connection.all(
            "SELECT gate, landmark FROM gate_landmark WHERE event = $1 ORDER BY folded_gate", [.int(event.rawValue)]
        ) { GateLandmark(gate: $0.text(0), text: $0.text(1)) }
    }

    /// The landmark of a gate; nil if the gate has none.
    ///
    /// - Parameter gate: the gate's name. Case and accents do not matter.
    public func with(gate: String, of event: EventNumber) throws -> GateLandmark? {
        try connection.first(
            "SELECT gate, landmark FROM gate_landmark WHERE event = $1 AND folded_gate = $2",
            [.int(event.rawValue), .text(gate.folded)]
        ) { GateLandmark(gate: $0.text(0), text: $0.text(1)) }
    }

    /// Stores the landmark of a gate, and replaces an earlier landmark of this gate.
    public func set(_ landmark: GateLandmark, of event: EventNumber) throws {
        try connection.execute(
            """
            INSERT INTO gate_landmark (event, folded_gate, gate, landmark) VALUES ($1, $2, $3, $4)
            ON CONFLICT (event, folded_gate) DO UPDATE SET gate = excluded.gate, landmark = excluded.landmark
            """,
            [.int(event.rawValue), .text(landmark.gate.folded), .text(landmark.gate), .text(landmark.text)])
    }

    /// Removes the landmark of a gate. Does nothing if the gate has none.
    public func remove(gate: String, of event: EventNumber) throws {
        try connection.execute(
            "DELETE FROM gate_landmark WHERE event = $1 AND folded_gate = $2",
            [.int(event.rawValue), .text(gate.folded)])
    }
}
