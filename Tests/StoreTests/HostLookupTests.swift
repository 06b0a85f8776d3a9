import FileAccess
import Testing

@Suite("Lookups of host names")
struct HostLookupTests {
    @Test("The lookup of a numeric address needs no name server, and gives this address once, as bytes and as text")
    func numeric() {
        for (name, bytes, text) in [
            ("192.0.2.7", [192, 0, 2, 7] as [UInt8], "192.0.2.7"),
            ("2001:DB8::1", [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1], "2001:db8::1"),
        ] {
            let found = HostLookup(name, onlyNumeric: true)
            #expect(found.failure == nil)
            #expect(found.addresses == HostLookup(name).addresses && found.addresses.count == 1)
            #expect(found.addresses.first?.bytes == bytes && found.addresses.first?.text == text)
        }
    }

    @Test("The name localhost has loopback addresses; if only numeric addresses are allowed, its lookup fails")
    func names() {
        let found = HostLookup("localhost")
        #expect(found.failure == nil && found.addresses.map(\.text).allSatisfy { ["127.0.0.1", "::1"].contains($0) })
        #expect(Set(found.addresses).count == found.addresses.count && !found.addresses.isEmpty)
        let refused = HostLookup("localhost", onlyNumeric: true)
        #expect(refused.failure?.isEmpty == false && refused.addresses.isEmpty)
    }
}
