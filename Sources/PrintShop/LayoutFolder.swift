import Cryptography
package import Drawing
import FileAccess
import Foundation
package import Printing
package import Ticketing

/// A layout with its pictures, ready to be drawn.
package struct LoadedLayout {
    /// The layout's name. If the layout was given as a file, its name is the file's full path.
    package let name: String
    package let layout: Layout
    package let artwork: [String: Artwork]
    /// The SHA-256 of the layout's file and pictures.
    package let hash: [UInt8]
}

/// Finds layouts by name, in the data folder and among the layouts that come with the program.
package struct LayoutFolder: Sendable {
    /// The folder for layouts that the user made: `layouts` in the data folder.
    package let userFolder: String

    /// The maximum size of a layout file, in bytes.
    private static let limit = 1 << 20

    package init(userFolder: String) { self.userFolder = userFolder }

    /// Reads a layout by its name.
    ///
    /// - Throws: `LayoutFolderError` for an unknown name, an invalid layout or an unusable picture.
    package func load(_ name: String) throws -> LoadedLayout { try load(name, at: path(of: name)) }

    /// Reads the layout with which a batch was planned.
    package func load(of batch: PrintBatch) throws -> LoadedLayout {
        let name = batch.plan.layout
        return try Self.isPath(name) ? load(file: name) : load(name)
    }

    /// Reads a layout from a file. The file's full path becomes the layout's name.
    package func load(file: String) throws -> LoadedLayout { try load(file, at: file) }

    private func load(_ name: String, at file: String) throws -> LoadedLayout {
        let bytes = try Self.bytes(of: file, limit: Self.limit)
        let layout: Layout
        do throws(LayoutError) {
            layout = try Layout(json: bytes)
        } catch {
            throw LayoutFolderError.invalid(path: file, fault: error.sentence)
        }
        let stream = try SHA256Stream()
        try stream.add(bytes)
        var artwork: [String: Artwork] = [:]
        for picture in Set(layout.picturePaths).sorted() {
            let folder = URL(filePath: file).deletingLastPathComponent().path
            let path = URL(filePath: picture.hasPrefix("/") ? picture : "\(folder)/\(picture)").standardizedFileURL.path
            let bytes = try Self.bytes(of: path, limit: Artwork.byteLimit)
            do throws(DrawingError) {
                artwork[picture] = try Artwork(bytes)
            } catch {
                throw LayoutFolderError.picture(path: path, fault: error.sentence)
            }
            try stream.add(bytes)
        }
        return LoadedLayout(
            name: name, layout: layout, artwork: artwork, hash: try stream.digest())
    }

    /// Whether the name of a layout is the path of its file.
    package static func isPath(_ name: String) -> Bool { name.hasSuffix(".json") }

    private func path(of name: String) throws -> String {
        // A name with `..` could lead out of the layout folders.
        if !name.split(separator: "/", omittingEmptySubsequences: false).contains(".."),
            let found = ([userFolder] + Self.shipped).map({ "\($0)/\(name).json" })
                .first(where: FileManager.default.fileExists)
        {
            return found
        }
        throw LayoutFolderError.notFound(name, known: names, userFolder: userFolder)
    }

    /// The names of all layouts.
    package var names: [String] {
        let found = ([userFolder] + Self.shipped).flatMap { folder in
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
        }
        return Set(found).sorted()
    }

    /// The layouts for tickets, sorted by name; layouts for cards are left out. Layouts that cannot be read are
    /// skipped.
    package func forTickets() -> [(name: String, title: String, isTwoSided: Bool)] {
        names.compactMap { name in
            do {
                let layout = try Layout(json: Self.bytes(of: path(of: name), limit: Self.limit))
                return layout.isForTickets ? (name, layout.title, !layout.back.isEmpty) : nil
            } catch {
                return nil
            }
        }
    }

    /// The folders with the layouts that come with the program. A build folder and an installation have them in
    /// different places, so the program searches all folders above its executable file.
    private static let shipped: [String] = {
        var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        var found: [String] = []
        while folder.path != "/" {
            found += ["share/eventpass/Samples/Layouts", "Samples/Layouts"].map { folder.appending(path: $0).path }
            folder.deleteLastPathComponent()
        }
        return found.filter(FileManager.default.fileExists)
    }()

    private static func bytes(of path: String, limit: Int) throws -> [UInt8] {
        let reader = try BlockReader(path: path)
        var bytes: [UInt8] = []
        while case let block = try reader.next(atMost: 1 << 16), !block.isEmpty {
            bytes += block
            guard bytes.count <= limit else {
                throw LayoutFolderError.tooLarge(path: path, mebibytes: limit >> 20)
            }
        }
        return bytes
    }
}
