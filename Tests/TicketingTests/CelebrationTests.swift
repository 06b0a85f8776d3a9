import Testing
import Ticketing

/// A guest's code is the QR code of a ticket. The guests of one household can share a code.
@Suite("Rules for sub-events, guests and codes")
struct CelebrationTests {
    @Test("Each kind of sub-event has its own name, icon, colour, and default name for its sub-events")
    func kinds() {
        let kinds = SubEventKind.allCases
        #expect(kinds.allSatisfy { $0.icon.count == 1 })
        let labels = kinds.map(\.label.english)
        for names in [labels, kinds.map(\.icon), kinds.map(\.colourName), kinds.map(\.defaultName)] {
            #expect(Set(names).count == kinds.count && names.allSatisfy { !$0.isEmpty })
        }
        #expect(SubEventDetails(kind: .reception).name == SubEventKind.reception.defaultName)
        // A sub-event of the kind “other” gets its name from its note.
        #expect(SubEventDetails(kind: .other, note: "Farewell brunch").name == "Farewell brunch")
        #expect(SubEventDetails(kind: .other, note: "\u{7}").name == SubEventKind.other.defaultName)
    }

    @Test("All faults of a sub-event are reported together")
    func faults() {
        let at = Instant(seconds: 1000)
        let long = String(repeating: "n", count: 201)
        let details = SubEventDetails(kind: .other, name: "  ", note: "\t", venue: long, start: at, end: at)
        let missing = TextFault.missing.sentence
        let tooLong = TextFault.tooLong(length: 201, limit: 200).sentence
        #expect(
            details.faults.map(\.fieldFault) == [
                FieldFault("name", missing), FieldFault("note", missing), FieldFault("venue", tooLong),
                SubEventFault.endsBeforeStart.fieldFault,
            ])
        #expect(
            SubEventDetails(kind: .other, name: "A\u{0}").faults == [
                .limit(FieldFault("name", TextFault.scalar("\0", position: 2).sentence)), .noNote,
            ])
        #expect(SubEventDetails(kind: .ceremony, name: "\u{200B}").faults == [.limit(FieldFault("name", missing))])
        #expect(SubEventDetails(kind: .other, name: "Brunch", note: "x").faults.isEmpty)
        // Only the kind “other” has a note.
        #expect(SubEventDetails(kind: .reception, note: "x").faults == [.noteOfOtherKind])
        #expect(SubEventDetails(kind: .reception, note: "").faults == [.limit(FieldFault("note", missing))])
        #expect(SubEventDetails(kind: .ceremony, name: long).faults == [.limit(FieldFault("name", tooLong))])
        for fault in details.faults + [.nameTaken("x")] { #expect(fault.description.contains(": ")) }
    }

    @Test("If an older version stored an invalid note, an edit is refused only if it changes the note or the kind")
    func oldNotes() {
        let former = SubEventDetails(kind: .reception, note: "bring shoes")
        var edited = former
        edited.venue = "The Barn"
        #expect(edited.faults(since: former).isEmpty && edited.faults == [.noteOfOtherKind])
        edited.note = "bring boots"
        #expect(edited.faults(since: former) == [.noteOfOtherKind])
        edited.note = nil
        #expect(edited.faults(since: former).isEmpty)
        edited = former
        edited.kind = .ceremony
        #expect(edited.faults(since: former) == [.noteOfOtherKind])
        edited.kind = .other
        #expect(edited.faults(since: former).isEmpty)
    }

    @Test(
        """
        Sub-events that are imported from an older system get their kinds from their names; if the name of the main \
        sub-event fits no kind, it becomes a ceremony
        """,
        arguments: [
            ("Wedding Ceremony", false, SubEventKind.ceremony), ("CEREMONY & Reception", true, .ceremony),
            ("réception du soir", false, .reception), ("Rehearsal", true, .rehearsal),
            ("Welcome drinks", false, .rehearsal), ("Family dinner", false, .rehearsal),
            ("Sunday Brunch", false, .other), ("After-Party", true, .other), ("Sangeet", false, .other),
            ("Our big day", true, .ceremony), ("Reception Dinner", false, .reception),
        ])
    func oldSettings(name: String, isMain: Bool, kind: SubEventKind) {
        let details = LegacySubEvent(name: name, isMain: isMain, venue: nil, start: nil).details
        #expect(details.kind == kind)
        #expect(details.name == name)
        #expect(details.note == (kind == .other ? name : nil))
        #expect(details.faults.isEmpty)
    }

    @Test("A code admits 16 people at most; every guest has one code, and no code is for two households")
    func codes() throws {
        var random = SystemRandomNumberGenerator()
        let event = try #require(EventNumber(rawValue: 1))
        for _ in 0..<200 {
            let guests = (1...Int.random(in: 1...80, using: &random)).map { number in
                Guest(
                    event: event, number: number, household: [nil, 1, 2, 3].randomElement(using: &random) ?? nil,
                    details: GuestDetails(name: "G", companions: Int.random(in: 0...15, using: &random)))
            }
            for sharing in CodeSharing.allCases {
                let groups = GuestCodeGrouping.groups(of: guests, sharing: sharing)
                #expect(groups.flatMap(\.self).map(\.number).sorted() == guests.map(\.number))
                for group in groups {
                    let people = group.map(\.people).reduce(0, +)
                    #expect(people <= 16)
                    #expect(GuestCodeGrouping.admits(group).rawValue == UInt8(people))
                    #expect(Set(group.map(\.household)).count == 1)
                    #expect(group.count == 1 || sharing == .household && group[0].household != nil)
                }
            }
        }
    }

    @Test("A household of 18 people gets two codes; a household of 16 people gets one code")
    func largeHousehold() throws {
        let event = try #require(EventNumber(rawValue: 1))
        let guests = (1...18).map {
            Guest(event: event, number: $0, household: 7, details: GuestDetails(name: "G"))
        }
        #expect(GuestCodeGrouping.groups(of: guests, sharing: .household).map(\.count) == [16, 2])
        #expect(GuestCodeGrouping.groups(of: Array(guests.dropLast(2)), sharing: .household).map(\.count) == [16])
    }

    @Test(
        "Names that differ only in case, accents, width, white space or invisible characters are treated as equal",
        arguments: [
            ("Éve  LEFÈVRE", "eve lefevre"), ("Ｇｒａｃｅ", "grace"), ("a\u{202E}b\u{200B}", "ab"), (" x\ty\n", "x y"),
            ("王 伟", "王 伟"), ("Иванова", "иванова"), ("\u{202E}\u{200B}", ""), ("", ""),
        ])
    func folding(name: String, folded: String) {
        #expect(name.folded == folded)
        #expect(folded.folded == folded)
    }

    @Test("A telephone number is stored as digits after an optional plus sign; a malformed number is rejected")
    func phones() {
        #expect(GuestPhoneNumber.normalized(of: "+256 (700) 12-34.56") == "+256700123456")
        #expect(GuestPhoneNumber.normalized(of: "0700 123456") == "0700123456")
        for text in ["", "+", "123", "call me", "2.567E+11", "+256+700", "1234567890123456", "١٢٣٤٥"] {
            #expect(GuestPhoneNumber.normalized(of: text) == nil, "\(text)")
        }
    }
}
