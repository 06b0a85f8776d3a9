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

extension PublicContact {
    /// The values for the template `organizer`: the e-mail address, phone number and website, each as a link.
    var linkContexts: [TemplateContext] {
        var links: [(text: String, address: String)] = []
        if let email { links.append((email.rawValue, email.mailtoURL)) }
        if let phone { links.append((phone.rawValue, "tel:\(phone.rawValue)")) }
        if let website, website.hasPrefix("https://") || website.hasPrefix("http://") {
            links.append((website, website))
        }
        return links.map { TemplateContext(["contact": .text($0.text), "contact_link": .text($0.address)]) }
    }
}
