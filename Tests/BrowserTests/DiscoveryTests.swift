import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

/// A festival with several public events. Their times are relative to the system clock, because the built program uses
/// that clock.
private func season() throws -> Festival {
    let festival = try Festival(engine: .sqlite)
    let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
    festival.clock.set(now)
    func times(_ details: inout EventDetails, in hours: Int64) {
        details.start = now.advanced(bySeconds: hours * 3600)
        details.end = now.advanced(bySeconds: (hours + 2) * 3600)
    }
    _ = try festival.services.events.edit(festival.event) { times(&$0, in: 2) }
    let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
    let kampala = Coordinates(latitude: 313_600, longitude: 32_581_100)
    let events: [(String, EventDetails.Category, Int64)] = [
        ("Jazz Festival", .music, 30), ("Robot Fair", .technology, 9 * 24), ("Robot Races", .technology, 10 * 24),
    ]
    for (title, category, hours) in events {
        var details = EventDetails(title: title, category: category, venue: "Hall", timeZone: "Africa/Kampala")
        times(&details, in: hours)
        (details.city, details.position) = ("Kampala", kampala)
        let draft = try festival.services.events.createEvent(details, suite: .hmac, of: organizer)
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        _ = try festival.services.events.publish(draft)
    }
    return festival
}

extension WebDriver {
    /// Sets the position of the browser, and allows the pages of a server to read this position.
    fileprivate func stand(at latitude: Double, _ longitude: Double, for url: String) async throws {
        try await permitPosition(true, for: url)
        try await cdp(
            "Emulation.setGeolocationOverride",
            ["latitude": .number(latitude), "longitude": .number(longitude), "accuracy": .number(50)])
    }

    fileprivate func permitPosition(_ isAllowed: Bool, for url: String) async throws {
        try await cdp(
            "Browser.setPermission",
            [
                "permission": ["name": "geolocation"], "setting": .text(isAllowed ? "granted" : "denied"),
                "origin": .text(url),
            ])
    }

    /// From now on, the page records the bodies of its requests in `window.bodies`.
    fileprivate func recordBodies() async throws {
        try await script(
            """
            window.bodies = [];
            const send = window.fetch;
            window.fetch = (path, options) => { window.bodies.push(String(options?.body)); return send(path, options); };
            """)
    }
}

