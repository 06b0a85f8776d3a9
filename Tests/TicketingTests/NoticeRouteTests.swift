import Testing
import Ticketing

@Suite("Channels of notices")
struct NoticeRouteTests {
    private static let now = Instant.june(12, 12)

    /// Decides about a notice at noon. By default, the recipient has an e-mail address and a phone number, and senders
    /// for both are set up.
    private func decide(
        _ kind: Notice.Kind, off: [Notice.Channel] = [], addresses: Set<Notice.Channel> = [.email, .sms],
        preferred: Notice.Channel = .email, channels: Set<Notice.Channel> = [.email, .sms]
    ) -> NoticeDecision {
        NoticeSamples.facts(kind, at: NoticeRouteTests.now) { facts in
            facts.recipient.preferences.off = Set(off.map { MessagePreferences.offKey(kind, $0) })
            facts.recipient.addresses = Dictionary(
                uniqueKeysWithValues: addresses.map { ($0, $0 == .email ? "ada@example.org" : "+256772000001") })
            facts.recipient.preferred = preferred
            facts.channels = channels
        }.decide(at: NoticeRouteTests.now, policy: NoticeSamples.policy)
    }

    @Test("A message that is turned off for one channel is sent by the other channel, or dropped if there is no other")
    func turnedOff() {
        #expect(decide(.reminder) == .sends(.chosen))
        #expect(decide(.reminder, off: [.sms]) == .sends(.chosen))
        #expect(decide(.reminder, off: [.email]) == .sends(.byPhone, by: .sms))
        #expect(decide(.reminder, off: [.sms], preferred: .sms) == .sends(.byEmail))
        #expect(decide(.reminder, off: [.email], addresses: [.email]) == .drops(.turnedOff))
        #expect(decide(.reminder, off: [.email, .sms]) == .drops(.turnedOff))
        // A choice for one kind of messages does not affect another kind.
        let other = NoticeSamples.facts(.reminder, at: NoticeRouteTests.now) {
            $0.recipient.preferences.off = [MessagePreferences.offKey(.answerReminder, .email)]
        }
        #expect(other.decide(at: NoticeRouteTests.now) == .sends(.chosen))
    }

    @Test("A recipient can choose the channel of critical messages and updates, but cannot turn these messages off")
    func mandatory() {
        let kinds: [(Notice.Kind, NoticeReason)] = [(.eventCancelled, .critical), (.eventMoved, .update)]
        for (kind, reason) in kinds {
            #expect(!NoticePolicy.standard.canBeTurnedOff(kind))
            #expect(decide(kind, off: [.email]) == .sends(.byPhone, by: .sms))
            #expect(decide(kind, off: [.sms], preferred: .sms) == .sends(.byEmail))
            #expect(decide(kind, off: [.email], addresses: [.email]) == .sends(reason))
            #expect(decide(kind, off: [.email, .sms]) == .sends(reason))
            #expect(decide(kind, off: [.email], channels: [.email]) == .sends(reason))
        }
        #expect(NoticePolicy.standard.canBeTurnedOff(.reminder))
        for policy in [NoticePolicy.standard, NoticeSamples.policy] {
            #expect(policy.canBeTurnedOff(.organizerMessage))
        }
    }

    @Test("An organizer’s message is an update, but the recipient can turn it off for each channel")
    func organizerMessage() {
        func decide(off: [Notice.Channel], _ addresses: [Notice.Channel: String]) -> NoticeDecision {
            NoticeSamples.facts(.organizerMessage, at: NoticeRouteTests.now) { facts in
                facts.recipient.preferences.off = Set(off.map { MessagePreferences.offKey(.organizerMessage, $0) })
                facts.recipient.addresses = addresses
                facts.channels = [.email, .sms]
            }.decide(at: NoticeRouteTests.now)
        }
        let (mail, both): ([Notice.Channel: String], [Notice.Channel: String]) = (
            [.email: "ada@example.org"], [.email: "ada@example.org", .sms: "+256772000001"]
        )
        #expect(decide(off: [], mail) == .sends(.update))
        #expect(decide(off: [.email], mail) == .drops(.turnedOff))
        #expect(decide(off: [.email], both) == .sends(.byPhone, by: .sms))
        #expect(decide(off: [.email, .sms], both) == .drops(.turnedOff))
    }

