/// Where a venue is: degrees in millionths, about a hand's width.
public struct Position: Hashable, Sendable, CustomStringConvertible {
    public let latitude: Int
    public let longitude: Int

    /// - Parameters:
    ///   - latitude: millionths of a degree, north is positive.
    ///   - longitude: millionths of a degree, east is positive.
    public init(latitude: Int, longitude: Int) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `0.0512,32.4637`. Nil for anything else, and for what is not on Earth.
    public init?(_ text: String) {
        let parts = text.split(separator: ",").compactMap { Position.millionths($0.filter { $0 != " " }) }
        guard parts.count == 2, text.filter({ $0 == "," }).count == 1 else { return nil }
        self.init(latitude: parts[0], longitude: parts[1])
        guard isOnEarth else { return nil }
    }

    public var isOnEarth: Bool { abs(latitude) <= 90_000_000 && abs(longitude) <= 180_000_000 }

    public var description: String { "\(Position.degrees(latitude)),\(Position.degrees(longitude))" }

    private static func millionths(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /(-?)(\d{1,3})(?:\.(\d{1,6}))?/), let whole = Int(match.2) else {
            return nil
        }
        let digits = match.3.map(String.init) ?? ""
        guard let fraction = Int(digits + String(repeating: "0", count: 6 - digits.count)) else { return nil }
        return (match.1 == "-" ? -1 : 1) * (whole * 1_000_000 + fraction)
    }

    private static func degrees(_ millionths: Int) -> String {
        let fraction = String(abs(millionths) % 1_000_000)
        let padded = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
        return "\(millionths < 0 ? "-" : "")\(abs(millionths) / 1_000_000).\(padded)"
    }
}
