import EventFixture
import Testing
import Ticketing

@Suite("Second addresses of recipients")
struct NoticeChannelTests {
    private static let now = Instant.june(12, 12)
    private static let both: [Notice.Channel: String] = [.email: "ada@example.org", .sms: "+256772000001"]

    /// Decides at noon about a notice to a recipient who has confirmed both addresses.
    private func decide(
        _ kind: Notice.Kind, preferred: Notice.Channel = .email, _ change: (inout NoticeFacts) -> Void = { _ in }
    ) -> NoticeDecision {
        NoticeSamples.facts(kind, at: NoticeChannelTests.now) { facts in
            facts.recipient.addresses = NoticeChannelTests.both
            facts.recipient.preferred = preferred
            facts.recipient.hasConfirmedPhone = true
            facts.recipient.hasConsent = true
            facts.channels = [.email, .sms]
            change(&facts)
        }.decide(at: NoticeChannelTests.now)
    }

    @Test("A chosen channel is used for every kind of message, even for critical messages and updates")
    func chosen() {
        for kind in Notice.Kind.allCases where kind != .news && !kind.suggestsEvents {
            for channel in [Notice.Channel.email, .sms] {
                for preferred in [Notice.Channel.email, .sms] {
                    let decision = decide(kind, preferred: preferred) {
                        $0.recipient.preferences.chosen[kind.rawValue] = channel
                    }
                    #expect(decision.action == .send(channel), "\(kind) \(channel) \(preferred)")
                    let redirected: NoticeReason = channel == .email ? .byEmail : .byPhone
                    #expect((decision.reason == redirected) == (channel != preferred), "\(kind) \(channel)")
                }
            }
        }
    }

    @Test("If the chosen channel has no sender, or messages to its address are stopped, the other channel is used")
    func fallback() {
        for kind in [Notice.Kind.orderPaid, .eventMoved, .reminder] {
            let withoutSender = decide(kind) { facts in
                facts.recipient.preferences.chosen[kind.rawValue] = .sms
                facts.channels = [.email]
            }
            #expect(withoutSender.action == .send(.email), "\(kind)")
            let stopped = decide(kind) { facts in
                facts.recipient.preferences.chosen[kind.rawValue] = .sms
                facts.recipient.suppressed = [.sms]
            }
            #expect(stopped.action == .send(.email), "\(kind)")
            #expect(decide(kind) { $0.recipient.suppressed = [.email] } == .sends(.otherAddress, by: .sms), "\(kind)")
            #expect(decide(kind) { $0.recipient.suppressed = [.email, .sms] } == .drops(.suppressed), "\(kind)")
            // The message waits until a sender for SMS is set up.
            let waits = decide(kind) { facts in
                facts.recipient.suppressed = [.email]
                facts.channels = [.email]
            }
            #expect(waits.reason == .noChannel, "\(kind)")
        }
        // A kind of message that is turned off for SMS is not sent by SMS, even if the e-mail address gets no messages.
        let unwanted = decide(.reminder) { facts in
            facts.recipient.suppressed = [.email]
            facts.recipient.preferences.off = [MessagePreferences.offKey(.reminder, .sms)]
        }
        #expect(unwanted == .drops(.suppressed))
    }