    @Test("After a complaint, messages that can be turned off are not sent by any channel")
    func complaint() {
        var preferences = MessagePreferences()
        preferences.on = ["marketing"]
        preferences.turnOffOptional()
        #expect(preferences.on.isEmpty)
        for kind in Notice.Kind.allCases {
            let isOptional = NoticePolicy.standard.canBeTurnedOff(kind)
            #expect(
                preferences.isOff(kind, by: .email) == isOptional && preferences.isOff(kind, by: .sms) == isOptional,
                "\(kind)")
            let facts = NoticeSamples.facts(kind, at: NoticeRouteTests.now) { $0.recipient.preferences = preferences }
            let isDropped = facts.decide(at: NoticeRouteTests.now) == .drops(.turnedOff)
            #expect(isDropped == isOptional, "\(kind)")
        }
        #expect(preferences.isOff(.reminder, by: .email) && preferences.isOff(.organizerMessage, by: .email))
        #expect(!preferences.isOff(.ticketIssued, by: .email) && !preferences.isOff(.passwordReset, by: .email))
    }

    @Test("Nobody gets recommendations or marketing without having asked for them")
    func optIn() {
        for (kind, category) in NoticeSamples.optional {
            #expect(decide(kind) == .drops(.turnedOff))
            let asked = NoticeSamples.facts(kind, at: NoticeRouteTests.now) { $0.recipient.preferences.on = [category] }
            #expect(asked.decide(at: NoticeRouteTests.now, policy: NoticeSamples.policy) == .sends(.allowed))
            let other = NoticeSamples.facts(kind, at: NoticeRouteTests.now) {
                $0.recipient.preferences.on = [kind.rawValue]
            }
            #expect(other.decide(at: NoticeRouteTests.now, policy: NoticeSamples.policy) == .drops(.turnedOff))
        }
    }

    @Test(
        """
        Messages that suggest events are off until the recipient turns them on, for each channel, and are never sent \
        by SMS
        """)
    func suggestions() {
        for kind in [Notice.Kind.recommendations, .popularNearYou] {
            #expect(decide(kind) == .drops(.turnedOff), "\(kind)")
            /// Decides about a notice to a recipient who has turned on messages of this kind for the channels `on`.
            func decided(
                _ on: [Notice.Channel], addresses: [Notice.Channel: String] = [.email: "ada@example.org"],
                chosen: Notice.Channel? = nil
            ) -> NoticeDecision {
                NoticeSamples.facts(kind, at: NoticeRouteTests.now) { facts in
                    for channel in on { facts.recipient.preferences.turn(kind, off: false, by: channel) }
                    facts.recipient.preferences.chosen[kind.rawValue] = chosen
                    facts.recipient.addresses = addresses
                    facts.recipient.preferred = addresses[.email] == nil ? .sms : .email
                    facts.channels = Set(Notice.Channel.allCases)
                }.decide(at: NoticeRouteTests.now)
            }
            let phone: [Notice.Channel: String] = [.sms: "+256772000001"]
            let browser = phone.merging([.push: "+256772000001"]) { $1 }
            #expect(decided([.email]) == .sends(.allowed), "\(kind)")
            #expect(decided([.push]) == .drops(.turnedOff), "\(kind)")
            #expect(decided(Notice.Channel.allCases, addresses: phone) == .drops(.noSMS), "\(kind)")
            #expect(decided(Notice.Channel.allCases, addresses: browser) == .drops(.noSMS), "\(kind)")
            let pushed = decided(Notice.Channel.allCases, addresses: browser, chosen: .push)
            #expect(pushed == .sends(.byPush, by: .push), "\(kind)")
            // Other kinds that are on do not turn this kind on.
            let other = NoticeSamples.facts(kind, at: NoticeRouteTests.now) {
                $0.recipient.preferences.on = ["informational", "reminder/email"]
            }
            #expect(other.decide(at: NoticeRouteTests.now) == .drops(.turnedOff), "\(kind)")
        }
    }

    @Test(
        """
        If the server has no sender for any address of the recipient, a message waits an hour; otherwise, a channel \
        with a sender is used
        """)
    func notSetUp() {
        let waits = NoticeDecision.waits(.june(12, 13), .noChannel)
        for kind in [Notice.Kind.orderPaid, .eventMoved, .reminder] {
            #expect(decide(kind, channels: []) == waits)
            #expect(decide(kind, addresses: [.sms], preferred: .sms, channels: [.email]) == waits)
            #expect(decide(kind, addresses: [], channels: [.email]) == waits)
        }
        #expect(decide(.orderPaid, channels: [.sms]) == .sends(.critical, by: .sms))
        #expect(decide(.reminder, off: [.email], channels: [.email]) == waits)
    }

    @Test("If SMS is used only for important messages, other messages go by e-mail or WhatsApp, or are dropped")
    func withoutSMS() {
        let frugal = NoticeSamples.policy.with { $0.sendsOptionalBySMS = false }
        /// Decides about a notice to a phone number, or to an e-mail address and a phone number.
        func decide(
            _ kind: Notice.Kind, hasEmail: Bool = false, off: [Notice.Channel] = [],
            channels: Set<Notice.Channel> = [.email, .sms], _ policy: NoticePolicy? = nil
        ) -> NoticeDecision {
            NoticeSamples.facts(kind, at: NoticeRouteTests.now) { facts in
                facts.recipient.preferences.on = ["informational", "marketing"]
                if kind.suggestsEvents { facts.recipient.preferences.turn(kind, off: false) }
                facts.recipient.preferences.off = Set(off.map { MessagePreferences.offKey(kind, $0) })
                facts.recipient.preferences.chosen = [kind.rawValue: .sms]
                facts.recipient.addresses = [.sms: "+256772000001"]
                if hasEmail { facts.recipient.addresses[.email] = "ada@example.org" }
                facts.recipient.preferred = .sms
                facts.channels = channels
                facts.recipient.hasConsent = true
                facts.times.notBefore = facts.times.created
            }.decide(at: NoticeRouteTests.now, policy: policy ?? frugal)
        }
        for kind in Notice.Kind.allCases {
            let isImportant = [.critical, .transactional].contains(frugal.category(of: kind))
            let onPhone = decide(kind)
            #expect(onPhone == (isImportant ? decide(kind, NoticeSamples.policy) : .drops(.noSMS)), "\(kind)")
            #expect((onPhone.action == .send(.sms)) == isImportant, "\(kind)")
            #expect(decide(kind, hasEmail: true).action == .send(isImportant ? .sms : .email), "\(kind)")
        }
        #expect(decide(.reminder, hasEmail: true, off: [.email]) == .drops(.noSMS))
        #expect(decide(.reminder, hasEmail: true, off: [.email, .sms]) == .drops(.turnedOff))
        // The message waits until the server has a sender for e-mail.
        #expect(decide(.reminder, hasEmail: true, channels: [.sms]) == .waits(.june(12, 13), .noChannel))
        #expect(decide(.reminder, channels: [.sms, .whatsApp]).action == .send(.whatsApp))
    }

    @Test("WhatsApp replaces only SMS, and never for a recipient who has turned SMS off")
    func whatsApp() {
        let sends = NoticeDecision.sends(.chosen, by: .whatsApp)
        #expect(decide(.reminder, addresses: [.sms], preferred: .sms, channels: [.email, .whatsApp]) == sends)
        #expect(decide(.reminder, preferred: .sms, channels: [.email, .whatsApp]) == .sends(.chosen))
        let off = decide(.reminder, off: [.sms], addresses: [.sms], preferred: .sms, channels: [.whatsApp])
        #expect(off == .drops(.turnedOff))
        #expect(decide(.reminder, addresses: [.email], channels: [.whatsApp]) == .waits(.june(12, 13), .noChannel))
    }
}
