import Ticketing
import WebHost

/// Links that show the place of an event on a map: in a map app (RFC 5870), and on a web page.
struct MapLinks {
    /// The URL that opens a map app, such as `geo:0.051200,32.463700?q=…`.
    let app: String
    /// The URL of a page of OpenStreetMap.
    let page: String

    /// The links to an event’s position or, if the event has none, to its address or city. Nil if the event has none of
    /// these.
    init?(_ details: EventDetails) {
        let names = [details.venue, details.address, details.city].compactMap(\.self).filter { !$0.isEmpty }
        if let position = details.position {
            let parts = position.description.split(separator: ",")
            guard parts.count == 2 else { return nil }
            app = "geo:\(position)?q=\(position)"
            page = "https://www.openstreetmap.org/?mlat=\(parts[0])&mlon=\(parts[1])#map=17/\(parts[0])/\(parts[1])"
            return
        }
        // A map cannot find a venue if it has only the venue’s name.
        guard details.address != nil || details.city != nil, !names.isEmpty else { return nil }
        let query = FormFields.encode(names.joined(separator: ", "))
        app = "geo:0,0?q=\(query)"
        page = "https://www.openstreetmap.org/search?query=\(query)"
    }
}
