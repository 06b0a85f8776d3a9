/// Replaces each tag that names an icon with the markup of the icon. Mustache then reads the resulting template.
///
/// `{{icon.printer}}` becomes an SVG element that shows the symbol `printer` of the file `icons/ui.svg`. The element is
/// hidden from screen readers, so a link or button with only an icon needs a label (`aria-label`).
struct IconTags {
    static let file = "icons/ui.svg"

    let names: Set<String>

    /// - Parameter sprite: The text of the file with the symbols.
    init(sprite: String) {
        names = Set(sprite.matches(of: /<symbol id="([a-z0-9-]+)"/).map { String($0.1) })
    }

    static func names(in template: String) -> [String] {
        template.matches(of: /\{\{icon\.([a-z0-9-]+)\}\}/).map { String($0.1) }
    }

    /// The template with the markup of each icon in place of its tag.
    ///
    /// - Throws: `TemplateError` if a tag names an unknown icon.
    func replaced(in template: String, named name: String) throws(TemplateError) -> String {
        if let unknown = IconTags.names(in: template).first(where: { !names.contains($0) }) {
            throw TemplateError(template: name, reason: "there is no icon \(unknown)")
        }
        return template.replacing(/\{\{icon\.([a-z0-9-]+)\}\}/) { IconTags.markup(of: String($0.1)) }
    }

    /// The ends of the names of icons that point to the left or to the right. These icons are mirrored on pages in
    /// languages that are written from right to left.
    private static let sides = ["-left", "-right"]

    private static func markup(of name: String) -> String {
        let flip = sides.contains { name.hasSuffix($0) } ? " flip" : ""
        return """
            <svg class="icon\(flip)" aria-hidden="true"><use href="{{assets}}/\(file)#\(name)"/></svg>
            """
    }
}
