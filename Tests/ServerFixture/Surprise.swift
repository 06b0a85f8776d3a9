/// An error that a test did not expect.
public struct Surprise: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
