import Cryptography
import Drawing
import FileAccess
import Foundation
import Printing

/// A layout with its pictures, ready to be drawn.
struct LoadedLayout {
    /// As it was asked for; a file by its whole path.
    let name: String
    let layout: Layout
    let artwork: [String: Artwork]
    /// SHA-256 of the file and its pictures: the same for the same drawing.
    let hash: [UInt8]
}

/// Where layouts are: in the data folder, and those that come with the program.
struct LayoutFolder {
    /// What people add: `layouts` in the data folder.
    let own: String

    /// A layout and a picture are no larger than that, in bytes.
    private static let limit = 1 << 20

    /// Reads a layout by its name, or by the path of its file.
    ///
    /// - Throws: `Failure` for a name that is not there, a faulty layout, or a picture that can't be taken.
    func load(_ name: String) throws -> LoadedLayout {
        let file = try path(of: name)
        let bytes = try Self.bytes(of: file, limit: Self.limit)
        let layout: Layout
        do {
            layout = try Layout(json: bytes)
        } catch {
            throw Failure(
                .badInput, "the layout \(file) can't be used: \(error)", hint: "Docs/Printing.md lists every key")
        }
        let stream = try SHA256Stream()
        try stream.add(bytes)
        var artwork: [String: Artwork] = [:]
        for picture in Set(layout.picturePaths).sorted() {
            let folder = URL(filePath: file).deletingLastPathComponent().path
            let path = picture.hasPrefix("/") ? picture : "\(folder)/\(picture)"
            let bytes = try Self.bytes(of: path, limit: Artwork.byteLimit)
            do {
                artwork[picture] = try Artwork(bytes)
            } catch {
                throw Failure(.badInput, "\(path): \(error)")
            }
            try stream.add(bytes)
        }
        return LoadedLayout(
            name: Self.isPath(name) ? file : name, layout: layout, artwork: artwork, hash: try stream.digest())
    }

    /// Whether a layout is named by its file: then a batch remembers where that is.
    private static func isPath(_ name: String) -> Bool { name.hasSuffix(".json") }

    private func path(of name: String) throws -> String {
        if Self.isPath(name) { return DataFolder.absolute(name) }
        let places = [own] + Self.shipped
        if let found = places.map({ "\($0)/\(name).json" }).first(where: FileManager.default.fileExists) {
            return found
        }
        throw Failure(
            .badInput, "there is no layout “\(name)”; there are \(names.joined(separator: ", "))",
            hint: "give one of them, or the path of a .json file; your own may stand in \(own)")
    }

    /// The names of all layouts there are.
    var names: [String] {
        let found = ([own] + Self.shipped).flatMap { folder in
            (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
        }
        return Set(found).sorted()
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
                throw Failure(.badInput, "\(path) has more than \(limit >> 20) MiB", hint: "save it smaller")
            }
        }
        return bytes
    }
}
