public import Ticketing

/// What gates are opened with, beside the store.
public struct GateSupplies: Sendable {
    let ring: KeyRingSource
    let device: DeviceID
    let reader: [String]
    /// For one frame.
    var patience = Duration.seconds(1)

    /// - Parameters:
    ///   - ring: the keys; whoever scans is judged by those that there are then.
    ///   - device: whose chain the records go to.
    ///   - reader: a program that runs `ReaderProcess`, and its arguments.
    public init(ring: @escaping KeyRingSource, device: DeviceID, reader: [String]) {
        self.ring = ring
        self.device = device
        self.reader = reader
    }
}
