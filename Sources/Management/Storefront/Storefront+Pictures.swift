import Store
public import Ticketing

/// A file of a picture, for visitors.
public struct PictureFileOnShow: Sendable {
    public let bytes: [UInt8]
    /// Whether the picture is on a public page. If not, shared caches must not keep the file.
    public let isPublic: Bool
}

extension Storefront {
    /// A file of a picture. Everybody who knows the picture's id gets the file. Nobody can guess an id.
    ///
    /// - Returns: nil if there is no such picture, for example because it was removed.
    public func pictureFile(_ variant: PictureVariant, of id: PictureID) throws -> PictureFileOnShow? {
        try store.read { connection in
            guard let picture = try connection.pictures.with(id: id),
                let bytes = try store.pictureStore.file(variant, of: id, connection)
            else { return nil }
            return PictureFileOnShow(bytes: bytes, isPublic: try Storefront.isPublic(picture, connection))
        }
    }

    /// Pages of gates are not public, so the pictures of gates are not public either.
    private static func isPublic(_ picture: StoredPicture, _ connection: any StoreConnection) throws -> Bool {
        switch picture.subject {
        case .event(let number): try connection.events.with(number: number)?.isPublic == true
        case .organizer(let number): try connection.events.hasPublicEvent(number)
        case .gate: false
        }
    }

    /// For each of several events, the picture with the given role. Events without this picture are left out.
    ///
    /// - Parameter events: at most a few hundred events.
    public func pictures(_ role: PictureRole, of events: [EventNumber]) throws -> [EventNumber: StoredPicture] {
        try store.read { try $0.pictures.with(role: role, of: events) }
    }

    /// The accent of an event; nil if none was chosen.
    public func accent(of event: EventNumber) throws -> Colour? {
        try store.read { try $0.eventAccents.accent(of: event) }
    }
}
