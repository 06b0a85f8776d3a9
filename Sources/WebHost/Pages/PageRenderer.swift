package import Languages
import Mustache
import Synchronization

/// Renders pages from Mustache templates. To the values of each page, the renderer adds the values that every template
/// needs.
package final class PageRenderer: Sendable {
    /// The audience of a page, which determines the colours of the page.
    package enum Side: String, Sendable { case attendee, organizer }

    private let templates: [String: String]
    /// The parsed templates, by the language of their sentences. The English templates are parsed when the renderer is
    /// made. The templates in another language are parsed when a page first needs them.
    private let libraries: Mutex<[Language: MustacheLibrary]>
    private let assets: String
    private let scripts: PageScripts
    private let icons: IconTags

    /// Tells the Mustache library not to escape texts, because the texts of a `TemplateContext` are already escaped
    /// (`HTMLText`).
    private static let plainTextPragma = "{{% CONTENT_TYPE: TEXT}}\n"

    /// The renderer of the embedded templates, which are parsed once per process.
    private static let embedded = Result { try PageRenderer(.embedded) }

    /// - Throws: `TemplateError` for a malformed template.
    static func ofEmbeddedAssets() throws -> PageRenderer { try embedded.get() }

    /// Parses all templates among the assets. The server does this when it starts.
    ///
    /// - Throws: `TemplateError` for a malformed template.
    init(_ assets: Assets) throws {
        let named = assets.files.keys.compactMap { path in
            PageRenderer.templateName(path).flatMap { name in assets.text(path).map { (name, $0) } }
        }
        templates = Dictionary(uniqueKeysWithValues: named)
        icons = IconTags(sprite: assets.text(IconTags.file) ?? "")
        libraries = Mutex([.english: try PageRenderer.library(of: templates, icons, in: .english)])
        self.assets = try assets.address
        scripts = PageScripts(assets)
    }

    private static func library(
        of templates: [String: String], _ icons: IconTags, in language: Language
    ) throws(TemplateError) -> MustacheLibrary {
        let tags = SentenceTags(in: language)
        var library = MustacheLibrary()
        for (name, template) in templates {
            if let fault = ScriptJSON.templateFault(in: template) {
                throw TemplateError(
                    template: name, reason: "the tag \(fault) is not inside <script type=\"application/ld+json\">")
            }
            let text = try icons.replaced(in: tags.replaced(in: template, named: name), named: name)
            do {
                try library.register(PageRenderer.plainTextPragma + text, named: name)
            } catch {
                throw TemplateError(template: name, reason: "\(error)")
            }
        }
        return library
    }

    private func library(in language: Language) throws -> MustacheLibrary {
        if let library = libraries.withLock({ $0[language] }) { return library }
        // Other pages must not wait while the templates are parsed.
        let library = try PageRenderer.library(of: templates, icons, in: language)
        libraries.withLock { $0[language] = library }
        return library
    }

    /// The paths of the URLs of all scripts that a template’s page runs, sorted.
    func scripts(of template: String) -> [String] { scripts.names(of: template).map { "\(assets)/\($0)" } }

    func registersPushWorker(_ template: String) -> Bool { scripts.names(of: template).contains(PushWorker.pageScript) }

    /// The names of the tags in a template and its partials, in the order of the page. A name that occurs several times
    /// is listed only once, at its first position.
    func tags(of template: String) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        var partials: Set<String> = []
        func read(_ template: String) {
            guard partials.insert(template).inserted, let text = templates[template] else { return }
            for tag in text.matches(of: /\{\{([#^>]?) *([A-Za-z_-][A-Za-z0-9_-]*)/) {
                let name = String(tag.2)
                if tag.1 == ">" { read(name) } else if known.insert(name).inserted { names.append(name) }
            }
        }
        read(template)
        return names
    }

    /// Renders a page as HTML.
    ///
    /// - Parameters:
    ///   - title: the title of the window; also a value for the template.
    ///   - isRefused: whether the page shows errors. The title of the window then begins with “Error:”, because screen
    ///     readers announce the title first.
    /// - Throws: `TemplateError` if there is no such template.
    package func html(
        _ template: String, title: Sentence, in language: Language = .english, isRefused: Bool = false,
        side: Side = .attendee, _ context: [String: TemplateContext.Value] = [:]
    ) throws -> String {
        let window = isRefused ? Sentence(PageSentence.error, ["title": .sentence(title)]) : title
        let all = context.merging([
            "title": .sentence(title), "window_title": .sentence(window), "assets": .text(assets),
            "side": .text(side.rawValue), "language": .text(language.rawValue),
            "text_direction": .text(language.isRightToLeft ? "rtl" : "ltr"),
        ]) { $1 }
        guard
            let html = try library(in: language).render(
                TemplateContext(all).rendered(in: language), withTemplate: template)
        else {
            throw TemplateError(template: template, reason: "template not found")
        }
        return html
    }

    /// The name of a template, such as `home` for `templates/home.mustache`; nil for other files.
    static func templateName(_ name: String) -> String? {
        guard name.hasPrefix("templates/"), name.hasSuffix(".mustache") else { return nil }
        return String(name.dropFirst("templates/".count).dropLast(".mustache".count))
    }
}

/// An error in a template of this program.
package struct TemplateError: Error, CustomStringConvertible {
    let template: String
    let reason: String

    package init(template: String, reason: String) {
        self.template = template
        self.reason = reason
    }

    package var description: String { "the template \(template): \(reason)" }
}
