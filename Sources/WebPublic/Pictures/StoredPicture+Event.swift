import Ticketing
import WebHost

extension [StoredPicture] {
    /// The template values that show the poster and the logo of an event: the sections `poster` and `logo`.
    ///
    /// - Parameter sizes: the width of the poster on the page, as the HTML attribute `sizes`.
    func eventContext(posterSizes sizes: String) -> [String: TemplateContext.Value] {
        var context = logoContext
        for picture in self where picture.role == .poster {
            context["poster"] = .section(TemplateContext(picture.context(sizes: sizes)))
        }
        return context
    }

    /// The template values that show the logo of an event without the poster: the section `logo`.
    var logoContext: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        for picture in self where picture.role == .logo {
            context["logo"] = .section(TemplateContext(picture.context(sizes: "5rem")))
        }
        return context
    }
}
