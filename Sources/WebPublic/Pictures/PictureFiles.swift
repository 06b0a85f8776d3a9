import HTTPTypes
import Management
import NIOCore
import Ticketing
import WebHost

/// The files of pictures: posters, logos and the pictures of gates.
struct PictureFiles: Sendable {
    let site: PublicSite

    /// A file never changes: a new picture gets a new id. Caches keep the pictures of public events for a day, so a
    /// removed picture disappears within a day. Pictures of events that are not public are kept only by browsers, for
    /// an hour.
    func file(_ request: PageRequest) async throws -> RouteResponse {
        guard let id = PictureID(request.pathParameter("picture") ?? ""),
            let variant = PictureVariant(name: request.pathParameter("file") ?? ""),
            let file = try await site.withStorefront({ try $0.pictureFile(variant, of: id) })
        else { throw Problem.pageNotFound }
        let caching = file.isPublic ? "public, max-age=86400, immutable" : "private, max-age=3600"
        return RouteResponse(
            headers: [.contentType: variant.format.mediaType, .cacheControl: caching],
            body: .bytes(ByteBuffer(bytes: file.bytes)))
    }
}
