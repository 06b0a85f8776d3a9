import Store
public import Ticketing

extension GateService {
    /// The gates of an event, sorted by name. Reads all admissions of the event.
    public func gates(of event: Event) throws -> [EventGate] {
        let now = services.now()
        return try services.read(.showLedger, on: event) { connection in
            var list = CollectedGates()
            for landmark in try connection.gateLandmarks.all(of: event.number) { list.add(landmark) }
            for picture in try connection.pictures.ofGates(of: event.number) { list.add(picture) }
            for type in try connection.ticketTypes.all(of: event.number) {
                for gate in type.details.gates { list.add(gate) }
            }
            for phone in try connection.webDevices.all(of: event.number) where phone.state(at: now) == .working {
                list.add(phone.assignment.gate, phones: 1)
            }
            for (gate, people) in try connection.slots.insideByGate(of: event.number) {
                list.add(gate, inside: people)
            }
            return list.gates
        }
    }

    /// A gate that people probably open next, for an event whose ticket types name no gates: the gate of the phone that
    /// was paired last, a gate that recently let people in or out, or a gate with a landmark. Nil if no gate of the
    /// event is known.
    public func proposedGate(of event: Event) throws -> String? {
        let now = services.now()
        return try services.read(.scan, on: event) { connection -> String? in
            let phones = try connection.webDevices.all(of: event.number).filter { $0.state(at: now) == .working }
            if let phone = phones.last { return phone.assignment.gate }
            if let gate = try connection.gateActivity.latestGate(of: event.number) { return gate }
            return try connection.gateLandmarks.all(of: event.number).first?.gate
        }
    }

    /// The landmarks of an event's gates, sorted by the gates' names.
    public func landmarks(of event: Event) throws -> [GateLandmark] {
        try services.read(.showEvent, on: event) { try $0.gateLandmarks.all(of: event.number) }
    }

    /// Stores the landmark of a gate, in place of an earlier landmark. Other gates show the landmark when they refuse a
    /// ticket that is valid at this gate. A gate with a gate pack shows it after the pack is refreshed.
    ///
    /// - Throws: `ManagementError.invalid` for an invalid name or text.
    public func setLandmark(_ landmark: GateLandmark, of event: Event) throws {
        try services.perform(.editGateLandmark, on: event) { work in
            var faults = FieldFaults()
            faults.require(text: landmark.gate, "gate", atMost: GateAssignment.longestGate)
            faults.require(text: landmark.text, "landmark", atMost: GateLandmark.longest)
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            _ = try work.locked(event)
            let landmarks = work.connection.gateLandmarks
            let before = try landmarks.with(gate: landmark.gate, of: event.number)
            guard before != landmark else { return }
            try landmarks.set(landmark, of: event.number)
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                before: AuditFields(present: [("landmark", before?.text)]),
                after: ["gate": landmark.gate, "landmark": landmark.text])
        }
    }

    /// Removes the landmark of a gate.
    ///
    /// - Parameter gate: the gate's name. Case and accents do not matter.
    /// - Returns: the removed landmark; nil if the gate has none.
    @discardableResult
    public func removeLandmark(of gate: String, of event: Event) throws -> GateLandmark? {
        try services.perform(.editGateLandmark, on: event) { work in
            _ = try work.locked(event)
            let landmarks = work.connection.gateLandmarks
            guard let before = try landmarks.with(gate: gate, of: event.number) else { return nil }
            try landmarks.remove(gate: gate, of: event.number)
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                before: ["gate": before.gate, "landmark": before.text], after: [:])
            return before
        }
    }
}

/// Collects the gates of an event from the tables that name them.
private struct CollectedGates {
    private var found: [String: EventGate] = [:]

    var gates: [EventGate] {
        found.sorted { $0.key < $1.key }.map(\.value)
    }

    mutating func add(_ landmark: GateLandmark) { add(landmark.gate, landmark: landmark.text) }

    mutating func add(_ picture: StoredPicture) {
        if let gate = picture.subject.gate { add(gate, picture: picture) }
    }

    /// Adds a gate. If the gate was added before, `inside` and `phones` are added to its numbers, and its first name,
    /// landmark and picture are kept.
    mutating func add(
        _ name: String, landmark: String? = nil, picture: StoredPicture? = nil, inside: Int = 0, phones: Int = 0
    ) {
        let known = found[name.folded]
        found[name.folded] = EventGate(
            name: known?.name ?? name, landmark: known?.landmark ?? landmark,
            picture: known?.picture ?? picture, inside: (known?.inside ?? 0) + inside,
            phones: (known?.phones ?? 0) + phones)
    }
}
