import Ticketing
import WebHost

/// The gate, sub-event and direction that the URL of a page or a form selects.
struct ChosenGate: Sendable {
    let gate: String
    /// Sub-event number; nil at an event without sub-events.
    let subEvent: Int?
    let direction: Direction

    /// Reads the choice from the fields of a form, or from the parameters of a URL.
    ///
    /// - Parameter fields: `gate`, `sub_event` (a number or empty), `direction` (default `entry`).
    /// - Throws: `Problem` 400 for an invalid field.
    init(_ fields: FormFields) throws {
        gate = try fields.value("gate") ?? ""
        if let fault = TextFault.of(gate) {
            throw Problem(.badRequest, .chosenGateFault, ["fault": .sentence(fault.sentence)])
        }
        subEvent = try fields.value("sub_event").flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard let number = Int(text), number > 0 else {
                throw Problem(.badRequest, .chosenSubEventFault)
            }
            return number
        }
        let direction = try fields.value("direction") ?? Direction.entry.rawValue
        guard let direction = Direction(rawValue: direction) else {
            throw Problem(.badRequest, .chosenDirectionFault)
        }
        self.direction = direction
    }

    /// Whether a phone with this assignment may open the gate. A phone that was paired without a sub-event may choose
    /// any sub-event.
    func isAllowed(by assignment: GateAssignment) -> Bool {
        gate == assignment.gate && (assignment.subEvent == nil || assignment.subEvent == subEvent)
    }

    func address(at event: Event) -> String {
        let subEvent = subEvent.map { "&sub_event=\($0)" } ?? ""
        return "/gate/\(event.slug)?gate=\(FormFields.encode(gate))\(subEvent)&direction=\(direction.rawValue)"
    }
}
