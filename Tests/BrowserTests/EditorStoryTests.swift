import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Two people edit the same event")
    struct EditorStoryTests {
        private static let save = "form.narrow button.plain"

        @Test(
            """
            If Ruth changes an event while Joan edits it, Joan’s form shows Ruth’s changes, keeps Joan’s own text, and \
            can be saved again
            """)
        func conflict() async throws {
            let stage = try GateStage(.owner)
            let ruth = try Colleague("Ruth", .manager, at: stage.festival)
            let path = "/desk/e/\(stage.festival.event.slug)/edit/basics"
            func details() throws -> EventDetails {
                try stage.festival.services.events.event(named: stage.festival.event.slug).details
            }
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { first in
                try await stage.open(path, in: first)
                try await BrowserTests.browse(.phone(.dark)) { second in
                    try await second.go(to: stage.served.url + path)
                    try await ruth.signIn(in: second)
                    try await second.retype("Ruth’s title", into: "#title")
                    try await second.set("#category", to: "music")
                    try await second.follow(Self.save)
                    #expect(try await second.text(of: ".done").contains("Saved."))
                }
                try await first.retype("Joan’s title", into: "#title")
                try await first.type("Only Joan wrote this.", into: "#about")
                try await first.follow(Self.save)
                let errors = try await first.text(of: "#errors")
                #expect(errors.contains("Somebody else changed this event while you were editing."), "\(errors)")
                let note = try await first.text(of: "#title-note")
                #expect(note.contains("Current value: “Ruth’s title”, set by Ruth at "), "\(note)")
                #expect(try await first.text(of: "#category-note").contains("Somebody else changed this value"))
                let typed = try await first.script(
                    "return ['title', 'about', 'category'].map((id) => document.getElementById(id).value)")
                #expect(typed == ["Joan’s title", "Only Joan wrote this.", "music"])
                #expect(try details().title == "Ruth’s title" && details().about == nil)
                try await BrowserTests.isForEverybody(first, "an edit conflict")
                try await first.follow(Self.save)
                #expect(try await first.text(of: ".done").contains("Saved."))
            }
            let saved = try details()
            #expect(saved.title == "Joan’s title" && saved.about == "Only Joan wrote this." && saved.category == .music)
            #expect(try stage.served.stop() == 0)
        }

        @Test("Two people who change different fields of an event at the same time both save, without a conflict")
        func merge() async throws {
            let stage = try GateStage(.owner)
            let ruth = try Colleague("Ruth", .manager, at: stage.festival)
            let path = "/desk/e/\(stage.festival.event.slug)/edit/place"
            try await BrowserTests.browse { first in
                try await stage.open(path, in: first)
                try await BrowserTests.browse { second in
                    try await second.go(to: stage.served.url + path)
                    try await ruth.signIn(in: second)
                    try await second.type("Entebbe", into: "#city")
                    try await second.follow(Self.save)
                }
                try await first.type("Lake Road 1", into: "#address")
                try await first.follow(Self.save)
                #expect(try await first.script("return document.getElementById('city').value") == "Entebbe")
            }
            let details = try stage.festival.services.events.event(named: stage.festival.event.slug).details
            #expect(details.city == "Entebbe" && details.address == "Lake Road 1" && details.venue == "Lido")
            #expect(try stage.served.stop() == 0)
        }
    }
}
