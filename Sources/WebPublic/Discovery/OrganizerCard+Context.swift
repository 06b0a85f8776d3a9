import Languages
import Management
import Ticketing
import WebHost

extension OrganizerCard {
    /// The values for the template `organizer-card`.
    var context: TemplateContext {
        let count =
            switch upcoming {
            case 0: Sentence(DiscoverySentence.noEvents)
            case ...Storefront.mostListed: Sentence(DiscoverySentence.upcomingCount, ["count": .number(upcoming)])
            default: Sentence(DiscoverySentence.upcomingMany, ["most": .number(Storefront.mostListed)])
            }
        var context: [String: TemplateContext.Value] = [
            "organizer": .text(name), "organizer_slug": .text(slug), "upcoming": .sentence(count),
        ]
        if let picture { context["organizer_picture"] = .section(TemplateContext(picture.context(sizes: "5rem"))) }
        return TemplateContext(context)
    }
}
