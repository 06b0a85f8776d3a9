import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A form of a page, as a browser parses it.
struct PageForm {
    struct Field {
        enum Kind { case hidden, text, number, choice, tick, other }
        let name: String
        let kind: Kind
        let value: String
        /// The ID of the field’s element. An error on the page links to this ID.
        let id: String
    }

    let method: String
    let action: String
    let fields: [Field]

    /// The forms of a page. The parser reads only the syntax in which this server writes forms.
    static func all(in html: String) -> [PageForm] {
        html.matches(of: /<form([^>]*)>(.*?)<\/form>/.dotMatchesNewlines()).map { form in
            let (head, body) = (String(form.1), String(form.2))
            let outside = attribute(" id", head).map { controls(ofForm: $0, in: html) } ?? ""
            return PageForm(
                method: attribute("method", head) ?? "get", action: attribute("action", head) ?? "",
                fields: fields(in: body + outside))
        }
    }

    /// The controls outside a form that name the form in their attribute `form`.
    private static func controls(ofForm id: String, in html: String) -> String {
        html.matches(of: /<input[^>]*>|<select[^>]*>.*?<\/select>/.dotMatchesNewlines()).map { String($0.output) }
            .filter { $0.prefix { $0 != ">" }.contains(" form=\"\(id)\"") }.joined()
    }

    private static func fields(in body: String) -> [Field] {
        var fields: [Field] = []
        for match in body.matches(of: /<input([^>]*)>/) {
            let attributes = String(match.1)
            // Browsers do not send a disabled input.
            guard !attributes.contains(" disabled"), let name = attribute("name", attributes) else { continue }
            let kind: Field.Kind =
                switch attribute("type", attributes) {
                case "hidden": .hidden
                case "checkbox": .tick
                case "text", "email", "tel", "search": attributes.contains("inputmode") ? .number : .text
                default: .other
                }
            fields.append(
                Field(
                    name: name, kind: kind, value: attribute("value", attributes) ?? "",
                    id: attribute("id", attributes) ?? ""))
        }
        for match in body.matches(of: /<textarea([^>]*)>\n?(.*?)<\/textarea>/.dotMatchesNewlines()) {
            guard let name = attribute("name", String(match.1)) else { continue }
            fields.append(
                Field(
                    name: name, kind: .text, value: plain(String(match.2)),
                    id: attribute("id", String(match.1)) ?? ""))
        }
        for match in body.matches(of: /<select([^>]*)>(.*?)<\/select>/.dotMatchesNewlines()) {
            guard let name = attribute("name", String(match.1)) else { continue }
            let options = String(match.2).matches(of: /<option([^>]*)>/).map { String($0.1) }
            let chosen = options.first { $0.contains(" selected") } ?? options.first ?? ""
            fields.append(
                Field(
                    name: name, kind: .choice, value: attribute("value", chosen) ?? "",
                    id: attribute("id", String(match.1)) ?? ""))
        }
        return fields
    }

    /// The fields that a browser would send to `action`, except the CSRF token. Typed values replace the page’s values.
    /// A box is ticked only if it has a typed value.
    ///
    /// - Parameter method: If several forms have the action, the first one with this method is filled in.
    static func filled(
        _ html: String, to action: String, _ typed: [String: String] = [:], preferring method: String = "post"
    ) throws -> [(String, String)] {
        let forms = all(in: html).filter { $0.action == action }
        let form = try #require(forms.first { $0.method == method } ?? forms.first, "no form to \(action)")
        return form.fields.filter { $0.name != CSRFToken.field && ($0.kind != .tick || typed[$0.name] != nil) }
            .map { ($0.name, typed[$0.name] ?? $0.value) }
    }

    static func links(in html: String) -> [String] {
        html.matches(of: /<a [^>]*href="([^"]*)"/).map { plain(String($0.1)) }
    }

    private static func attribute(_ name: String, _ text: String) -> String? {
        let parts = text.split(separator: "\(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].firstIndex(of: "\"") else { return nil }
        return plain(String(parts[1][..<end]))
    }

    private static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&#x27;", with: "'").replacing("&amp;", with: "&")
    }
}
