import Testing
import Ticketing

@Suite("Allowed webhook URLs")
struct WebhookAddressTests {
    @Test("A URL is parsed into the host to connect to and the target to request")
    func parts() throws {
        for (text, host, port, path, authority) in [
            ("https://example.org", WebhookAddress.Host.name("example.org"), 443, "/", "example.org"),
            (
                "https://Shop.Example.org:8443/a/b?c=d", .name("shop.example.org"), 8443, "/a/b?c=d",
                "Shop.Example.org:8443"
            ),
            ("http://10.1.2.3?x", .address(try #require(IPAddress(dotted: "10.1.2.3"))), 80, "/?x", "10.1.2.3"),
            (
                "https://[2606:4700::1111]:9/", .address(try #require(IPAddress(colons: "2606:4700::1111"))), 9, "/",
                "[2606:4700::1111]:9"
            ),
            ("http://localhost:1/%00", .name("localhost"), 1, "/%00", "localhost:1"),
        ] {
            let address = try #require(WebhookAddress(text), "\(text)")
            #expect(address.host == host && address.port == port, "\(text)")
            #expect(address.path == path && address.authority == authority && address.description == text)
        }
    }

    @Test(
        "A URL that different programs parse differently, or that hides its host, is rejected",
        arguments: [
            "", "https://", "https:///x", "ftp://example.org", "example.org", "HTTPS://example.org", "//example.org",
            "https://ann@example.org", "https://ann:secret@example.org/", "https://example.org#x", "https://a b",
            "https://example.org/\r\nX: y", "https://example.org\\@10.0.0.1/", "https://ex\u{e4}mple.org",
            "https://example.org:0/", "https://example.org:65536/", "https://example.org:+80/", "https://example.org:/",
            "https://-a.org/", "https://a..org/", "https://.org/", "https://example.org./", "https://a_b.org/",
            "https://0x7f.1/", "https://0x7f000001/", "https://2130706433/", "https://127.1/", "https://0177.0.0.1/",
            "https://127.0.0.01/", "https://1.2.3/", "https://1.2.3.4.5/", "https://256.1.1.1/", "https://1.2.3.0x4/",
            "https://a.127/", "https://[::1/", "https://[::1]x/", "https://[fe80::1%25eth0]/", "https://[127.0.0.1]/",
            "https://[1::2::3]/", "https://[12345::]/", "https://[-0::1]/", "https://%31%32%37.0.0.1/",
        ])
    func none(text: String) { #expect(WebhookAddress(text) == nil) }

    @Test("An overlong URL is rejected")
    func tooLong() {
        let path = String(repeating: "x", count: WebhookAddress.longest - 20)
        #expect(
            WebhookAddress("https://example.org/\(path)") != nil
                && WebhookAddress("https://example.org/\(path)x") == nil)
    }

    @Test("Private and special IP addresses are distinguished from public IP addresses")
    func reach() throws {
        for (text, reach) in [
            ("8.8.8.8", IPAddress.AddressScope.global), ("100.63.255.255", .global), ("100.128.0.0", .global),
            ("172.15.255.255", .global), ("172.32.0.0", .global), ("169.253.0.1", .global),
            ("223.255.255.255", .global), ("198.17.255.255", .global), ("198.20.0.0", .global),
            ("127.0.0.1", .privateNetwork), ("127.255.255.254", .privateNetwork), ("10.0.0.0", .privateNetwork),
            ("10.255.255.255", .privateNetwork),
            ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork), ("192.168.1.1", .privateNetwork),
            ("100.64.0.1", .privateNetwork),
            ("100.127.255.255", .privateNetwork), ("0.0.0.0", .special), ("0.1.2.3", .special),
            ("169.254.169.254", .special),
            ("192.0.0.8", .special), ("192.0.2.1", .special), ("192.88.99.1", .special), ("198.18.0.1", .special),
            ("198.19.255.255", .special), ("198.51.100.7", .special), ("203.0.113.7", .special),
            ("224.0.0.1", .special),
            ("239.255.255.250", .special), ("240.0.0.1", .special), ("255.255.255.255", .special),
        ] {
            #expect(try #require(IPAddress(dotted: text)).scope == reach, "\(text)")
        }
        for (text, reach) in [
            ("2606:4700:4700::1111", IPAddress.AddressScope.global), ("2a00:1450::1", .global),
            ("2003::1", .global), ("::1", .privateNetwork), ("fd00::1", .privateNetwork), ("fc00::1", .privateNetwork),
            ("::ffff:127.0.0.1", .privateNetwork),
            ("::ffff:10.1.2.3", .privateNetwork), ("::ffff:a9fe:a9fe", .special), ("::ffff:8.8.8.8", .global),
            ("::", .special),
            ("::127.0.0.1", .special), ("64:ff9b::7f00:1", .special), ("64:ff9b:1::1", .special), ("100::1", .special),
            ("2001::1", .special), ("2001:db8::1", .special), ("2002:7f00:1::", .special), ("3fff::1", .special),
            ("fe80::1", .special), ("fec0::1", .special), ("ff02::1", .special), ("4000::1", .special),
        ] {
            #expect(try #require(IPAddress(colons: text)).scope == reach, "\(text)")
        }
    }

    @Test("An IP address that the webhook's policy excludes is refused; http is allowed for private IP addresses only")
    func allowance() throws {
        func isAllowed(_ url: String, _ address: String, _ allowance: Webhook.AddressPolicy) throws -> Bool {
            try #require(WebhookAddress(url)).fault(at: #require(IPAddress(dotted: address)), allowance) == nil
        }
        #expect(try isAllowed("https://a.org", "8.8.8.8", .publicOnly))
        #expect(try !isAllowed("https://a.org", "10.0.0.1", .publicOnly))
        #expect(try isAllowed("https://a.org", "10.0.0.1", .privateAllowed))
        #expect(try isAllowed("http://a.org", "127.0.0.1", .privateAllowed))
        #expect(try !isAllowed("http://a.org", "8.8.8.8", .privateAllowed))
        #expect(try !isAllowed("https://a.org", "169.254.169.254", .privateAllowed))
    }

    @Test("Delays between retries grow to six hours; each delay varies randomly by up to a fifth")
    func delays() {
        #expect(
            (1...9).map { DeliveryRetryPolicy.delay(after: $0, chance: 0.5) } == [
                5, 30, 120, 600, 1800, 3600, 10800, 21600, 21600,
            ])
        #expect(DeliveryRetryPolicy.delay(after: 1, chance: 0) == 4)
        #expect(DeliveryRetryPolicy.delay(after: 1, chance: 0.999) < 6)
        let attempts: [(hours: Int64, attempts: Int)] = [(1, 6), (2, 7), (6, 8), (24, 11), (168, 35)]
        for (hours, attempts) in attempts {
            #expect(DeliveryRetryPolicy.attempts(within: hours * 3600) == attempts, "\(hours)")
        }
    }
}
