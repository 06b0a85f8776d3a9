import BrowserFixture
import Cryptography
import EventFixture
import Management
import Testing
import Ticketing

/// A person who works for an organizer and signs in with a password.
struct Colleague {
    let user: User
    let email: EmailAddress
    static let password = "wet paint, mind the step"

    init(_ name: String, _ role: Role, at festival: Festival) throws {
        email = try #require(EmailAddress(rawValue: "\(name.lowercased())@example.org"))
        user = try festival.services.users.addUser(UserDetails(name: name, email: email))
        try setPassword(at: festival)
        _ = try festival.services.members.setRole(
            role, of: user, in: festival.services.organizers.organizer(named: "Nile Nights"))
    }

    /// Sets the same password again, which ends all sessions of the user.
    func setPassword(at festival: Festival) throws {
        _ = try festival.services.users.setPassword(
            NewPassword(SecretBytes(copying: Colleague.password.utf8.span)), of: user)
    }

    func signIn(in browser: WebDriver) async throws {
        try await browser.type("\(email)", into: "#email")
        try await browser.type(Colleague.password, into: "#password")
        try await browser.click("form.narrow button")
        try await browser.wait(until: "!document.getElementById('password') && document.readyState === 'complete'")
    }
}
