import Mustache

/// Pages: templates, and what they all need.
struct Pages: Sendable {
    /// Whose page it is, which shows in its colour.
    enum Side: String, Sendable { case attendee, organizer }

    private let library: MustacheLibrary
    private let assets: String
    private let scripts: PageScripts

    /// Has the library render texts as they are: `Facts` gives it `HTMLText`, which is escaped already.
    private static let asItIs = "{{% CONTENT_TYPE: TEXT}}\n"

    /// - Throws: `PageFault` for a template that can't be read: at the start, and not when somebody asks for it.
    init(_ assets: Assets) throws {
        var library = MustacheLibrary()
        for name in assets.files.keys.sorted() {
            guard let short = Pages.templateName(name), let text = assets.text(name) else { continue }
            do {
                try library.register(Pages.asItIs + text, named: short)
            } catch {
                throw PageFault(template: short, why: "\(error)")
            }
        }
        self.library = library
        self.assets = try assets.address
        scripts = PageScripts(assets)
    }

    /// The addresses of the scripts that a page of this template runs, in order.
    func scripts(of template: String) -> [String] { scripts.names(of: template).map { "\(assets)/\($0)" } }

    /// A page as HTML.
    ///
    /// - Parameter title: in the window's title, and for the template.
    /// - Throws: `PageFault` where there is no such template.
    func html(_ template: String, title: String, side: Side = .attendee, _ facts: [String: Facts.Fact] = [:]) throws
        -> String
    {
        let all = facts.merging([
            "title": .text(title), "assets": .text(assets), "side": .text(side.rawValue),
        ]) { $1 }
        guard let html = library.render(Facts(all), withTemplate: template) else {
            throw PageFault(template: template, why: "there is none")
        }
        return html
    }

    /// `start` of `templates/start.mustache`; nil for what is no template.
    static func templateName(_ name: String) -> String? {
        guard name.hasPrefix("templates/"), name.hasSuffix(".mustache") else { return nil }
        return String(name.dropFirst("templates/".count).dropLast(".mustache".count))
    }
}

/// A template of ours is wrong.
struct PageFault: Error, CustomStringConvertible {
    let template: String
    let why: String
    var description: String { "the template \(template): \(why)" }
}
