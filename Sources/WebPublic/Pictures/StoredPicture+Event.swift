import Ticketing
import WebHost

extension [StoredPicture] {
    /// The template values that show the poster and the logo of an event: the sections `poster` and `logo`.
    ///
    /// - Parameter sizes: the width of the poster on the page, as the HTML attribute `sizes`.
    func eventContext(posterSizes sizes: String) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        for picture in self {
            context[picture.role.rawValue] = .section(
                TemplateContext(picture.context(sizes: picture.role == .logo ? "5rem" : sizes)))
        }
        return context
    }
}
