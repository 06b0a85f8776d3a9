import Foundation
import Languages

/// An opaque colour in the colour space sRGB.
public struct Colour: Hashable, Sendable, CustomStringConvertible {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A regular expression (ECMA-262) that matches exactly the texts that `init(_:)` accepts.
    public static let pattern = "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"

    /// Parses `#RGB` or `#RRGGBB`, with a hexadecimal digit for each letter. Nil for any other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "#"), [4, 7].contains(bytes.count) else { return nil }
        var digits = bytes.dropFirst().map(HexadecimalText.value)
        guard digits.allSatisfy({ $0 < 16 }) else { return nil }
        // Three digits are short for six: #F80 is #FF8800.
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        self.init(
            red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
    }

    /// The colour as `#rrggbb`, in lower case.
    public var description: String { "#\(HexadecimalText.text([red, green, blue]))" }

    /// The relative luminance (WCAG 2.2), from 0 (black) to 1 (white).
    public var luminance: Double {
        0.2126 * Colour.linear[Int(red)] + 0.7152 * Colour.linear[Int(green)] + 0.0722 * Colour.linear[Int(blue)]
    }

    /// The contrast ratio of two colours (WCAG 2.2), from 1 (equal) to 21 (black and white).
    public func contrast(with other: Colour) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// This colour, mixed with black.
    ///
    /// - Parameter part: the share of this colour, from 0 (the result is black) to 255 (the result is this colour).
    func darkened(to part: Int) -> Colour { mixed(with: 0, part) }

    /// This colour, mixed with white.
    ///
    /// - Parameter part: the share of this colour, from 0 (the result is white) to 255 (the result is this colour).
    func lightened(to part: Int) -> Colour { mixed(with: 255, part) }

    private func mixed(with channel: Int, _ part: Int) -> Colour {
        func mix(_ own: UInt8) -> UInt8 { UInt8((Int(own) * part + channel * (255 - part) + 127) / 255) }
        return Colour(red: mix(red), green: mix(green), blue: mix(blue))
    }

    /// The linear intensity of each value of a channel (WCAG 2.2, relative luminance), from 0 to 1.
    private static let linear: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
