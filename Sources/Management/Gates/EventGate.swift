public import Ticketing

/// A gate of an event. The store has no table of gates: the gates of an event are the names that ticket types,
/// landmarks, pictures, phones and admissions use.
public struct EventGate: Hashable, Sendable {
    /// The name. Two names that differ only in case or accents are names of the same gate.
    public let name: String
    /// The description of the way to the gate; nil if the gate has no landmark.
    public let landmark: String?
    /// The picture of the gate; nil if the gate has no picture.
    public let picture: StoredPicture?
    /// The number of people inside whose latest entry was at this gate. At an event with sub-events, a person who is
    /// inside at two of them counts twice.
    public let inside: Int
    /// The number of paired phones that are in use at this gate.
    public let phones: Int
}
