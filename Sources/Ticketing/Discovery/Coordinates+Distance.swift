import Foundation

extension Coordinates {
    /// The mean radius of the earth, in kilometres.
    private static let radius = 6371.0

    /// The distance to another place along the surface of the earth, in kilometres.
    public func kilometres(to other: Coordinates) -> Double {
        func radians(_ millionths: Int) -> Double { Double(millionths) / 1e6 * .pi / 180 }
        let (latitude, otherLatitude) = (radians(self.latitude), radians(other.latitude))
        let north = sin((otherLatitude - latitude) / 2)
        let east = sin(radians(other.longitude - longitude) / 2)
        // Rounding can make the sum slightly larger than 1 for two opposite places.
        let haversine = min(1, north * north + cos(latitude) * cos(otherLatitude) * east * east)
        return 2 * Coordinates.radius * asin(haversine.squareRoot())
    }

    /// The ranges of latitudes and longitudes, in millionths of a degree, that contain all places within a distance.
    /// The range of longitudes is nil if it would cross the 180th meridian, or if the latitudes reach the last degree
    /// before a pole.
    ///
    /// - Parameter kilometres: the distance, at most 20,000.
    public func bounds(
        within kilometres: Int
    ) -> (latitudes: ClosedRange<Int>, longitudes: ClosedRange<Int>?) {
        // A degree of latitude is 111.2 km. Slightly less is used, so that the range is never too small.
        let height = Int(Double(kilometres) / 111 * 1e6)
        let latitudes = (latitude - height)...(latitude + height)
        let furthest = max(abs(latitudes.lowerBound), abs(latitudes.upperBound))
        guard furthest < 89_000_000 else { return (latitudes, nil) }
        let width = Int(Double(height) / cos(Double(furthest) / 1e6 * .pi / 180))
        guard abs(longitude) + width < 180_000_000 else { return (latitudes, nil) }
        return (latitudes, (longitude - width)...(longitude + width))
    }

    /// The middle of a city: the mean of the positions of its events; nil if no event has a position.
    ///
    /// - Parameter positions: a position for each event of the city; nil for an event without a position.
    public static func center(ofCityWithEventsAt positions: [Coordinates?]) -> Coordinates? {
        let places = positions.compactMap(\.self)
        guard !places.isEmpty else { return nil }
        return Coordinates(
            latitude: places.reduce(0) { $0 + $1.latitude } / places.count,
            longitude: places.reduce(0) { $0 + $1.longitude } / places.count)
    }
}
