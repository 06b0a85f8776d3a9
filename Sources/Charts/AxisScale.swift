/// A value axis from 0 to a round number, with marks at round numbers.
public struct AxisScale: Sendable {
    /// The distance between two marks: 1, 2, 2.5 or 5 times a power of ten.
    let step: Double
    /// The end of the axis. It is a multiple of the step, and at least the largest value.
    public let top: Double

    /// Makes an axis from 0 to at least `largest`.
    ///
    /// - Parameters:
    ///   - largest: The largest value. If it is not positive and the values are integers, the axis ends at 1.
    ///   - integers: Whether the values are integers. If so, all marks are at integers.
    ///   - marks: The approximate number of marks above 0.
    public init(upTo largest: Double, integers: Bool, marks: Int = 5) {
        let wanted = max(largest, integers ? 1 : .leastNormalMagnitude) / Double(marks)
        var power = 1.0
        while power * 10 <= wanted { power *= 10 }
        while power > wanted, !(integers && power == 1) { power /= 10 }
        let steps = [1, 2, 2.5, 5, 10].map { $0 * power }.filter { !integers || $0.isInteger }
        step = steps.first { $0 >= wanted * (1 - 1e-9) } ?? power * 10
        top = max((largest / step - 1e-9).rounded(.up), 1) * step
    }

    var marks: [Double] { (0...Int(top / step + 0.5)).map { Double($0) * step } }

    /// The position of a value on the axis, from 0 to 1.
    public func fraction(_ value: Double) -> Double { min(max(value / top, 0), 1) }
}

/// Formats numbers in charts, such as `1,250` or `12.5`.
public enum NumberText {
    /// Formats a number with at most two decimals and no trailing zeros.
    public static func of(_ number: Double) -> String {
        guard number.magnitude < 1e15 else { return "\(number)" }
        let hundredths = Int64((number.magnitude * 100).rounded())
        let (integer, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
        return (number < 0 && hundredths > 0 ? "-" : "") + grouped(integer) + fraction
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
