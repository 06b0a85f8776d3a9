import ArgumentParser
import Foundation
import Management
import Store
import Ticketing

/// Completes names when a user presses Tab in a shell. If the names can't be read, for example because there is no data
/// folder yet, the completion is empty, and no error is shown. A store that needs a migration is not opened, because
/// pressing Tab must not change it.
enum NameCompletion {
    /// The characters that a completed name can have. bash expands `$(…)` and backquotes in completed names. So if a
    /// file had such a name, bash would run a command.
    private static let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+-")

    static var events: CompletionKind { .custom { words, _, prefix in eventSlugs(words, prefix) } }

    /// The slugs of the user's events, and the paths of gate packs.
    static var eventsAndPacks: CompletionKind {
        .custom { words, _, prefix in eventSlugs(words, prefix) + packPaths(prefix) }
    }

    static var organizers: CompletionKind {
        .custom { words, _, prefix in
            slugs(words, prefix) { try $0.organizers.organizers().map(\.slug) }
        }
    }

    /// The names of the settings for messages.
    ///
    /// - Parameter end: a text that follows each name, such as `=`.
    static func policySettings(followedBy end: String = "") -> CompletionKind {
        .custom { _, _, prefix in
            NoticePolicySetting.all.map { $0.name + end }.filter { $0.hasPrefix(prefix) }.sorted()
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
            for (word, next) in zip(words, words.dropFirst() + [""]) {
                if word == option { return next }
                if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
            }
            return nil
        }
        guard
            let folder = try? DataFolder(path: value("--data"), store: value("--store"), user: value("--as")),
            folder.exists, Store.isMigrated(folder.store),
            let slugs = try? read(folder.signIn(to: folder.openStore(orCopy: false)))
        else { return [] }
        return slugs.filter { $0.hasPrefix(prefix) && isAllowed($0) }.sorted()
    }

    private static func isAllowed(_ name: String) -> Bool { name.allSatisfy(allowed.contains) }

    /// The paths of gate packs and folders that begin with the typed text.
    private static func packPaths(_ prefix: String) -> [String] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
        return (names ?? []).sorted().compactMap { name in
            let path = folder + name
            var isFolder: ObjCBool = false
            guard path.hasPrefix(prefix), isAllowed(path),
                FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            else { return nil }
            if isFolder.boolValue { return "\(path)/" }
            return name.hasSuffix(".gate") ? path : nil
        }
    }
}
