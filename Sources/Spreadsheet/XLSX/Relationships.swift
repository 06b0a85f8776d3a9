/// The other parts (files in a workbook's archive) to which one part refers (OPC, “Relationships”).
final class Relationships: XMLHandler {
    struct Target {
        /// The last component of the URI that names the target's type. The other components of this URI differ between
        /// transitional and strict workbooks (the two variants of ECMA-376).
        let type: Substring
        let path: String
    }

    private let folder: String
    private(set) var byID: [String: Target] = [:]

    /// Reads the relationships of a part. If the part has no relationships, `byID` stays empty.
    init(of part: String, in archive: ZipReader) throws {
        let slash = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
        folder = String(part[..<slash])
        guard let entry = try archive.entry("\(folder)_rels/\(part[slash...]).rels") else { return }
        try XMLStream(entry, handler: self, limit: WorksheetLimits.smallPart).readAll()
    }

    func first(ofType type: String) -> String? {
        byID.values.filter { $0.type == type }.map(\.path).min()
    }

    func start(_ tag: XMLTag) {
        guard tag.isNamed("Relationship"), let id = tag["Id"], let type = tag["Type"], let target = tag["Target"],
            tag["TargetMode"] != "External"
        else { return }
        byID[id] = Target(type: type.split(separator: "/").last ?? "", path: path(to: target))
    }

    func text(_ bytes: UnsafeRawBufferPointer) {}

    func end(_ tag: XMLTag) -> XMLFlow { .proceed }

    /// The path, in the archive, of the part to which `target` refers. A target that begins with a slash is relative to
    /// the root of the archive. Any other target is relative to the folder of the part that refers to it.
    private func path(to target: String) -> String {
        var steps: [Substring] = []
        for step in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") {
            switch step {
            case ".": break
            case "..": _ = steps.popLast()
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }
}
