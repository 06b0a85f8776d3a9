import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Review of identity documents, and confirmed phone numbers", .everyEngine)
struct VerificationReviewTests {
    private let festival: Festival
    /// The services of Joan, who is not the local owner.
    private let joan: ManagementServices
    private let organizer: Organizer

    init() throws {
        festival = try Festival()
        let user = try festival.services.users.addUser(UserDetails(name: "Joan"))
        joan = try ManagementServices.signIn(to: festival.store, as: "\(user.id)", clock: festival.clock.now)
        organizer = try joan.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
    }

    /// Enters an identity document, and returns the steps of the organizer’s verification that are still missing.
    private func submit(_ number: String = "B 123-4567") throws -> [VerificationStep] {
        let key = try IdentityKey(path: festival.folder("identity.key"))
        return try joan.organizers.verify(organizer, .identity(.passport, number: number, key)).verification.missing
    }

    /// The hash of the document that waits for a review.
    private func waiting() throws -> String {
        try #require(try festival.services.organizers.identitiesToReview().first).hash
    }

    private func missing() throws -> [VerificationStep] {
        try joan.organizers.organizer(named: organizer.slug).verification.missing
    }

    // MARK: - Reviews

    @Test("By default, nobody reviews identity documents: the identity step is complete when a document is entered")
    func off() throws {
        #expect(try !joan.organizers.reviewsIdentities())
        #expect(try !submit().contains(.identity))
        #expect(try joan.organizers.identityReview(of: organizer) == nil)
        #expect(try festival.services.organizers.identitiesToReview().isEmpty)
        // A document that was entered before the review was turned on stays accepted.
        try festival.services.organizers.setReviewsIdentities(true)
        #expect(try !missing().contains(.identity))
        #expect(throws: ManagementError.unknownOrganizer("\(organizer.number)", known: [])) {
            try festival.services.organizers.acceptIdentity(of: organizer.number, seen: "")
        }
    }

    @Test("With the review, the identity step is complete after the local owner has accepted the document")
    func accepted() throws {
        let owner = festival.services.organizers
        try owner.setReviewsIdentities(true)
        #expect(try submit().contains(.identity))
        let listed = try owner.identitiesToReview()
        #expect(listed.map(\.organizer.number) == [organizer.number])
        #expect(listed.map(\.ending) == ["567"] && listed.map(\.document) == [.passport])
        try owner.acceptIdentity(of: organizer.number, seen: waiting())
        #expect(try !missing().contains(.identity))
        #expect(try joan.organizers.identityReview(of: organizer) == IdentityReview(state: .accepted))
        #expect(throws: ManagementError.unknownOrganizer("\(organizer.number)", known: [])) {
            try owner.returnIdentity(of: organizer.number, seen: "", because: "too late")
        }
        // If another document is entered, it waits for another review.
        #expect(try submit("C 765-4321").contains(.identity))
        try owner.setReviewsIdentities(false)
        #expect(try !submit("C 765-4321").contains(.identity))
        #expect(try owner.identitiesToReview().isEmpty)
    }

    @Test("A returned document has a reason, which the organizer sees; the organizer can enter another document")
    func returned() throws {
        let owner = festival.services.organizers
        try owner.setReviewsIdentities(true)
        _ = try submit()
        for reason in ["", " ", "a\u{0}b", String(repeating: "x", count: 501)] {
            let error = try #require(throws: ManagementError.self, "\(reason)") {
                try owner.returnIdentity(of: organizer.number, seen: waiting(), because: reason)
            }
            guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
            #expect(faults.map(\.field) == ["reason"])
        }
        try owner.returnIdentity(
            of: organizer.number, seen: waiting(), because: "The passport has expired.")
        let review = try #require(try joan.organizers.identityReview(of: organizer))
        #expect(review == IdentityReview(state: .returned, reason: "The passport has expired."))
        #expect(try missing().contains(.identity) && owner.identitiesToReview().isEmpty)
        _ = try submit("C 765-4321")
        #expect(try joan.organizers.identityReview(of: organizer) == IdentityReview(state: .submitted))
        try owner.acceptIdentity(of: organizer.number, seen: waiting())
        #expect(try !missing().contains(.identity))

        var reviews: [String] = []
        try joan.audit.forEachChange(of: organizer) { record in
            guard record.action == "reviewIdentity" else { return }
            reviews.append(record.after["identity_review"] ?? "")
            #expect(record.user == festival.services.user.id)
        }
        #expect(reviews == ["returned", "accepted"])
    }

    @Test(
        """
        The owners and managers get a message with the result of each review and, if a document is returned, the \
        reason
        """)
    func messages() throws {
        let owner = festival.services.organizers
        for (name, role) in [("Mona", Role.manager), ("Olive", .owner), ("Sam", .seller)] {
            let address = EmailAddress(rawValue: "\(name.lowercased())@example.org")
            let user = try festival.services.users.addUser(UserDetails(name: name, email: address))
            _ = try joan.members.setRole(role, of: user, in: organizer)
        }
        func notices() throws -> [Notice] {
            try festival.store.read { try $0.notices.page(of: organizer.number, after: nil, limit: 100) }
                .filter { $0.kind == .identityReviewed }
        }
        try owner.setReviewsIdentities(true)
        _ = try submit()
        #expect(try notices().isEmpty)
        try owner.returnIdentity(of: organizer.number, seen: waiting(), because: "The passport has expired.")
        #expect(try notices().map(\.recipient).sorted() == ["mona@example.org", "olive@example.org"])
        let returned = try notices()
        #expect(
            returned.allSatisfy {
                $0.payload == ["result": "returned", "body": "The passport has expired."] && $0.event == nil
            })
        festival.clock.advance(bySeconds: 60)
        _ = try submit("C 765-4321")
        try owner.acceptIdentity(of: organizer.number, seen: waiting())
        let accepted = try notices().filter { !returned.contains($0) }
        #expect(accepted.map(\.payload) == [["result": "accepted"], ["result": "accepted"]])
        // The messages concern no event, so the rules that drop messages about past events do not apply to them.
        let leases = try NoticeDispatcher(clock: festival.clock.now).decide(
            atMost: 10, channels: [.email], festival.store
        ).leases
        #expect(leases.count == 4)
    }

    @Test("A review of a document that the organizer has replaced meanwhile is refused, and changes nothing")
    func replaced() throws {
        let owner = festival.services.organizers
        try owner.setReviewsIdentities(true)
        _ = try submit()
        let seen = try waiting()
        #expect(seen.count >= 32)
        _ = try submit("C 765-4321")
        for other in [seen, "", seen.uppercased()] {
            #expect(throws: ManagementError.identityChanged) {
                try owner.acceptIdentity(of: organizer.number, seen: other)
            }
            #expect(throws: ManagementError.identityChanged) {
                try owner.returnIdentity(of: organizer.number, seen: other, because: "no")
            }
        }
        #expect(try joan.organizers.identityReview(of: organizer) == IdentityReview(state: .submitted))
        #expect(ManagementError.identityChanged.hint != nil)
        // If the same document is entered again, it still counts as the document that the reviewer has seen.
        _ = try submit()
        try owner.acceptIdentity(of: organizer.number, seen: seen)
        #expect(try !missing().contains(.identity))
    }

    @Test("Only the local owner turns the review on, sees the documents and reviews them")
    func rights() throws {
        try festival.services.organizers.setReviewsIdentities(true)
        _ = try submit()
        for attempt: () throws -> Void in [
            { try joan.organizers.setReviewsIdentities(false) },
            { _ = try joan.organizers.identitiesToReview() },
            { try joan.organizers.acceptIdentity(of: organizer.number, seen: waiting()) },
            { try joan.organizers.returnIdentity(of: organizer.number, seen: waiting(), because: "no") },
        ] {
            #expect(throws: ManagementError.localOwnerOnly) { try attempt() }
        }
        #expect(try joan.organizers.reviewsIdentities() && missing().contains(.identity))
    }

    // MARK: - Phone numbers

    private static let phone = "+256772123456"

    private func store(_ phone: String?) throws {
        let contact = PublicContact(
            email: nil, phone: try phone.map { try #require(PhoneNumber(rawValue: $0)) },
            website: "https://lake.example")
        _ = try joan.organizers.verify(organizer, .contact(contact))
    }

    /// The codes that were sent to an address or phone number, in alphabetical order.
    private func codes(to recipient: String) throws -> [String] {
        var codes: [String] = []
        try festival.services.notices.forEachNoticeOfStore {
            if $0.recipient == recipient, let code = $0.payload["code"] { codes.append(code) }
        }
        return codes.sorted()
    }

    private func confirmEmail() throws {
        _ = try joan.organizers.verify(
            organizer, .email(#require(EmailAddress(rawValue: "joan@example.org"))))
        _ = try joan.organizers.verify(organizer, .emailCode(#require(try codes(to: "joan@example.org").first)))
    }

    private func isConfirmed() throws -> Bool {
        try joan.organizers.publicContact(of: organizer)?.phoneConfirmed != nil
    }

    @Test("A code that is sent to the public contact’s phone number confirms this number, until the number changes")
    func phone() throws {
        #expect(try joan.organizers.publicContact(of: organizer) == nil)
        for phone in [nil, VerificationReviewTests.phone] as [String?] {
            if let phone { try store(phone) }
            // In the first run, there is no phone number. In the second run, the e-mail address is not confirmed.
            let error = try #require(throws: ManagementError.self) { try joan.organizers.verify(organizer, .phone) }
            guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
            #expect(faults.map(\.field) == ["phone"])
        }
        #expect(throws: ManagementError.noPendingConfirmation) {
            try joan.organizers.verify(organizer, .phoneCode("123456"))
        }
        try confirmEmail()
        #expect(try !joan.organizers.verify(organizer, .phone).verification.missing.contains(.contact))
        let code = try #require(try codes(to: VerificationReviewTests.phone).first)
        #expect(throws: ManagementError.wrongConfirmation(left: 4)) {
            try joan.organizers.verify(organizer, .phoneCode(code == "000000" ? "000001" : "000000"))
        }
        #expect(try !isConfirmed() && !missing().contains(.contact))
        _ = try joan.organizers.verify(organizer, .phoneCode(code))
        #expect(try isConfirmed())
        #expect(throws: ManagementError.noPendingConfirmation) {
            try joan.organizers.verify(organizer, .phoneCode(code))
        }
        try store(VerificationReviewTests.phone)
        #expect(try isConfirmed())
        try store("+256700123456")
        #expect(try !isConfirmed())
        try store(nil)
        #expect(try joan.organizers.publicContact(of: organizer)?.contact.phone == nil)
    }

    @Test(
        "A new phone number makes a pending code invalid; changing the number does not raise the daily limit of codes")
    func limits() throws {
        try confirmEmail()
        for number in 1...5 {
            // Each notice needs a different time, because the time is a part of its key.
            festival.clock.advance(bySeconds: 1)
            try store("+25677212345\(number)")
            _ = try joan.organizers.verify(organizer, .phone)
            let code = try #require(try codes(to: "+25677212345\(number)").first)
            try store("+256700123456")
            #expect(throws: ManagementError.noPendingConfirmation) {
                try joan.organizers.verify(organizer, .phoneCode(code))
            }
        }
        #expect(throws: ManagementError.tooManyCodes(until: Festival.start.advanced(bySeconds: 86_401))) {
            try joan.organizers.verify(organizer, .phone)
        }
        #expect(try codes(to: "+256700123456").isEmpty)
        festival.clock.advance(bySeconds: 86_400)
        _ = try joan.organizers.verify(organizer, .phone)
        #expect(try codes(to: "+256700123456").count == 1)
    }
}
