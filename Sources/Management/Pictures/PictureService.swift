import Store
public import Ticketing

/// The pictures of events, gates and organizers.
public struct PictureService: Sendable {
    let services: ManagementServices

    /// The pictures of an event, sorted by role. The pictures of its gates are not among them.
    public func pictures(of event: Event) throws -> [StoredPicture] {
        try services.read(.showEvent, on: event) { try $0.pictures.all(of: event.number) }
    }

    /// The posters of several events. Events without a poster, and events that the user cannot see, are left out.
    public func posters(of events: [Event]) throws -> [EventNumber: StoredPicture] {
        try services.store.read { connection in
            var found: [EventNumber: StoredPicture] = [:]
            for start in stride(from: 0, to: events.count, by: PictureService.mostEventsInQuery) {
                let part = events.dropFirst(start).prefix(PictureService.mostEventsInQuery).map(\.number)
                found.merge(try connection.pictures.with(role: .poster, of: part)) { first, _ in first }
            }
            return try found.filter { number, _ in
                guard let event = try connection.events.with(number: number), services.isWithinGrants(event) else {
                    return false
                }
                let isMember = try connection.users.role(of: services.user.id, in: event.organizer) != nil
                return isMember || (event.isPublic && event.status == .published && event.deleted == nil)
            }
        }
    }

    private static let mostEventsInQuery = 300

    /// The bytes of one file of a picture. Nil if the event has no picture with this role, or if the file is missing.
    public func file(_ variant: PictureVariant, of role: PictureRole, at event: Event) throws -> [UInt8]? {
        let files = services.store.pictureStore
        return try services.read(.showEvent, on: event) { connection in
            try connection.pictures.with(role: role, of: event.number).flatMap {
                try files.file(variant, of: $0.id, connection)
            }
        }
    }

    /// Stores a picture of an event. It replaces an earlier picture with the same role, whose URLs then stop working.
    ///
    /// - Parameter text: the alternative text: a description of the picture for people who cannot see it; may be empty.
    /// - Throws: `ManagementError.invalid` for an invalid text; `StoreError` if the files cannot be written.
    public func setPicture(
        _ picture: PreparedPicture, as role: PictureRole, showing text: String, of event: Event
    ) throws -> StoredPicture {
        try PictureService.check(text)
        return try set(picture, as: role, showing: text, of: .event(event.number)) { work in
            try services.perform(.setPicture, on: event) { entry in
                _ = try entry.locked(event)
                return try work(entry)
            }
        }
    }

    /// Changes the alternative text of a picture.
    ///
    /// - Throws: `PictureError.noPicture`; `ManagementError.invalid` for an invalid text.
    public func describePicture(_ role: PictureRole, as text: String, of event: Event) throws -> StoredPicture {
        try PictureService.check(text)
        return try services.perform(.setPicture, on: event) { work in
            _ = try work.locked(event)
            return try PictureService.describe(role, as: text, of: .event(event.number), work)
        }
    }

    /// Removes a picture and its files.
    ///
    /// - Throws: `PictureError.noPicture`.
    public func removePicture(_ role: PictureRole, of event: Event) throws {
        let removed = try services.perform(.removePicture, on: event) { work in
            _ = try work.locked(event)
            return try PictureService.remove(role, of: .event(event.number), work)
        }
        services.store.pictureStore.discard(removed)
    }

    /// Writes the files of a picture, and adds its row.
    ///
    /// - Parameter perform: checks that the user may change the subject (the event, gate or organizer of the picture),
    ///   and runs its argument in one transaction.
    func set(
        _ picture: PreparedPicture, as role: PictureRole, showing text: String, of subject: PictureSubject,
        _ perform: ((UnitOfWork) throws -> (PictureID?, StoredPicture)) throws -> (PictureID?, StoredPicture)
    ) throws -> StoredPicture {
        var random = SystemRandomNumberGenerator()
        let id = PictureID.random(using: &random)
        let files = services.store.pictureStore
        try files.prepare(picture.variants, of: id)
        let before: PictureID?
        let stored: StoredPicture
        do {
            (before, stored) = try perform { work in
                let pictures = work.connection.pictures
                let before = try pictures.with(role: role, of: subject)
                if let before { try pictures.remove(before.id) }
                let stored = StoredPicture(
                    id: id, subject: subject, role: role, width: picture.width, height: picture.height,
                    colour: picture.colour, alternativeText: text, created: work.now)
                try pictures.add(stored)
                try files.add(picture.variants, of: id, work.connection)
                try PictureService.record(before, stored, of: subject, work)
                return (before?.id, stored)
            }
        } catch StoreError.outcomeUnknown(let path) {
            // It is unknown whether the transaction was committed. If it was, the picture needs its files, so the files
            // are not discarded.
            throw StoreError.outcomeUnknown(path: path)
        } catch {
            files.discard(id)
            throw error
        }
        if let before { files.discard(before) }
        return stored
    }

    /// Changes the alternative text of a picture in a transaction.
    ///
    /// - Throws: `PictureError.noPicture`.
    static func describe(
        _ role: PictureRole, as text: String, of subject: PictureSubject, _ work: UnitOfWork
    ) throws -> StoredPicture {
        guard let before = try work.connection.pictures.with(role: role, of: subject) else {
            throw PictureError.noPicture(role)
        }
        var after = before
        after.alternativeText = text
        guard after != before else { return before }
        try work.connection.pictures.setAlternativeText(text, of: before.id)
        try record(before, after, of: subject, work)
        return after
    }

    /// Removes the row of a picture in a transaction. The files remain, so that they can be discarded after the
    /// transaction.
    ///
    /// - Returns: the id of the removed picture.
    /// - Throws: `PictureError.noPicture`.
    static func remove(_ role: PictureRole, of subject: PictureSubject, _ work: UnitOfWork) throws -> PictureID {
        guard let before = try work.connection.pictures.with(role: role, of: subject) else {
            throw PictureError.noPicture(role)
        }
        try work.connection.pictures.remove(before.id)
        try record(before, nil, of: subject, work)
        return before.id
    }

    static func check(_ text: String) throws {
        guard !text.isEmpty else { return }
        var faults = FieldFaults()
        faults.require(text: text, "alt", atMost: StoredPicture.longestAlternativeText)
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }

    private static func record(
        _ before: StoredPicture?, _ after: StoredPicture?, of subject: PictureSubject, _ work: UnitOfWork
    ) throws {
        switch subject {
        case .event(let number), .gate(_, of: let number):
            try work.record(
                AuditSubject(.event, number), of: number, before: fields(of: before), after: fields(of: after))
        case .organizer(let number):
            try work.record(AuditSubject(.organizer, number), before: fields(of: before), after: fields(of: after))
        }
    }

    private static func fields(of picture: StoredPicture?) -> AuditFields {
        guard let picture else { return [:] }
        return AuditFields(present: [
            ("gate", picture.subject.gate), (picture.role.rawValue, picture.id.description),
            ("alt", picture.alternativeText),
        ])
    }
}
