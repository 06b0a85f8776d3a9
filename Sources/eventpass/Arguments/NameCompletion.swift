import ArgumentParser
import Foundation
import Management

/// Completes names when a user presses Tab in a shell. If the names can't be read, for example because there is no data
/// folder yet, nothing is completed, and no error is shown.
enum NameCompletion {
    /// The slugs of the user's events.
    static var events: CompletionKind { .custom { words, _, prefix in eventSlugs(words, prefix) } }

    /// The slugs of the user's events, and the paths of gate packs.
    static var eventsAndPacks: CompletionKind {
        .custom { words, _, prefix in eventSlugs(words, prefix) + packPaths(prefix) }
    }

    /// The slugs of the user's organizers.
    static var organizers: CompletionKind {
        .custom { words, _, prefix in
            slugs(words, prefix) { try $0.organizers.organizers().map(\.slug) }
        }
    }

    private static func eventSlugs(_ words: [String], _ prefix: String) -> [String] {
        slugs(words, prefix) { try $0.events.visibleEvents().map(\.slug) }
    }

    /// The slugs that begin with the typed text.
    ///
    /// - Parameter words: the words of the command line, whose options select the data folder, the store and the user.
    private static func slugs(
        _ words: [String], _ prefix: String, _ read: (ManagementServices) throws -> [String]
    ) -> [String] {
        func value(_ option: String) -> String? {
            words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        guard
            let folder = try? DataFolder(path: value("--data"), store: value("--store"), user: value("--as")),
            folder.exists, let slugs = try? read(folder.openServices())
        else { return [] }
        return slugs.filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// The gate packs, and the folders that may contain some, whose paths begin with the typed text.
    private static func packPaths(_ prefix: String) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        return (names ?? []).sorted().compactMap { name in
            let path = folder + name
            var isFolder: ObjCBool = false
            guard path.hasPrefix(prefix), FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                return nil
            }
            if isFolder.boolValue { return "\(path)/" }
            return name.hasSuffix(".gate") ? path : nil
        }
    }
}
