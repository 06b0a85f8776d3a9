import Testing

@testable import MessageTransport

@Suite("Refusals of mail servers")
struct SMTPRefusalTests {
    private func refusal(_ answer: String) throws -> SMTPRefusal {
        SMTPRefusal(status: try #require(Int(answer.prefix(3))), answer: answer)
    }

    @Test(
        "An answer about a quota or limit of the sender’s account is recognized as a sending limit",
        arguments: [
            "550 5.4.5 Daily user sending limit exceeded. For more information see the help",
            "550 5.4.5 Try tomorrow", "550 Sending quota exceeded", "550 5.7.1 Hourly limit exceeded for this account",
            "454 4.7.1 Rate limit exceeded", "450 4.7.1 Sender is rate limited", "554 5.7.0 Limit reached",
            "550 You have exceeded the maximum daily limit", "421 4.7.28 An unusual rate of mail from this address",
        ])
    func limits(answer: String) throws { #expect(try refusal(answer).isSendingLimit) }

    @Test(
        "Answers about the mailbox, size, content or connection are not mistaken for limits of the account",
        arguments: [
            "550 5.1.1 No such mailbox", "552 5.2.2 The mailbox is over quota", "550 5.2.2 Quota exceeded",
            "550 Mailbox quota exceeded", "450 4.2.1 The user receives mail at a rate limit", "452 4.2.2 Quota reached",
            "552 5.3.4 Message size limit exceeded", "550 5.6.0 Line length limit exceeded",
            "421 4.7.0 Too many messages on this connection", "554 5.7.1 This looks like spam",
            "550 5.7.26 Unauthenticated mail is prohibited", "452 4.5.3 Too many recipients",
            "550 5.7.1 Separate, corporate and unlimited",
        ])
    func others(answer: String) throws { #expect(try !refusal(answer).isSendingLimit) }

    @Test("A limit of the account or a block of the sender is temporary; other refusals are permanent")
    func temporary() throws {
        for answer in [
            "554 5.7.1 Service unavailable; client host blocked using a list", "550 5.7.0 Blocked for an hour",
            "550 5.4.5 Daily sending limit exceeded",
        ] {
            #expect(try refusal(answer).isTemporary, "\(answer)")
        }
        for answer in [
            "550 5.1.1 No such mailbox", "554 5.7.1 This looks like spam", "550 5.7.26 Blocked", "550 Blocked",
            "552 5.2.2 Full", "550 5.4.1 Recipient address rejected", "550 5.4.4 No such domain",
        ] {
            #expect(try !refusal(answer).isTemporary, "\(answer)")
        }
    }
}
