public import Ticketing

/// The pictures of gates and organizers.
extension PictureService {
    /// The pictures of an event’s gates, sorted by the gates’ names.
    public func gatePictures(of event: Event) throws -> [StoredPicture] {
        try services.read(.showEvent, on: event) { try $0.pictures.ofGates(of: event.number) }
    }

    /// Stores a picture of a gate, in place of an earlier picture. Other gates show the picture when they refuse a
    /// ticket that is valid at this gate.
    ///
    /// - Parameters:
    ///   - gate: the name of the gate. Case and accents do not matter.
    ///   - text: the alternative text; may be empty.
    /// - Throws: `ManagementError.invalid` for an invalid name or text; `StoreError` if the files cannot be written.
    public func setGatePicture(
        _ picture: PreparedPicture, of gate: String, showing text: String, at event: Event
    ) throws -> StoredPicture {
        var faults = FieldFaults()
        faults.require(text: gate, "gate", atMost: GateAssignment.longestGate)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        try PictureService.check(text)
        return try set(picture, as: .gate, showing: text, of: .gate(gate, of: event.number)) { work in
            try services.perform(.setPicture, on: event) { entry in
                _ = try entry.locked(event)
                return try work(entry)
            }
        }
    }

    /// Changes the alternative text of a gate’s picture.
    ///
    /// - Throws: `PictureError.noPicture`; `ManagementError.invalid` for an invalid text.
    public func describeGatePicture(of gate: String, as text: String, at event: Event) throws -> StoredPicture {
        try PictureService.check(text)
        return try services.perform(.setPicture, on: event) { work in
            _ = try work.locked(event)
            return try PictureService.describe(.gate, as: text, of: .gate(gate, of: event.number), work)
        }
    }

    /// Removes the picture of a gate, and its files.
    ///
    /// - Throws: `PictureError.noPicture`.
    public func removeGatePicture(of gate: String, at event: Event) throws {
        let removed = try services.perform(.removePicture, on: event) { work in
            _ = try work.locked(event)
            return try PictureService.remove(.gate, of: .gate(gate, of: event.number), work)
        }
        services.store.pictureStore.discard(removed)
    }

    /// The picture of an organizer; nil if the organizer has no picture.
    public func picture(of organizer: Organizer) throws -> StoredPicture? {
        try services.read(.showOrganizer, in: organizer.number) {
            try $0.pictures.with(role: .organizer, of: .organizer(organizer.number))
        }
    }

    /// Stores the picture of an organizer, in place of an earlier picture.
    ///
    /// - Parameter text: the alternative text; may be empty.
    /// - Throws: `ManagementError.invalid` for an invalid text; `StoreError` if the files cannot be written.
    public func setPicture(
        _ picture: PreparedPicture, showing text: String, of organizer: Organizer
    ) throws -> StoredPicture {
        try PictureService.check(text)
        return try set(picture, as: .organizer, showing: text, of: .organizer(organizer.number)) { work in
            try services.perform(.editOrganizer, in: organizer.number) { entry in
                try PictureService.lock(organizer, entry)
                return try work(entry)
            }
        }
    }

    /// Changes the alternative text of an organizer’s picture.
    ///
    /// - Throws: `PictureError.noPicture`; `ManagementError.invalid` for an invalid text.
    public func describePicture(of organizer: Organizer, as text: String) throws -> StoredPicture {
        try PictureService.check(text)
        return try services.perform(.editOrganizer, in: organizer.number) { work in
            try PictureService.lock(organizer, work)
            return try PictureService.describe(.organizer, as: text, of: .organizer(organizer.number), work)
        }
    }

    /// Removes the picture of an organizer, and its files.
    ///
    /// - Throws: `PictureError.noPicture`.
    public func removePicture(of organizer: Organizer) throws {
        let removed = try services.perform(.editOrganizer, in: organizer.number) { work in
            try PictureService.lock(organizer, work)
            return try PictureService.remove(.organizer, of: .organizer(organizer.number), work)
        }
        services.store.pictureStore.discard(removed)
    }

    /// Locks the organizer until the end of the transaction, so that two people cannot store a picture at the same
    /// time.
    private static func lock(_ organizer: Organizer, _ work: UnitOfWork) throws {
        guard try work.connection.organizers.locked(organizer.number) != nil else {
            throw ManagementError.unknownOrganizer(organizer.slug, known: [])
        }
    }
}
