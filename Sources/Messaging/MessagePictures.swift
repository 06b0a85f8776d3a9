package import Store
import Ticketing

/// Reads the files of pictures for messages. The latest files are kept in memory, because successive messages are often
/// about the same event. A file in memory is never outdated, because a new picture gets a new id.
package final class MessagePictures {
    /// The maximum number of files that are kept.
    private static let most = 8
    /// The maximum number of bytes of a file that is kept.
    private static let longest = 1 << 20

    private let store: any PictureStore
    /// The latest files; the file that was added last is at the end.
    private var files: [(id: PictureID, variant: PictureVariant, bytes: [UInt8])] = []

    package init(_ store: any PictureStore) { self.store = store }

    /// The bytes of a file; nil if it is missing.
    ///
    /// - Throws: errors of the store.
    func file(_ variant: PictureVariant, of id: PictureID, _ connection: any StoreConnection) throws -> [UInt8]? {
        if let known = files.first(where: { $0.id == id && $0.variant == variant }) { return known.bytes }
        guard let bytes = try store.file(variant, of: id, connection) else { return nil }
        if bytes.count <= MessagePictures.longest {
            if files.count == MessagePictures.most { files.removeFirst() }
            files.append((id, variant, bytes))
        }
        return bytes
    }
}
