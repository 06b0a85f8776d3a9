/// A fault in a layout file, or a symbol whose box is too small.
public enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults in the file, each with its location, such as `front[2].width`.
    case invalid([Fault])
    /// The symbol's box is too small. `modules` includes the quiet zone; `needed` is the required side in millimetres.
    case symbolTooSmall(modules: Int, dpi: Double, needed: Double)

    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let path: String
        public let message: String

        public var description: String { path.isEmpty ? message : "\(path): \(message)" }
    }

    public var description: String {
        switch self {
        case .invalid(let faults): faults.map(\.description).joined(separator: "; ")
        case .symbolTooSmall(let modules, let dpi, let needed):
            "the box of the symbol is too small: \(modules) modules need \(LengthText.of(needed)) mm at \(LengthText.of(dpi)) dpi to be scanned"
        }
    }
}

/// Formats lengths with at most two decimals and no trailing zeros.
enum LengthText {
    static func of(_ length: Double) -> String {
        let hundredths = (abs(length) * 100).rounded(.up)
        // A layout file can contain numbers that would overflow `Int`.
        guard hundredths < 1e15 else { return "\(length)" }
        let (integer, rest) = Int(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = length < 0 && hundredths > 0 ? "-" : ""
        return rest == 0
            ? "\(sign)\(integer)"
            : rest % 10 == 0 ? "\(sign)\(integer).\(rest / 10)" : "\(sign)\(integer).\(rest < 10 ? "0" : "")\(rest)"
    }
}
