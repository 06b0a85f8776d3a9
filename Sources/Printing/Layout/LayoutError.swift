/// Why a layout can't be used, or a ticket not printed with it.
public enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong in the file, and where: `front[2].width`.
    case faulty([Fault])
    /// A symbol of so many modules, quiet zone included, needs a larger box, in millimetres.
    case symbolTooSmall(modules: Int, dpi: Double, needed: Double)

    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        public let place: String
        public let what: String

        public var description: String { place.isEmpty ? what : "\(place): \(what)" }
    }

    public var description: String {
        switch self {
        case .faulty(let faults): faults.map(\.description).joined(separator: "; ")
        case .symbolTooSmall(let modules, let dpi, let needed):
            "the box of the symbol is too small: \(modules) modules need \(LengthText.of(needed)) mm at \(LengthText.of(dpi)) dpi to be scanned"
        }
    }
}

/// Lengths as people write them: as many decimals as they need, two at most.
enum LengthText {
    static func of(_ length: Double) -> String {
        let hundredths = (abs(length) * 100).rounded(.up)
        // A file may say anything: beyond this, lengths are no lengths.
        guard hundredths < 1e15 else { return "\(length)" }
        let (whole, rest) = Int(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = length < 0 && hundredths > 0 ? "-" : ""
        return rest == 0
            ? "\(sign)\(whole)"
            : rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
