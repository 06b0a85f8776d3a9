import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import WebHost
@testable import WebPublic

/// A title that the server must send unchanged as JSON.
private let hostile = #"</script><script>alert("1")</script><b>'&"#
private let day: Int64 = 86_400

extension Served {
    fileprivate func post(_ path: String, _ json: String) async throws -> Reply {
        let head = "Content-Type: application/json\r\nAccept: application/json\r\n"
        guard let reply = try await ask("POST", path, head: head, body: json) else {
            throw Surprise(what: "no answer from \(path)")
        }
        return reply
    }
}

private func strings(in value: Any) -> [String] {
    if let text = value as? String { return [text] }
    if let list = value as? [Any] { return list.flatMap { strings(in: $0) } }
    return (value as? [String: Any])?.values.flatMap { strings(in: $0) } ?? []
}

/// A request body with interests.
private func interests(
    categories: [String] = [], city: String = "", price: String = "", purchases: [String] = []
) -> String {
    func list(_ words: [String]) -> String { "[\(words.map { "\"\($0)\"" }.joined(separator: ","))]" }
    return """
        {"categories":\(list(categories)),"city":"\(city)","distance":25,"price":"\(price)",\
        "days":["friday","someday"],"times":["evening"],"organizers":[],\
        "purchases":\(list(purchases)),"likes":[],"shares":[],"views":[]}
        """
}

@Suite("Discovery: recommendations", .serving)
struct DiscoveryRecommendationTests {
    @Test("Recommendations come in sections with reasons, and a title with markup is sent unchanged")
    func sections() async throws {
        let festival = try Festival()
        try festival.announce("Robots", at: 9 * day) { ($0.category, $0.city) = (.technology, "Kampala") }
        try festival.announce(hostile, at: 10 * day) { $0.city = "Kampala" }
        try await festival.browse { served, _ async throws in
            let reply = try await served.post(
                "/discover/for-you", interests(categories: ["technology", "unheard-of"], city: "Kampala"))
            #expect(reply.status == 200 && reply.headers["content-type"] == "application/json")
            let tree = try #require(
                try JSONSerialization.jsonObject(with: Data(reply.body.utf8)) as? [String: [Any]])
            let sections = try #require(tree["sections"])
            #expect(sections.count == 3)
            let texts = strings(in: sections)
            for text in [
                "Recommended for you", "Matches your Technology interests · In Kampala", "/events/robots",
                "Events near you", hostile, "Free events", "New Year by the Lake",
            ] {
                #expect(texts.contains(text), "\(text)")
            }
        }
    }

    @Test("A visitor without interests gets popular events of the next days; cancelled events are left out")
    func coldStart() async throws {
        let festival = try Festival()
        let other = try festival.announce("Soon")
        try await festival.browse { served, _ async throws in
            let first = try await served.post("/discover/for-you", interests()).body
            #expect(first.contains("Popular right now") && first.contains("/events/soon"))
            _ = try festival.services.events.cancelEvent(other)
            #expect(try await !served.post("/discover/for-you", interests()).body.contains("/events/soon"))
        }
    }

    @Test("The server does not store or log interests and positions, and refuses large and malformed bodies")
    func privacy() async throws {
        let festival = try Festival()
        try festival.announce("Town") { details in
            (details.city, details.position) = ("Kampala", Coordinates(latitude: 313_600, longitude: 32_581_100))
        }
        try await festival.browse { served, _ async throws in
            let body = interests(categories: ["nightlife"], city: "Secretville", purchases: ["religion"])
            let reply = try await served.post("/discover/for-you", body)
            #expect(reply.status == 200 && reply.headers["set-cookie"] == nil)
            let near = try await served.post("/discover/near", #"{"position":"0.3,32.6"}"#)
            #expect(near.body == #"{"city":"Kampala","path":"/events?near=Kampala"}"# + "\n")
            #expect(near.headers["set-cookie"] == nil)
            let far = try await served.post("/discover/near", #"{"position":"60.2,24.9"}"#)
            #expect(far.body == #"{"city":null,"path":null}"# + "\n")
            for (path, text, status) in [
                ("/discover/near", #"{"position":"here"}"#, 400), ("/discover/near", "{}", 400),
                ("/discover/near", #"{"position":"1,1","name":"x"}"#, 400),
                ("/discover/for-you", "{}", 400), ("/discover/for-you", "[1]", 400),
                ("/discover/for-you", body.replacing("25", with: "\"25\""), 400),
                ("/discover/for-you", interests(city: String(repeating: "a", count: 17_000)), 413),
            ] {
                #expect(try await served.post(path, text).status == status, "\(path) \(text.prefix(60))")
            }
            let log = served.log.text
            for word in ["nightlife", "Secretville", "religion", "32.6", "24.9", "Kampala"] {
                #expect(!log.contains(word), "\(word)")
            }
            #expect(log.contains("/discover/for-you"))
        }
        // Neither the store's file nor its write-ahead log contains the interests.
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(filePath: "\(festival.folder.path)/store.sqlite\(suffix)"))
            #expect(bytes.count > 4096)
            for word in ["nightlife", "Secretville", "religion"] {
                #expect(bytes.range(of: Data(word.utf8)) == nil, "\(suffix) \(word)")
            }
        }
    }

    @Test("Requests from pages of other sites are refused, and the number of requests from one network is limited")
    func limits() async throws {
        let festival = try Festival()
        try await festival.browse { served, _ async throws in
            let foreign = try await served.ask(
                "POST", "/discover/for-you",
                head: "Content-Type: application/json\r\nOrigin: http://evil.example\r\n", body: interests())
            #expect(foreign?.status == 403)
            var statuses: Set<Int> = []
            for _ in 0..<61 {
                statuses.insert(try await served.post("/discover/near", #"{"position":"0,0"}"#).status)
            }
            #expect(statuses == [200, 429])
        }
    }
}
