import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension FlashMessage {
    /// The people whom no message about an action reaches, as parameters in the URL of the next page. These parameters
    /// contain only keywords and numbers. The next page reads the names of the people from the store.
    enum Unreached: Sendable {
        case people(MessagePeople, by: Notice.Kind)
        /// The number of people whom no message reaches, for an action that concerns several events or a removed
        /// sub-event.
        case count(Int)

        fileprivate static let peopleName = "unreached"
        fileprivate static let kindName = "about"

        var query: String {
            switch self {
            case .people(let people, let kind):
                "\(Unreached.peopleName)=\(people.code)&\(Unreached.kindName)=\(kind.rawValue)"
            case .count(let count): "\(Unreached.peopleName)=\(count)"
            }
        }

        fileprivate init?(_ request: PageRequest) {
            guard let code = request.query(Unreached.peopleName) else { return nil }
            if let count = Int(code) {
                guard (1...100_000_000).contains(count) else { return nil }
                self = .count(count)
                return
            }
            guard let people = MessagePeople(code: code),
                let kind = request.query(Unreached.kindName).flatMap({ Notice.Kind(rawValue: $0) })
            else { return nil }
            self = .people(people, by: kind)
        }
    }

    /// Reads from the store the people whom no message reaches, if the URL of the page has parameters about them.
    static func readUnreached(_ request: inout PageRequest) async throws {
        guard let unreached = Unreached(request) else { return }
        let name = request.pathParameter("event") ?? request.query("event")
        request.unreached = try await request.withServices { services -> PageRequest.UnreachedRemark? in
            switch unreached {
            case .count(let count):
                return PageRequest.UnreachedRemark(
                    sentence: Sentence(ReachSentence.notNamed, ["count": .number(count)]), isShortened: false)
            case .people(let people, let kind):
                guard
                    let event = try services.events.events(.any).first(where: {
                        $0.slug == name || $0.number.description == name
                    })
                else { return nil }
                return try services.unreachedRemark(people, by: kind, of: event)
            }
        }
    }
}

extension ManagementServices {
    /// The people whom no message about an action reaches, for the URL of the next page; nil if messages reach
    /// everybody.
    func unreached(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event
    ) throws -> FlashMessage.Unreached? {
        try notices.unreached(people, by: kind, of: event).isEmpty ? nil : .people(people, by: kind)
    }

    /// The sentence about the people whom no message reaches; nil if messages reach everybody, or if the user may not
    /// see the event.
    func unreachedRemark(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event
    ) throws -> PageRequest.UnreachedRemark? {
        do {
            let unreached = try notices.unreached(people, by: kind, of: event)
            return UnreachedPeopleReport(unreached, zone: event.zone).sentence.map {
                PageRequest.UnreachedRemark(sentence: $0, isShortened: unreached.isShortened)
            }
        } catch ManagementError.forbidden, ManagementError.notGranted {
            return nil
        }
    }
}
