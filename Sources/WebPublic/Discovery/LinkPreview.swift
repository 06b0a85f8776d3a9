import WebHost

/// Values for the template `link-preview`: the title, description and picture (Open Graph) that other programs show
/// with a link to a page.
struct LinkPreview {
    private let title: String
    private let about: String
    private let path: String
    private let origin: String?
    private let picture: String?

    /// The maximum length of the description, in characters. Programs that show previews cut longer texts.
    private static let longestAbout = 200

    /// - Parameters:
    ///   - about: the description. If it is longer than 200 characters, the preview has only its beginning, and “…”.
    ///   - path: the path of the page.
    ///   - picture: the path of a picture of 1200 × 630 pixels (`ShareCards`); nil if there is none.
    init(title: String, about: String, path: String, picture: String? = nil, _ request: PageRequest) {
        self.picture = picture
        self.title = title
        self.path = path
        origin = request.origin
        let line = about.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.about =
            line.count <= LinkPreview.longestAbout ? line : "\(line.prefix(LinkPreview.longestAbout - 1))…"
    }

    var context: TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "preview_title": .text(title), "preview_about": .text(about),
        ]
        if let origin { context["preview_url"] = .text(origin + path) }
        if let origin, let picture { context["preview_picture"] = .text(origin + picture) }
        return TemplateContext(context)
    }
}
