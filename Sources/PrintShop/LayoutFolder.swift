import Cryptography
package import Drawing
import FileAccess
import Foundation
package import Printing
package import Ticketing

/// A layout with its pictures, ready to be drawn.
package struct LoadedLayout {
    /// As it was asked for; a file by its whole path.
    package let name: String
    package let layout: Layout
    package let artwork: [String: Artwork]
    /// SHA-256 of the file and its pictures: the same for the same drawing.
    package let hash: [UInt8]
}

/// Where layouts are: in the data folder, and those that come with the program.
package struct LayoutFolder: Sendable {
    /// What people add: `layouts` in the data folder.
    package let own: String

    /// A layout and a picture are no larger than that, in bytes.
    private static let limit = 1 << 20

    package init(own: String) { self.own = own }

    /// Reads a layout by its name.
    ///
    /// - Throws: `LayoutFolderError` for a name that is not there, a faulty layout, or a picture that can't be taken.
    package func load(_ name: String) throws -> LoadedLayout { try load(name, at: path(of: name)) }

    /// Reads the layout that a batch was planned with: by its name, or where its file is.
    package func load(of batch: PrintBatch) throws -> LoadedLayout {
        let name = batch.plan.layout
        return try Self.isPath(name) ? load(file: name) : load(name)
    }

    /// Reads a layout by the whole path of its file, which is also what it is called.
    package func load(file: String) throws -> LoadedLayout { try load(file, at: file) }

    private func load(_ name: String, at file: String) throws -> LoadedLayout {
        let bytes = try Self.bytes(of: file, limit: Self.limit)
        let layout: Layout
        do {
            layout = try Layout(json: bytes)
        } catch {
            throw LayoutFolderError.faulty(path: file, fault: "\(error)")
        }
        let stream = try SHA256Stream()
        try stream.add(bytes)
        var artwork: [String: Artwork] = [:]
        for picture in Set(layout.picturePaths).sorted() {
            let folder = URL(filePath: file).deletingLastPathComponent().path
            let path = URL(filePath: picture.hasPrefix("/") ? picture : "\(folder)/\(picture)").standardizedFileURL.path
            let bytes = try Self.bytes(of: path, limit: Artwork.byteLimit)
            do {
                artwork[picture] = try Artwork(bytes)
            } catch {
                throw LayoutFolderError.picture(path: path, fault: "\(error)")
            }
            try stream.add(bytes)
        }
        return LoadedLayout(
            name: name, layout: layout, artwork: artwork, hash: try stream.digest())
    }

    /// Whether a layout is named by its file: then a batch remembers where that is.
    package static func isPath(_ name: String) -> Bool { name.hasSuffix(".json") }

    private func path(of name: String) throws -> String {
        // A name is looked for below the folders, and nowhere else.
        if !name.split(separator: "/", omittingEmptySubsequences: false).contains(".."),
            let found = ([own] + Self.shipped).map({ "\($0)/\(name).json" })
                .first(where: FileManager.default.fileExists)
        {
            return found
        }
        throw LayoutFolderError.unknown(name, known: names, own: own)
    }

    /// The names of all layouts there are.
    package var names: [String] {
        let found = ([own] + Self.shipped).flatMap { folder in
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
        }
        return Set(found).sorted()
    }

    /// The layouts that tickets can be printed with, by name; what can't be read is passed over.
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

    /// Beside the program, as it was built or as it was installed.
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
