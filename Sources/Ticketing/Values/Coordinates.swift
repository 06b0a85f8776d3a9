/// The coordinates of a venue, in millionths of a degree. One millionth is about 11 cm.
public struct Coordinates: Hashable, Sendable, CustomStringConvertible {
    public let latitude: Int
    public let longitude: Int

    /// Makes coordinates, without checking their range.
    ///
    /// - Parameters:
    ///   - latitude: the latitude in millionths of a degree; positive in the north.
    ///   - longitude: the longitude in millionths of a degree; positive in the east.
    public init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// A regular expression (ECMA-262) that matches exactly the texts that `init(_:)` accepts.
    public static let pattern =
        #"^(-?(0{0,2}[0-9]|0?[1-8][0-9])(\.[0-9]{1,6})?|-?0?90(\.0{1,6})?), ?"#
        + #"(-?(0{0,2}[0-9]|0?[1-9][0-9]|1[0-7][0-9])(\.[0-9]{1,6})?|-?180(\.0{1,6})?)$"#

    /// Parses `0.0512,32.4637`. One space after the comma is allowed. Nil if the text is malformed or a coordinate is
    /// out of range.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Coordinates.millionths(parts[0]),
            let longitude = Coordinates.millionths(parts[1].first == " " ? parts[1].dropFirst() : parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isOnEarth else { return nil }
    }

    public var isOnEarth: Bool { abs(latitude) <= 90_000_000 && abs(longitude) <= 180_000_000 }

    public var description: String { "\(Coordinates.degrees(latitude)),\(Coordinates.degrees(longitude))" }

    private static func millionths(_ text: Substring) -> Int? {
        guard let match = text.wholeMatch(of: /(-?)([0-9]{1,3})(?:\.([0-9]{1,6}))?/), let degrees = Int(match.2) else {
            return nil
        }
        let digits = match.3.map(String.init) ?? ""
        guard let fraction = Int(digits + String(repeating: "0", count: 6 - digits.count)) else { return nil }
        return (match.1 == "-" ? -1 : 1) * (degrees * 1_000_000 + fraction)
    }

    private static func degrees(_ millionths: Int) -> String {
        let fraction = String(abs(millionths) % 1_000_000)
        let padded = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
        return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(padded)"
    }
}
