import EventFixture
import Testing
import Ticketing

@Suite("Decisions to send a message by push")
struct PushRouteTests {
    private static let now = Instant.june(12, 12)
    private static let email = "ada@example.org"

    /// Decides at noon about a notice to a recipient with an e-mail address, a confirmed phone and a browser.
    private func decide(_ kind: Notice.Kind, _ change: (inout NoticeFacts) -> Void = { _ in }) -> NoticeDecision {
        NoticeSamples.facts(kind, at: PushRouteTests.now) { facts in
            facts.recipient.addresses = [
                .email: PushRouteTests.email, .sms: "+256772000001", .push: PushRouteTests.email,
            ]
            facts.recipient.preferred = .email
            facts.recipient.hasConfirmedPhone = true
            facts.recipient.hasConsent = true
            facts.channels = [.email, .sms, .push]
            change(&facts)
        }.decide(at: PushRouteTests.now)
    }

    private func choose(_ channel: Notice.Channel, for kind: Notice.Kind) -> NoticeDecision {
        decide(kind) { $0.recipient.preferences.chosen[kind.rawValue] = channel }
    }

    @Test("If the recipient has chosen no channel, only urgent messages and confirmations of admissions go by push")
    func automatic() {
        for kind in Notice.Kind.allCases {
            let isPush = [.eventCancelled, .subEventCancelled, .entryConfirmed].contains(kind)
            #expect((decide(kind).action == .send(.push)) == isPush, "\(kind)")
        }
        #expect(decide(.eventCancelled) == .sends(.urgentByPush, by: .push))
        #expect(decide(.entryConfirmed) == .sends(.entryByPush, by: .push))
        let soon = decide(.eventMoved) { facts in
            facts.times.event?.start = PushRouteTests.now.advanced(bySeconds: 3600)
            facts.times.event?.end = PushRouteTests.now.advanced(bySeconds: 7200)
        }
        #expect(soon == .sends(.urgentByPush, by: .push))
    }

    @Test("A recipient can choose push for every kind of message except codes, secret links and news")
    func chosen() {
        for kind in Notice.Kind.allCases {
            let decision = decide(kind) { facts in
                if kind.suggestsEvents { facts.recipient.preferences.turn(kind, off: false) }
                facts.recipient.preferences.chosen[kind.rawValue] = .push
            }
            #expect((decision == .sends(.byPush, by: .push)) == kind.canUseOtherAddress, "\(kind)")
            if !kind.canUseOtherAddress {
                #expect(decision.action != .send(.push), "\(kind)")
                #expect(kind == .news || !kind.secrets.isEmpty, "\(kind)")
            }
        }
    }

    @Test("If the recipient has chosen another channel, urgent messages do not go by push")
    func otherChoice() {
        #expect(choose(.email, for: .eventCancelled) == .sends(.critical))
        #expect(choose(.sms, for: .eventCancelled) == .sends(.byPhone, by: .sms))
        #expect(choose(.email, for: .entryConfirmed) == .sends(.critical))
    }

    @Test("A choice of push has no effect if the recipient has no browser, or if the server sends no push messages")
    func withoutPush() {
        for kind in Notice.Kind.allCases {
            for chosen in [nil, .push] as [Notice.Channel?] {
                func decided(_ change: @escaping (inout NoticeFacts) -> Void) -> NoticeDecision {
                    decide(kind) { facts in
                        facts.recipient.preferences.chosen[kind.rawValue] = chosen
                        change(&facts)
                    }
                }
                let plain = decide(kind) { facts in
                    facts.recipient.addresses[.push] = nil
                    facts.channels = [.email, .sms]
                }
                #expect(decided { $0.recipient.addresses[.push] = nil } == plain, "\(kind)")
                #expect(decided { $0.channels = [.email, .sms] } == plain, "\(kind)")
            }
        }
    }

