public import TicketToken
public import Ticketing

/// What gates are opened with, beside the store.
public struct GateSupplies: Sendable {
    let ring: @Sendable () throws -> KeyRing
    let device: DeviceID
    let reader: [String]
    /// For one frame.
    var patience = Duration.seconds(1)

    /// - Parameters:
    ///   - ring: opens the keys: whenever a gate opens, since there may be others by then.
    ///   - device: whose chain the records go to.
    ///   - reader: a program that runs `ReaderProcess`, and its arguments.
    public init(ring: @escaping @Sendable () throws -> KeyRing, device: DeviceID, reader: [String]) {
        self.ring = ring
        self.device = device
        self.reader = reader
    }
}
