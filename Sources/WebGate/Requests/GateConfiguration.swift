public import Ticketing
public import WebHost

/// The configuration of gates: keys, device and reader program.
public struct GateConfiguration: Sendable {
    let ring: KeyRingSource
    let device: DeviceID
    let reader: [String]
    /// Time limit for reading one frame.
    var frameTimeout = Duration.seconds(1)

    /// - Parameters:
    ///   - ring: reads the current keys. Each scan is verified with the keys that are current when the scan arrives.
    ///   - device: the device to whose chain the gates append records.
    ///   - reader: a program that runs `ReaderProcess`, and its arguments.
    public init(ring: @escaping KeyRingSource, device: DeviceID, reader: [String]) {
        self.ring = ring
        self.device = device
        self.reader = reader
    }
}