    @Test(
        "A reminder is not sent by push if its kind is turned off or snoozed, or if the recipient has paused messages")
    func turnedOff() {
        func reminder(_ change: (inout MessagePreferences) -> Void) -> NoticeDecision {
            decide(.reminder) { facts in
                facts.recipient.preferences.chosen["reminder"] = .push
                change(&facts.recipient.preferences)
            }
        }
        #expect(reminder { _ in } == .sends(.byPush, by: .push))
        #expect(reminder { $0.turn(.reminder, off: true) } == .drops(.turnedOff))
        #expect(reminder { $0.isPaused = true } == .drops(.paused))
        let snoozed = reminder { $0.snoozed["reminder"] = PushRouteTests.now.advanced(bySeconds: 60).milliseconds }
        #expect(snoozed.reason == .snoozed)
        // A recipient who has turned off push messages for a kind gets an urgent message by SMS.
        let off = decide(.eventCancelled) { $0.recipient.preferences.turn(.eventCancelled, off: true, by: .push) }
        #expect(off == .sends(.urgentByPhone, by: .sms))
    }

    @Test(
        """
        If messages to the recipient’s e-mail address and phone are stopped, messages that can go by push are still \
        sent
        """)
    func stopped() {
        let urgent = decide(.eventCancelled) { $0.recipient.suppressed = [.email, .sms] }
        #expect(urgent == .sends(.urgentByPush, by: .push))
        #expect(decide(.orderPaid) { $0.recipient.suppressed = [.email, .sms] } == .drops(.suppressed))
    }
}

@Suite("Endpoint URLs of push services")
struct PushEndpointTests {
    @Test("A URL of a public push service is accepted")
    func accepted() throws {
        for text in [
            "https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b-_x",
            "https://updates.push.services.mozilla.com/wpush/v2/a",
            "https://web.push.apple.com/QGuQyavXutnMH", "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC",
            "https://8.8.8.8/a",
        ] {
            let endpoint = try #require(PushEndpoint(text), "\(text)")
            #expect(!endpoint.isTrial && endpoint.address.description == text)
        }
    }

    @Test(
        "A URL that is unencrypted, private, ambiguous or too long is refused",
        arguments: [
            "http://fcm.googleapis.com/a", "https://127.0.0.1/a", "https://10.0.0.1/a", "https://192.168.1.5/a",
            "https://169.254.169.254/latest/meta-data", "https://[::1]/a", "https://[fe80::1]/a",
            "https://[::ffff:10.0.0.1]/a", "https://user@push.example/a", "https://user:word@push.example/a",
            "https://push.example/a#b", "https://0x7f.1/a", "https://2130706433/a", "https://push.example/a b",
            "https://push.example/a\r\nX: y", "ftp://push.example/a", "//push.example/a", "", "https://",
            "https://push.example:0/a", "https://push.example:99999/a", "https://ｐush.example/a",
            "https://push.example/" + String(repeating: "a", count: 1004),
        ])
    func refused(_ text: String) {
        #expect(PushEndpoint(text) == nil)
        #expect(PushEndpoint(text, trialService: "http://127.0.0.1:8090") == nil)
    }

    @Test("The length limit is exact: a URL of 1,024 characters is accepted")
    func longest() {
        let text = "https://push.example/" + String(repeating: "a", count: 1003)
        #expect(text.utf8.count == PushEndpoint.longest && PushEndpoint(text) != nil)
    }

    @Test("A push service may have only public IP addresses, and a trial service on this machine only private ones")
    func resolved() throws {
        let loopback = try #require(IPAddress(dotted: "127.0.0.1"))
        let open = try #require(IPAddress(dotted: "8.8.8.8"))
        let linkLocal = try #require(IPAddress(dotted: "169.254.169.254"))
        let endpoint = try #require(PushEndpoint("https://push.example/a"))
        #expect(endpoint.allows(open) && !endpoint.allows(loopback) && !endpoint.allows(linkLocal))
        let service = "http://127.0.0.1:8090"
        let trial = try #require(PushEndpoint("\(service)/a", trialService: service))
        #expect(trial.isTrial && trial.allows(loopback) && !trial.allows(open) && !trial.allows(linkLocal))
        for other in ["http://127.0.0.1:8091/a", "http://127.0.0.1:8090.example/a", "http://127.0.0.1/a"] {
            #expect(PushEndpoint(other, trialService: service) == nil, "\(other)")
        }
    }
}