    @Test(
        """
        If a recipient or a complaint has turned off a kind of message, messages of this kind go to no address, even \
        if a channel was chosen
        """)
    func turnedOff() {
        for kind in Notice.Kind.allCases where NoticePolicy.standard.canBeTurnedOff(kind) && kind != .news {
            for channel in [Notice.Channel.email, .sms] {
                var preferences = MessagePreferences()
                preferences.chosen[kind.rawValue] = channel
                preferences.turn(kind, off: true)
                var complained = MessagePreferences()
                complained.chosen[kind.rawValue] = channel
                complained.turnOffOptional()
                for stored in [preferences, complained] {
                    #expect(stored.chosen.isEmpty, "\(kind) \(channel)")
                    #expect(Notice.Channel.allCases.allSatisfy { stored.isOff(kind, by: $0) }, "\(kind) \(channel)")
                    #expect(
                        decide(kind) { $0.recipient.preferences = stored } == .drops(.turnedOff), "\(kind) \(channel)")
                }
                preferences.turn(kind, off: false)
                let isDefault = preferences == MessagePreferences()
                #expect(isDefault != kind.suggestsEvents, "\(kind) \(channel)")
            }
        }
    }

    @Test("Urgent messages go to a confirmed phone, unless the recipient has chosen e-mail or the server sends no SMS")
    func urgent() {
        #expect(decide(.eventCancelled) == .sends(.urgentByPhone, by: .sms))
        #expect(decide(.eventCancelled) { $0.recipient.hasConfirmedPhone = false } == .sends(.critical))
        #expect(decide(.eventCancelled) { $0.channels = [.email] } == .sends(.critical))
        #expect(decide(.eventCancelled) { $0.channels = [.email, .whatsApp] } == .sends(.critical))
        let chosen = decide(.eventCancelled) { $0.recipient.preferences.chosen["event-cancelled"] = .email }
        #expect(chosen == .sends(.critical))
        func moved(startsIn seconds: Int64) -> NoticeDecision {
            decide(.eventMoved) { facts in
                facts.times.event?.start = NoticeChannelTests.now.advanced(bySeconds: seconds)
                facts.times.event?.end = NoticeChannelTests.now.advanced(bySeconds: seconds + 3600)
            }
        }
        #expect(moved(startsIn: 86_400) == .sends(.urgentByPhone, by: .sms))
        #expect(moved(startsIn: 86_401) == .sends(.update))
        #expect(moved(startsIn: -3599) == .sends(.urgentByPhone, by: .sms))
        #expect(moved(startsIn: -3600) == .sends(.update))
        // A ticket is a file, so it goes by e-mail.
        let ticket = decide(.ticketIssued) { $0.times.event?.start = NoticeChannelTests.now.advanced(bySeconds: 3600) }
        #expect(ticket == .sends(.critical))
    }

    @Test("A long message for a phone goes to a confirmed e-mail address instead")
    func long() {
        #expect(decide(.ticketIssued, preferred: .sms) == .sends(.longByEmail))
        let withoutEmail = decide(.ticketIssued, preferred: .sms) { $0.recipient.addresses[.email] = nil }
        #expect(withoutEmail == .sends(.critical, by: .sms))
        #expect(decide(.ticketIssued, preferred: .sms) { $0.channels = [.sms] } == .sends(.critical, by: .sms))
        #expect(decide(.reminder, preferred: .sms) == .sends(.chosen, by: .sms))
    }

    @Test("Codes and links that prove who owns an address never go to another address")
    func secrets() {
        for kind in Notice.Kind.allCases {
            let provesNothing = kind.secrets.isDisjoint(with: ["code", "link"])
            #expect(kind.canUseOtherAddress == (provesNothing && kind != .news), "\(kind)")
        }
    }

    @Test("A message is sent only by a channel that has a sender and an address to which messages are not stopped")
    func possible() {
        var generator = SeededGenerator(for: "channels of notices")
        var sent: Set<Notice.Channel> = []
        for _ in 0..<20_000 {
            let kind = Notice.Kind.allCases[Int.random(in: Notice.Kind.allCases.indices, using: &generator)]
            func pick<Value>(_ values: [Value]) -> [Value] {
                values.filter { _ in Bool.random(using: &generator) }
            }
            let preferred: Notice.Channel = Bool.random(using: &generator) ? .email : .sms
            var addresses = NoticeChannelTests.both.filter { channel, _ in
                channel == preferred || Bool.random(using: &generator)
            }
            if Bool.random(using: &generator) { addresses[.push] = addresses[preferred] }
            let facts = NoticeSamples.facts(kind, at: NoticeChannelTests.now) { [addresses] facts in
                facts.recipient.addresses = addresses
                facts.recipient.preferred = preferred
                facts.recipient.suppressed = Set(pick([.email, .sms]))
                facts.channels = Set(pick(Notice.Channel.allCases))
                facts.recipient.hasConfirmedPhone = addresses[.sms] != nil && Bool.random(using: &generator)
                facts.recipient.hasConsent = true
                if kind.suggestsEvents { facts.recipient.preferences.turn(kind, off: false) }
                let off = pick([Notice.Channel.email, .sms, .push])
                facts.recipient.preferences.off = Set(off.map { MessagePreferences.offKey(kind, $0) })
                facts.recipient.preferences.chosen[kind.rawValue] = pick([Notice.Channel.push, .email, .sms]).first
            }
            guard case .send(let channel) = facts.decide(at: NoticeChannelTests.now).action else { continue }
            sent.insert(channel)
            if channel == .push {
                #expect(kind.secrets.isDisjoint(with: ["code", "link"]) && kind != .news, "\(facts)")
                #expect(!kind.isLong || facts.recipient.preferences.chosen[kind.rawValue] == .push, "\(facts)")
                #expect([nil, .push].contains(facts.recipient.preferences.chosen[kind.rawValue]), "\(facts)")
            }
            let family: Notice.Channel = channel == .whatsApp ? .sms : channel
            #expect(addresses[family] != nil && !facts.recipient.suppressed.contains(family), "\(facts)")
            #expect(facts.channels.contains(channel), "\(facts)")
            #expect(channel != .whatsApp || preferred == .sms, "\(facts)")
            if NoticePolicy.standard.canBeTurnedOff(kind) {
                #expect(!facts.recipient.preferences.isOff(kind, by: family), "\(facts)")
            }
        }
        #expect(sent == Set(Notice.Channel.allCases))
    }

    @Test("The minimum time between messages never delays a reminder so long that it is dropped as too late")
    func reminders() {
        var generator = SeededGenerator(for: "late reminders")
        let free = NoticePolicy.standard.with { $0.spacing.seconds = 0 }
        let leads: [Int64?] = [900, 7200, -3600, nil]
        var waits = 0
        for _ in 0..<20_000 {
            let now = NoticeChannelTests.now
            let lead = leads[Int.random(in: leads.indices, using: &generator)]
            let kind: Notice.Kind = Bool.random(using: &generator) ? .reminder : .answerReminder
            let facts = NoticeSamples.facts(kind, at: now) { facts in
                facts.times.leadSeconds = lead
                facts.times.event?.start = now.advanced(bySeconds: .random(in: -90_000...9000, using: &generator))
                facts.times.event?.end = nil
                facts.recipient.history = NoticeSamples.history(
                    .reminder,
                    [now.advanced(bySeconds: .random(in: -3600...0, using: &generator))])
            }
            guard case .send = facts.decide(at: now, policy: free).action else { continue }
            let decision = facts.decide(at: now)
            switch decision.action {
            case .send: break
            case .delay(let until):
                waits += 1
                #expect(decision.reason == .spacing)
                #expect(facts.decide(at: until) != .drops(.tooLate), "\(facts)")
            case .merge, .drop: Issue.record("\(facts): \(decision)")
            }
        }
        #expect(waits > 100)
        // The event starts in 15 minutes, and the last message was sent 10 minutes ago. The reminder is sent.
        let last = NoticeSamples.facts(.reminder, at: NoticeChannelTests.now) { facts in
            facts.times.leadSeconds = 900
            facts.times.event?.start = NoticeChannelTests.now.advanced(bySeconds: 900)
            facts.recipient.history = NoticeSamples.history(
                .reminder, [NoticeChannelTests.now.advanced(bySeconds: -600)])
        }
        #expect(last.decide(at: NoticeChannelTests.now) == .sends(.chosen))
        // Limits on the number of reminders still apply.
        let full = last.with { facts in
            facts.recipient.history = NoticeSamples.history(
                .reminder, (1...3).map { NoticeChannelTests.now.advanced(bySeconds: -Int64(4 - $0) * 3600) })
        }
        #expect(full.decide(at: NoticeChannelTests.now).reason == .dailyCap)
    }
}
