public import Ticketing
public import WebHost

/// The configuration of the server’s gates: their keys, their device, and the program that reads camera frames.
public struct GateConfiguration: Sendable {
    let ring: KeyRingSource
    let device: DeviceID
    /// The program that reads camera frames, and its arguments.
    let reader: [String]
    var frameTimeout = Duration.seconds(1)

    /// Makes a configuration with the default time limit for frames.
    ///
    /// - Parameters:
    ///   - ring: reads the current keys. Each scan is verified with the keys that are current when the scan arrives.
    ///   - device: the device under whose id the gates write their decisions to the ledger.
    ///   - reader: a program that runs `ReaderProcess`, and its arguments.
    public init(ring: @escaping KeyRingSource, device: DeviceID, reader: [String]) {
        self.ring = ring
        self.device = device
        self.reader = reader
    }
}
