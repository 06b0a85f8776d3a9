/// A description of the way to a gate, such as “by the fountain”. When another gate refuses a ticket that is valid at
/// this gate, the other gate shows the description.
public struct GateLandmark: Hashable, Sendable {
    /// The maximum number of Unicode scalars of a description. A longer text does not fit on a phone beside the other
    /// texts of a verdict.
    public static let longest = 80

    /// The name of the gate. Case and accents do not matter when names are compared.
    public let gate: String
    /// The description, such as “by the fountain”.
    public let text: String

    public init(gate: String, text: String) {
        self.gate = gate
        self.text = text
    }
}
