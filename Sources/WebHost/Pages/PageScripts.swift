/// The scripts of each page: the scripts that the page’s template and its partials name, and all scripts that these
/// scripts import.
struct PageScripts: Sendable {
    private let byTemplate: [String: [String]]

    init(_ assets: Assets) {
        var scripts: [String: [String]] = [:]
        for name in assets.files.keys {
            guard let template = PageRenderer.templateName(name) else { continue }
            scripts[template] = PageScripts.reachable(from: name, assets).filter { $0.hasPrefix("scripts/") }.sorted()
        }
        byTemplate = scripts
    }

    /// The names of a template’s scripts, such as `scripts/share.js`; empty for a page without scripts.
    func names(of template: String) -> [String] { byTemplate[template] ?? [] }

    private static func reachable(from name: String, _ assets: Assets) -> Set<String> {
        var found: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard found.insert(next).inserted, let text = assets.text(next) else { continue }
            waiting += next.hasPrefix("scripts/") ? imports(in: text) : partials(of: text)
        }
        return found
    }

    private static func imports(in script: String) -> [String] {
        script.matches(of: /from "\.\/([^"]+)"/).map { "scripts/\($0.1)" }
    }

    private static func partials(of template: String) -> [String] {
        template.matches(of: /\{\{[<>] *([a-z-]+) *\}\}/).map { "templates/\($0.1).mustache" }
            + template.matches(of: /\{\{assets\}\}\/(scripts\/[^"]+)"/).map { String($0.1) }
    }
}
