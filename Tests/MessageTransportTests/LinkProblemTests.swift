import MessageTransport
import Testing

@Suite("Links that recipients cannot open because of the server’s public address")
struct LinkProblemTests {
    /// Settings that send no mail, and prepare links for WhatsApp.
    private func settings(_ url: String?) -> MessageSettings {
        var settings = MessageSettings()
        (settings.publicURL, settings.preparesWhatsApp) = (url, true)
        return settings
    }

    @Test(
        "A public address that names this machine is a problem",
        arguments: [
            "http://127.0.0.1:8080", "http://127.1.2.3", "http://localhost:8080", "https://LOCALHOST",
            "http://[::1]:8080", "https://tickets.localhost",
        ])
    func thisMachine(_ url: String) {
        #expect(settings(url).faults.isEmpty, "the settings must be valid")
        #expect(settings(url).linkProblem == .thisMachine(url))
    }

    @Test(
        "A public address that works only in the server’s own network is a problem",
        arguments: [
            "https://192.168.1.5", "https://10.0.0.7:8443", "https://172.31.0.1", "https://169.254.3.4",
            "https://100.64.0.9", "https://[fd00::7]", "https://[fe80::1]", "https://server", "https://tickets.local",
            "https://tickets.home.arpa", "https://tickets.corp.internal", "https://tickets.lan",
        ])
    func localNetwork(_ url: String) {
        #expect(settings(url).faults.isEmpty, "the settings must be valid")
        #expect(settings(url).linkProblem == .localNetwork(url))
    }

    @Test(
        "A public address that works on the whole internet is no problem",
        arguments: [
            "https://tickets.example.org", "https://8.8.8.8", "https://[2606:4700::1111]:8443",
            "https://localhost.example.org", "https://172.32.0.1", "https://local.example.org",
            "https://10.example.org",
        ])
    func publicAddress(_ url: String) { #expect(settings(url).linkProblem == nil) }

    @Test(
        """
        Without a public address or a way to send messages, there is no problem; an http address of another machine is \
        refused
        """)
    func without() {
        #expect(settings(nil).linkProblem == nil)
        var silent = settings("http://127.0.0.1:8080")
        silent.preparesWhatsApp = nil
        #expect(silent.linkProblem == nil)
        for url in ["http://tickets.example.org", "http://192.168.1.5"] {
            #expect(settings(url).faults.map(\.field) == ["publicURL"], "\(url)")
        }
    }
}
