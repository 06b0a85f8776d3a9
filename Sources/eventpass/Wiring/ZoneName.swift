import Foundation

/// IANA time zones by name.
enum ZoneName {
    /// - Throws: `Failure` for what is none.
    static func zone(_ name: String) throws -> TimeZone {
        // Foundation's list leaves out UTC and Etc/, which servers are set to.
        guard let zone = TimeZone(identifier: name),
            TimeZone.knownTimeZoneIdentifiers.contains(name) || ["UTC", "GMT"].contains(name) || name.hasPrefix("Etc/")
        else {
            throw Failure(.usage, "“\(name)” is no IANA time zone", hint: "write Africa/Kampala, Europe/Paris, UTC …")
        }
        return zone
    }
}
