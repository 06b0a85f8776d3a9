package import Management
package import Ticketing

/// Landmarks and gates as JSON.
package enum GateLandmarkJSON {
    package static func json(_ landmark: GateLandmark) -> JSON {
        .object([("gate", .string(landmark.gate)), ("landmark", .string(landmark.text))])
    }

    package static func json(_ gate: EventGate) -> JSON {
        .object([
            ("gate", .string(gate.name)), ("landmark", .optional(gate.landmark)), ("inside", .int(gate.inside)),
            ("phones", .int(gate.phones)),
        ])
    }

    /// The result of removing a gate's landmark.
    package static func removed(_ gate: String) -> JSON {
        .object([("gate", .string(gate)), ("removed", .bool(true))])
    }
}
