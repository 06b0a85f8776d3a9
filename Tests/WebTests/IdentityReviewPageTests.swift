import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebDesk
@testable import WebHost

@Suite("Verification with messages and reviews", .serving)
struct IdentityReviewPageTests {
    private static let reviews = IdentityReviewPage.path
    private let festival: Festival
    private let services: ManagementServices
    private let visitor: DeskVisitor
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        organizer = try services.organizers.createOrganizer(OrganizerDetails(name: "Lake <House>"))
        visitor = try DeskVisitor("joan", joan, at: festival)
        owner = try .owner(of: festival)
    }

    private var path: String { "\(organizer.deskPath)/verify" }

    /// Fills in a form of the verification page, sends it, and returns the response.
    private func submit(_ served: Served, _ step: String, _ typed: [String: String] = [:]) async throws -> Reply {
        let page = try await visitor.get(served, path).body
        return try await visitor.post(
            served, "\(path)/\(step)", PageForm.filled(page, to: "\(path)/\(step)", typed))
    }

    private func code(to recipient: String) throws -> String {
        var codes: [String] = []
        try festival.services.notices.forEachNoticeOfStore {
            if $0.recipient == recipient, let code = $0.payload["code"] { codes.append(code) }
        }
        return try #require(codes.last)
    }

    @Test("The owner of the server returns or accepts a document; for other users, the page does not exist")
    func reviewing() async throws {
        let reviews = IdentityReviewPageTests.reviews
        let decision = "\(reviews)/\(organizer.number)"
        try await Served.with(configuration: try festival.mailConfiguration()) { served async throws in
            #expect(try await visitor.get(served, reviews).status == 404)
            #expect(try await visitor.post(served, "\(reviews)/setting", [("on", "yes")]).status == 404)
            #expect(!PageForm.links(in: try await visitor.get(served, "/desk").body).contains(reviews))
            #expect(PageForm.links(in: try await owner.get(served, "/desk").body).contains(reviews))

            let off = try await owner.get(served, reviews).body
            let setting = try PageForm.filled(off, to: "\(reviews)/setting")
            #expect(try await owner.post(served, "\(reviews)/setting", setting).status == 303)
            #expect(try services.organizers.reviewsIdentities())

            let document = ["document": "passport", "number": "CM88123456"]
            #expect(try await submit(served, "identity", document).status == 303)
            #expect(try await visitor.get(served, path).body.contains(">in review<"))
            let list = try await owner.get(served, reviews).body
            #expect(list.contains("Lake &lt;House&gt;") && list.contains("number ends in 456"))
            #expect(try await visitor.post(served, "\(decision)/accept", []).status == 404)

            let shown = try await owner.get(served, reviews).body
            let empty = try await owner.post(
                served, "\(decision)/return", PageForm.filled(shown, to: "\(decision)/return", ["reason": " "]))
            #expect(empty.status == 422 && empty.body.contains("id=\"reason-\(organizer.number)-fault\""))
            let reason = ["reason": "It is <b>blurred"]
            let returned = try await owner.post(
                served, "\(decision)/return", PageForm.filled(shown, to: "\(decision)/return", reason))
            #expect(returned.status == 303)
            let page = try await visitor.get(served, path).body
            #expect(page.contains("“It is &lt;b&gt;blurred”") && !page.contains(">in review<"))

            #expect(try await submit(served, "identity", document).status == 303)
            // The organizer enters another document after the owner has opened the page.
            let old = try await owner.get(served, reviews).body
            let other = document.merging(["number": "CM88123999"]) { $1 }
            #expect(try await submit(served, "identity", other).status == 303)
            for stale in [try PageForm.filled(old, to: "\(decision)/accept"), []] {
                let refused = try await owner.post(served, "\(decision)/accept", stale)
                #expect(refused.status == 422 && refused.body.contains("another identity document in the meantime"))
                #expect(refused.body.contains("number ends in 999"))
            }
            let now = try PageForm.filled(try await owner.get(served, reviews).body, to: "\(decision)/accept")
            for result in ["saved", "notWaiting"] {
                let reply = try await owner.post(served, "\(decision)/accept", now)
                #expect(reply.status == 303 && reply.headers["location"] == "\(reviews)?done=\(result)")
            }
            // Another reviewer, who still sees the document, returns it.
            let late = try await owner.post(served, "\(decision)/return", now + [("reason", "It is blurred")])
            let told = try await owner.get(served, try #require(late.headers["location"])).body
            #expect(told.contains("No identity document of the organizer is waiting for a review."))
            let missing = try services.organizers.organizer(named: organizer.slug).verification.missing
            #expect(!missing.contains(.identity))

            let on = try PageForm.filled(try await owner.get(served, reviews).body, to: "\(reviews)/setting")
            #expect(try await owner.post(served, "\(reviews)/setting", on).status == 303)
            #expect(try !services.organizers.reviewsIdentities())
        }
    }

    @Test("A server that sends messages says that it sends codes; a code by SMS confirms the phone number")
    func codes() async throws {
        try await Served.with(configuration: try festival.mailConfiguration(isTexting: true)) { served async throws in
            let start = try await visitor.get(served, path).body
            #expect(start.contains("confirmed with a code that the server sends to it"))
            #expect(start.contains(">Send code<"))
            #expect(!start.contains("notice list") && !start.contains("message list"))
            let sent = try await submit(served, "profile", ["email": "joan@example.org"])
            let next = try await visitor.get(served, try #require(sent.headers["location"])).body
            #expect(next.contains("A message with the code is queued") && !next.contains("no sender is set up"))

            #expect(!start.contains("\(path)/phone"))
            #expect(try await submit(served, "contact", ["phone": "+256772123456"]).status == 303)
            let early = try await submit(served, "phone")
            #expect(early.status == 422 && early.body.contains("First confirm the e-mail address."))
            #expect(try await submit(served, "code", ["code": code(to: "joan@example.org")]).status == 303)
            #expect(try await submit(served, "phone").status == 303)
            let right = try code(to: "+256772123456")
            let wrong = try await submit(served, "phone-code", ["code": right == "000000" ? "000001" : "000000"])
            #expect(wrong.status == 422 && wrong.body.contains(#"id="phone-code-fault""#))
            #expect(try await submit(served, "phone-code", ["code": right]).status == 303)
            let done = try await visitor.get(served, path).body
            #expect(done.contains("The phone number +256772123456 is confirmed."))
            #expect(!done.contains("\(path)/phone"))
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await visitor.get(served, path).body
            #expect(page.contains("eventpass notice list --all") && !page.contains("\(path)/phone"))
        }
    }
}
