import Ticketing

/// Where somebody stands and scans, as a page's address or a form says it.
struct GateLane: Sendable {
    let gate: String
    /// Nil at an event without functions.
    let function: Int?
    let direction: Direction

    /// - Parameter fields: `gate`, `function` (a number, or empty), `direction` (`entry` without it).
    /// - Throws: `Problem` 400 for what no page of ours asks for.
    init(_ fields: FormFields) throws {
        gate = try fields.one("gate") ?? ""
        if let fault = NameFault.of(gate) { throw Problem(.badRequest, "The gate’s name: \(fault).") }
        function = try fields.one("function").flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard let number = Int(text), number > 0 else { throw Problem(.badRequest, "A function is a number.") }
            return number
        }
        let direction = try fields.one("direction") ?? Direction.entry.rawValue
        guard let direction = Direction(rawValue: direction) else {
            throw Problem(.badRequest, "The direction is entry or exit.")
        }
        self.direction = direction
    }

    /// The address of its page, at an event.
    func address(at event: Event) -> String {
        let function = function.map { "&function=\($0)" } ?? ""
        return "/gate/\(event.slug)?gate=\(FormFields.encode(gate))\(function)&direction=\(direction.rawValue)"
    }
}
