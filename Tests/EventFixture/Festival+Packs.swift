public import Gate
public import Management
import Store

extension Festival {
    /// Creates a gate pack in the festival's folder, and returns the pack's path.
    @discardableResult
    public func pack(
        _ name: String = "Laptop", _ file: String = "north.gate", _ change: (inout GatePackRequest) -> Void = { _ in }
    ) throws -> String {
        var order = GatePackRequest(name: name)
        change(&order)
        let path = folder(file)
        _ = try services.gatePacks.createGatePack(of: event, order, verifyingWith: ring, at: path)
        return path
    }

    /// A gate that uses a gate pack instead of a store and a key ring.
    public func gate(onPack path: String, _ name: String = "North", subEvent: Int? = nil) throws -> Gate {
        try Gate(
            name: name, pack: GatePackFile.open(path), subEvent: subEvent,
            operation: Gate.Operation(clock: clock.now))
    }
}
