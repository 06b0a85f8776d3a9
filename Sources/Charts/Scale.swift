/// An axis from 0 to a round number, with marks at round numbers.
public struct Scale: Sendable {
    /// The distance of two marks: 1, 2, 2.5 or 5 times a power of ten.
    let step: Double
    /// A multiple of the step, at least the largest value.
    public let top: Double

    /// - Parameters:
    ///   - largest: the largest value; an axis of nothing goes to 1.
    ///   - whole: whether the values are integers, and no mark may stand between two of them.
    ///   - marks: about how many marks there may be above 0.
    public init(upTo largest: Double, whole: Bool, marks: Int = 5) {
        let wanted = max(largest, whole ? 1 : .leastNormalMagnitude) / Double(marks)
        var power = 1.0
        while power * 10 <= wanted { power *= 10 }
        while power > wanted, !(whole && power == 1) { power /= 10 }
        let steps = [1, 2, 2.5, 5, 10].map { $0 * power }.filter { !whole || $0.isWhole }
        step = steps.first { $0 >= wanted * (1 - 1e-9) } ?? power * 10
        top = max((largest / step - 1e-9).rounded(.up), 1) * step
    }

    var marks: [Double] { (0...Int(top / step + 0.5)).map { Double($0) * step } }

    /// The share of the axis that a value takes, 0 to 1.
    public func share(_ value: Double) -> Double { min(max(value / top, 0), 1) }
}

/// Numbers as charts write them: `1,250`, `12.5`.
public enum NumberText {
    /// With as many decimals as the number needs, two at most.
    public static func of(_ number: Double) -> String {
        guard number.magnitude < 1e15 else { return "\(number)" }
        let hundredths = Int64((number.magnitude * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (number < 0 && hundredths > 0 ? "-" : "") + grouped(whole) + fraction
    }

    private static func grouped(_ number: Int64) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
