import Foundation
import Testing
import Ticketing

@Suite("Numbers for the caterer")
struct HeadcountTests {
    private func subEvent(_ number: Int, _ name: String) throws -> SubEvent {
        SubEvent(
            event: try #require(EventNumber(rawValue: 1)), number: number,
            details: SubEventDetails(kind: .other, name: name, note: name))
    }

    private func answer(
        _ name: String, _ reply: Ticketing.InvitationReply, meal: String? = nil, allergy: String? = nil,
        companions: [Companion] = []
    ) -> AnswerForHeadcount {
        AnswerForHeadcount(
            name: name, household: "Nakato", meal: meal, allergy: allergy, reply: reply, companions: companions)
    }

    private func headcount(_ answers: [AnswerForHeadcount]) throws -> CelebrationHeadcount {
        CelebrationHeadcount(subEvents: [SubEventHeadcount(try subEvent(1, "Ceremony"), answers)])
    }

    @Test("People who are coming are counted; guests who may come, and guests without an answer, have separate counts")
    func counts() throws {
        let described = [
            Companion(number: 1, name: "Amy", isChild: true, meal: "Pasta", allergy: "nuts"),
            Companion(number: 2, meal: "fish"), Companion(number: 3, name: "Zoe", isChild: true, meal: "beef"),
        ]
        let numbers = SubEventHeadcount(
            try subEvent(1, "Ceremony"),
            [
                // Grace brings two of the three companions whom she has described.
                answer("Grace", .attending(companions: 2), meal: "Fish", companions: described),
                // Denis has not described his companions.
                answer("Denis", .attending(companions: 2), meal: "FISH", allergy: "milk"),
                answer("Joan", .maybe, meal: "fish", allergy: "eggs"), answer("Ann", .none, meal: "fish"),
                answer("Bob", .none), answer("Cy", .declined, meal: "fish", allergy: "soy"),
            ])
        #expect(numbers.attending == 2 && numbers.companions == 4 && numbers.people == 6 && numbers.children == 1)
        #expect(numbers.maybe == 1 && numbers.silent == 2)
        #expect(
            numbers.meals == [
                MealCount(meal: "Fish", people: 3), MealCount(meal: "Pasta", people: 1),
                MealCount(meal: nil, people: 2),
            ])
        #expect(numbers.meals.map(\.people).reduce(0, +) == numbers.people)
        #expect(
            numbers.allergies == [
                PersonWithAllergy(name: "Amy", broughtBy: "Grace", household: "Nakato", allergy: "nuts"),
                PersonWithAllergy(name: "Denis", household: "Nakato", allergy: "milk"),
            ])
    }

    @Test("Guests who may come are listed with their meals and allergies, and with all companions whom they described")
    func possible() throws {
        let described = [Companion(number: 1, name: "Amy", meal: "fish", allergy: "nuts"), Companion(number: 2)]
        let numbers = SubEventHeadcount(
            try subEvent(1, "Ceremony"),
            [
                answer("Joan", .maybe, meal: "Fish", allergy: "eggs", companions: described),
                answer("Ann", .maybe), answer("Grace", .attending(companions: 0), meal: "beef", allergy: "milk"),
                answer("Bob", .none, allergy: "soy"), answer("Cy", .declined, allergy: "wheat"),
            ])
        let possible = try #require(numbers.mayCome)
        #expect(numbers.people == 1 && numbers.maybe == 2 && possible.people == 4)
        #expect(possible.meals == [MealCount(meal: "Fish", people: 2), MealCount(meal: nil, people: 2)])
        #expect(
            possible.allergies == [
                PersonWithAllergy(name: "Joan", household: "Nakato", allergy: "eggs"),
                PersonWithAllergy(name: "Amy", broughtBy: "Joan", household: "Nakato", allergy: "nuts"),
            ])
        #expect(numbers.allergies.map(\.allergy) == ["milk"])
        let hidden = CelebrationHeadcount(subEvents: [numbers]).withoutNames
        #expect(hidden.subEvents[0].mayCome?.allergies.map(\.allergy) == ["eggs", "nuts"])
        #expect(hidden.subEvents[0].mayCome?.allergies.allSatisfy { $0.name == nil && $0.broughtBy == nil } == true)
    }

    @Test("A comparison of two headcounts names the differences in the numbers and meals of people who may come")
    func possibleDifferences() throws {
        let before = try headcount([answer("Joan", .maybe, meal: "fish", allergy: "nuts"), answer("Ann", .none)])
        let after = try headcount([answer("Joan", .maybe, meal: "beef", allergy: "Nuts"), answer("Ann", .maybe)])
        func difference(_ figure: HeadcountDifference.Figure, _ before: Int, _ after: Int) -> HeadcountDifference {
            HeadcountDifference(subEvent: 1, name: "Ceremony", figure: figure, before: before, after: after)
        }
        #expect(
            after.differences(from: before) == [
                difference(.maybe, 1, 2), difference(.silent, 1, 0), difference(.mayCome, 1, 2),
                difference(.mealOfPossible("beef"), 0, 1), difference(.mealOfPossible("fish"), 1, 0),
                difference(.mealOfPossible(nil), 0, 1),
            ])
    }

    @Test(
        """
        Headcounts of an earlier version of the program can be read; they have no details of people who may come, so \
        comparisons leave these details out
        """)
    func former() throws {
        let stored = """
            {"sub_events":[{"number":1,"name":"Ceremony","attending":1,"companions":0,"children":0,"maybe":1,"silent":0,
            "meals":[{"meal":"fish","people":1}],"allergies":[{"name":"Grace","household":"Nakato","allergy":"nuts"}]}]}
            """
        let former = try JSONDecoder().decode(CelebrationHeadcount.self, from: Data(stored.utf8))
        #expect(former.subEvents[0].mayCome == nil && former.subEvents[0].maybe == 1)
        let current = try headcount([
            answer("Grace", .attending(companions: 0), meal: "fish", allergy: "nuts"),
            answer("Joan", .maybe, meal: "beef", allergy: "milk"),
        ])
        #expect(current.differences(from: former).isEmpty && former.differences(from: current).isEmpty)
        #expect(former.withoutNames.subEvents[0].mayCome == nil)
        let later = try headcount([answer("Grace", .declined), answer("Joan", .maybe)])
        #expect(
            later.differences(from: former).map(\.figure) == [.people, .attending, .meal("fish"), .allergy("nuts")])
    }

    @Test("If the names are removed from a headcount, the numbers and the allergies stay")
    func withoutNames() throws {
        let numbers = try headcount([
            answer(
                "Grace", .attending(companions: 1), meal: "fish", allergy: "milk",
                companions: [Companion(number: 1, name: "Amy", allergy: "nuts")])
        ])
        let hidden = numbers.withoutNames
        #expect(hidden.subEvents[0].allergies.map(\.allergy) == ["milk", "nuts"])
        let text = String(decoding: try JSONEncoder().encode(hidden), as: UTF8.self)
        for name in ["Grace", "Amy", "Nakato"] { #expect(!text.contains(name), "\(name)") }
        #expect(hidden.differences(from: numbers).isEmpty)
    }

    @Test("A comparison of two headcounts names exactly the numbers that differ")
    func differences() throws {
        let before = try headcount([
            answer("Grace", .attending(companions: 1), meal: "fish", allergy: "nuts"), answer("Joan", .none),
            answer("Ann", .maybe),
        ])
        #expect(before.differences(from: before).isEmpty)
        var after = try headcount([
            answer(
                "Grace", .attending(companions: 2), meal: "beef", allergy: "Nuts",
                companions: [Companion(number: 1, name: "Amy", isChild: true, meal: "beef", allergy: "milk")]),
            answer("Joan", .declined), answer("Ann", .maybe),
        ])
        after.subEvents.append(SubEventHeadcount(try subEvent(2, "Brunch"), [answer("Ann", .attending(companions: 0))]))
        typealias Difference = HeadcountDifference
        func ceremony(_ figure: Difference.Figure, _ before: Int, _ after: Int) -> Difference {
            Difference(subEvent: 1, name: "Ceremony", figure: figure, before: before, after: after)
        }
        func brunch(_ figure: Difference.Figure, _ before: Int, _ after: Int) -> Difference {
            Difference(subEvent: 2, name: "Brunch", figure: figure, before: before, after: after)
        }
        #expect(
            after.differences(from: before) == [
                ceremony(.people, 2, 3), ceremony(.companions, 1, 2), ceremony(.children, 0, 1),
                ceremony(.silent, 1, 0), ceremony(.meal("beef"), 0, 2), ceremony(.meal("fish"), 1, 0),
                ceremony(.allergy("milk"), 0, 1), brunch(.people, 0, 1), brunch(.attending, 0, 1),
                brunch(.meal(nil), 0, 1),
            ])
        let back = before.differences(from: after)
        #expect(back.map(\.before) == after.differences(from: before).map(\.after))
    }

    @Test("A stored headcount can be read again, even if its texts contain markup or quotes")
    func coding() throws {
        let numbers = try headcount([
            answer("<b>\"Grace\"</b>", .attending(companions: 1), meal: "=fish & \\chips", allergy: "nüsse\u{2028}🥜")
        ])
        let decoded = try JSONDecoder().decode(CelebrationHeadcount.self, from: JSONEncoder().encode(numbers))
        #expect(decoded == numbers)
    }

    @Test("The deadline of a sub-event replaces the deadline of the event, and must not be after the sub-event’s end")
    func deadlines() {
        var event = EventDetails(title: "x", timeZone: "UTC")
        let (early, late) = (Instant(seconds: 1000), Instant(seconds: 2000))
        var details = SubEventDetails(kind: .ceremony)
        #expect(event.answerDeadline(of: details) == nil && !event.areAnswersClosed(for: details, at: late))
        event.answerBy = early
        #expect(event.answerDeadline(of: details) == early)
        details.answerBy = late
        #expect(event.answerDeadline(of: details) == late)
        #expect(!event.areAnswersClosed(for: details, at: Instant(seconds: 1999)))
        #expect(event.areAnswersClosed(for: details, at: late))
        details.end = late
        #expect(details.faults.isEmpty)
        details.end = Instant(seconds: 1999)
        #expect(details.faults == [.answersAfterEnd])
        #expect(details.faults.map(\.fieldFault.field) == ["answer-by"])
    }

    @Test("If an event moves, the deadlines of its sub-events move with it")
    func moved() throws {
        var details = SubEventDetails(kind: .ceremony, answerBy: Instant(seconds: 86_400))
        details.shift(by: try #require(TimeShift("2d")), in: "UTC")
        #expect(details.answerBy == Instant(seconds: 3 * 86_400))
    }
}