extension BrowserTests {
    @Suite("Finding events")
    struct DiscoveryTests {
        @Test(
            "On every screen, visitors find events with chips and with the search; recent searches stay in the browser")
        func search() async throws {
            let served = try ServedProgram(on: season())
            for screen in Screen.all {
                try await BrowserTests.browse(screen) { browser in
                    try await browser.go(to: "\(served.url)/events")
                    try await browser.wait(until: "!document.getElementById('for-you').hidden")
                    try await BrowserTests.isForEverybody(browser, "events with recommendations, \(screen)")
                    try await browser.type("festval\n", into: "#text")
                    try await browser.wait(until: "location.search.includes('text=festval')")
                    #expect(try await browser.text(of: ".event-card h2") == "Jazz Festival")
                    #expect(try await browser.text(of: "#recent .chip") == "festval")
                    try await BrowserTests.isForEverybody(browser, "recent searches, \(screen)")
                    try await browser.click("#recent button")
                    try await browser.wait(until: "document.getElementById('recent').hidden")
                    try await browser.go(to: "\(served.url)/events?text=lak")
                    #expect(try await browser.text(of: ".event-card h2") == "New Year by the Lake")
                    try await browser.go(to: "\(served.url)/events")
                    try await browser.click("nav.chips a[href='/events?category=technology']")
                    try await browser.wait(until: "location.search === '?category=technology'")
                    #expect(try await browser.script("return document.querySelectorAll('.cards > li').length") == 2)
                    try await browser.click("nav.chips a[aria-current]")
                    try await browser.wait(until: "location.search === ''")
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("“Near me” sends the rounded position in a request body, and opens the list of events near the city")
        func position() async throws {
            let served = try ServedProgram(on: season())
            try await BrowserTests.browse { browser in
                try await browser.stand(at: 0.31234567, 32.58765432, for: served.url)
                try await browser.go(to: "\(served.url)/events")
                try await browser.recordBodies()
                try await browser.script(
                    """
                    addEventListener('pagehide', () => sessionStorage.setItem('bodies', JSON.stringify(window.bodies)));
                    """)
                try await browser.click("#near-me")
                try await browser.wait(until: "location.search === '?near=Kampala'")
                let bodies = try await browser.script("return sessionStorage.getItem('bodies')").text ?? ""
                #expect(bodies.contains(#"{\"position\":\"0.3,32.6\"}"#), "\(bodies)")
                #expect(try await browser.script("return document.querySelectorAll('.cards > li').length") == 3)
                #expect(try await browser.script("return JSON.parse(localStorage.interests).city").text == "Kampala")
                let kept = try await browser.script("return JSON.stringify(localStorage)").text ?? ""
                #expect(!kept.contains("32.5") && !kept.contains("32.6"), "\(kept)")
                try await BrowserTests.isForEverybody(browser, "events near a city")
                // No city is near.
                try await browser.stand(at: 60.17, 24.94, for: served.url)
                try await browser.go(to: "\(served.url)/events")
                try await browser.click("#near-me")
                try await browser.wait(
                    until: "document.getElementById('near-status').textContent.startsWith('No events are near you.')")
                // The user does not allow pages to read the position.
                try await browser.permitPosition(false, for: served.url)
                try await browser.go(to: "\(served.url)/events")
                try await browser.click("#near-me")
                try await browser.wait(
                    until: "document.getElementById('near-status').textContent.startsWith('Your position is not')")
            }
            #expect(try served.stop() == 0)
        }

        @Test(
            """
            A visitor’s interests are stored in the browser and sent only in request bodies; they influence \
            recommendations until the visitor deletes them
            """)
        func interests() async throws {
            let served = try ServedProgram(on: season())
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(served.url)/events/robot-fair")
                try await BrowserTests.isForEverybody(browser, "event with similar events")
                #expect(try await browser.text(of: "[aria-labelledby=similar] h2 + ul h2") == "Robot Races")
                try await browser.click("#like")
                #expect(try await browser.text(of: "#like") == "Liked")
                // One view and one like are too little for recommendations.
                try await browser.click("[data-share]")
                try await browser.go(to: "\(served.url)/events")
                try await browser.wait(until: "!document.getElementById('for-you').hidden")
                let heading = try await browser.text(of: "#for-you h2")
                #expect(heading == "Recommended for you")
                let reason = try await browser.text(of: "#for-you .reason")
                #expect(reason.hasPrefix("Similar to events you like"))
                try await browser.go(to: "\(served.url)/organizers/nile-nights")
                try await BrowserTests.isForEverybody(browser, "organizer")
                try await browser.click("#follow button")
                #expect(try await browser.text(of: "#follow button") == "Following")
                try await browser.go(to: "\(served.url)/events")
                try await browser.wait(until: "!document.getElementById('for-you').hidden")
                #expect(try await browser.text(of: "#for-you .reason").hasPrefix("From an organizer you follow"))
                try await browser.click("#interests summary")
                try await BrowserTests.isForEverybody(browser, "interests")
                try await browser.recordBodies()
                try await browser.click("#interests input[value=music]")
                try await browser.click("#interests input[value=friday]")
                try await browser.click("#interests input[value=evening]")
                try await browser.click("#interests-form button:not([type])")
                try await browser.wait(
                    until: "document.getElementById('for-you').textContent.includes('Music interests')")
                let body = try await browser.script("return window.bodies[0]").text ?? ""
                #expect(
                    body.contains(#""categories":["music"]"#) && body.contains(#""likes":["technology"]"#), "\(body)")
                #expect(body.contains(#""organizers":["nile-nights"]"#), "\(body)")
                #expect(body.contains(#""days":["friday"],"times":["evening"]"#), "\(body)")
                try await browser.click("#forget")
                try await browser.wait(until: "document.getElementById('for-you').textContent.startsWith('Popular')")
                #expect(try await browser.script("return localStorage.length") == 0)
                #expect(try await browser.script("return window.bodies.at(-1)").text?.contains("nile-nights") == false)
                let cookies = try await browser.script("return document.cookie").text ?? ""
                #expect(cookies.isEmpty)
            }
            #expect(try served.stop() == 0)
        }

        @Test("Without scripts, the list, the chips, the search and the page of an organizer work")
        func withoutScripts() async throws {
            let served = try ServedProgram(on: season())
            try await BrowserTests.browse { browser in
                try await browser.cdp("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(to: "\(served.url)/events")
                for id in ["for-you", "interests", "near", "recent"] {
                    let isShown = try await browser.script(
                        "return document.getElementById(arguments[0]).checkVisibility()", .text(id))
                    #expect(!isShown.isTrue, "\(id)")
                }
                try await browser.click("nav.chips a[href='/events?when=week']")
                try await browser.wait(until: "location.search === '?when=week'")
                try await browser.go(to: "\(served.url)/events")
                try await browser.type("festval\n", into: "#text")
                try await browser.wait(until: "location.search.includes('text=festval')")
                try await browser.click(".event-card a")
                try await browser.wait(until: "location.pathname === '/events/jazz-festival'")
                try await browser.click("a[href='/organizers/nile-nights']")
                try await browser.wait(until: "location.pathname === '/organizers/nile-nights'")
                #expect(try await browser.script("return document.querySelectorAll('.event-card').length") == 4)
            }
            #expect(try served.stop() == 0)
        }
    }
}
