import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@Suite("Importing guests", .everyEngine, .slow)
struct GuestImportTests {
    private func faults(_ wedding: Wedding, _ text: String) throws -> [GuestListFault] {
        do {
            try wedding.importGuests(text)
            return []
        } catch GuestError.guestImport(let faults, let total) {
            #expect(Set(faults.map(\.line)).count == total)
            return faults
        }
    }

    @Test("Columns are recognized in any order, and by headings in many languages")
    func headings() throws {
        for (heading, row) in [
            ("Household,Full Name,E-Mail,Phone number,Plus-Ones,Meal,Reception", "H,Ann B,a@x.org,0700123,2,fish,x"),
            ("Réception;Repas;Accompagnants;Tél.;Courriel;Prénom;Nom;Famille", "oui;fish;2;0700123;a@x.org;Ann;B;H"),
            (
                "Vorname\tName\tHaushalt\tE-Mail-Adresse\tTelefon\tBegleitung\tEssen\tEmpfang",
                "Ann\tB\tH\ta@x.org\t0700123\t2\tfish\tja"
            ),
            (
                "Nombre,Apellidos,Familia,Correo electrónico,Teléfono,Acompañantes,Comida,Recepción",
                "Ann,B,H,a@x.org,0700123,2,fish,sí"
            ),
            (
                "nome,cognome,famiglia,e-mail,telefono,accompagnatori,pasto,ricevimento",
                "Ann,B,H,a@x.org,0700123,2,fish,1"
            ),
            ("Jina,Kaya,Barua pepe,Simu,Wageni wa ziada,Chakula,Mapokezi", "Ann B,H,a@x.org,0700123,2,fish,ndiyo"),
        ] {
            let wedding = try Wedding()
            let summary = try wedding.importGuests("\(heading)\n\(row)\n")
            #expect(summary.columns.ignored.isEmpty, "\(heading)")
            let guest = try #require(try wedding.guests().first)
            #expect(guest.household == "H" && guest.invitations.map(\.subEvent) == [2], "\(heading)")
            let details = GuestDetails(
                name: "Ann B", email: "a@x.org", phone: "0700123", companions: 2, meal: "fish")
            #expect(guest.guest.details == details, "\(heading)")
        }
    }

    @Test(
        "A user’s column mapping replaces the automatic mapping; for an unknown column, the error lists all columns")
    func mapping() throws {
        let wedding = try Wedding()
        let list = "Who,Name,When\nAnn,ignored,yes\n"
        let options = GuestImportOptions(headingMap: [("name", "who"), ("brunch", "When")])
        let summary = try wedding.importGuests(list, options)
        #expect(summary.columns.used.map(\.meaning) == ["name", "Brunch"])
        #expect(summary.columns.ignored == ["Name"])
        #expect(try wedding.guests().map(\.guest.name) == ["Ann"])
        #expect(throws: GuestError.unknownColumn("Nobody", known: ["Who", "Name", "When"])) {
            try wedding.importGuests(list, GuestImportOptions(headingMap: [("name", "Nobody")]))
        }
        #expect(throws: GuestError.self) {
            try wedding.importGuests(list, GuestImportOptions(headingMap: [("shoe size", "Who")]))
        }
        let missing = GuestListFault(line: 1, column: "name", fault: .noHeader(first: "a"))
        #expect(throws: missing) { try wedding.importGuests("a,b\n1,2\n") }
        #expect(throws: GuestListFault(line: 1, column: "name", fault: .missingColumn(found: []))) {
            try wedding.importGuests("")
        }
    }

    @Test("Every faulty row is reported with line, column and reason, and nothing is written")
    func allFaults() throws {
        let wedding = try Wedding()
        let text = """
            name,email,phone,companions,meal,reception,household
            Ann,,,,,,
            ,x@y.org,,,,,
            Bo,bo,,,,,
            Cy,,call me,,,,
            Di,,,16,,,
            Ed,,,many,,,
            Fi,,,,,perhaps,
            ANN,,,,,,

            Gi,a,b,c,d,e,f,g
            \(String(repeating: "x", count: 201)),,,,,,
            Hu,,,,\(String(repeating: "m", count: 501)),,
            N\u{0}l,i,0,,,,H\u{0}
            \u{200B},,,17,\u{200B},,

            """
        let found = try faults(wedding, text)
        #expect(found.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 14, 14, 14, 15, 15, 15])
        #expect(
            found.map(\.fault) == [
                .missing, .notAnEmail("bo"), .notAPhone("call me"), .notCompanions("16"), .notCompanions("many"),
                .notYesOrNo("perhaps"), .sameGuest(line: 2), .tooManyFields(8, header: 7),
                .text(.tooLong(length: 201, limit: 200)),
                .text(.tooLong(length: 501, limit: 500)), .text(.scalar("\0", position: 2)),
                .text(.scalar("\0", position: 2)), .notAnEmail("i"), .notAPhone("0"),
                .missing,
                .notCompanions("17"), .text(.missing),
            ])
        #expect(found[1].column == "email" && found[5].column == "Reception")
        #expect(try wedding.guests().isEmpty)
        let skipped = try wedding.importGuests(text, GuestImportOptions(faultyRows: .skip))
        #expect(skipped.added == 1 && skipped.skipped == 12 && skipped.faults == found)
        #expect(try wedding.guests().map(\.guest.name) == ["Ann"])
    }

    @Test("A dry run reports the guests that an import would add, and writes nothing")
    func dryRun() throws {
        let wedding = try Wedding()
        let list = "name,household,reception\nA,H,yes\nB,H,\n"
        let dry = try wedding.importGuests(list, GuestImportOptions(writeMode: .dryRun))
        #expect(dry.added == 2 && dry.households == 1 && dry.invited == 1)
        #expect(try wedding.guests().isEmpty)
        let audit = try wedding.festival.store.read {
            try $0.audit.page(of: wedding.event.organizer, after: 0, limit: 100)
        }
        #expect(!audit.contains { $0.action == "importGuests" })
        #expect(try wedding.importGuests(list).added == 2)
        #expect(throws: GuestError.self) {
            try wedding.importGuests("name,email\nA,nonsense\n", GuestImportOptions(writeMode: .dryRun))
        }
    }

    @Test("Importing the same list again changes nothing; a later list’s nonempty values replace earlier values")
    func again() throws {
        let wedding = try Wedding()
        let list = "name,household,email,companions,meal,ceremony\nAnn,H,a@x.org,1,fish,yes\nBo,H,,,,\nBo,I,,,,\n"
        #expect(try wedding.importGuests(list).added == 3)
        let second = try wedding.importGuests(list)
        #expect(second.added == 0 && second.unchanged == 3 && second.updated == 0)
        let third = try wedding.importGuests(
            "Name,E-mail,Meal,Companions,Ceremony,Reception\nANN,A@x.org,,3,no,x\n")
        #expect(third.updated == 1 && third.invited == 1 && third.withdrawn == 1)
        let ann = try wedding.guests()[0]
        #expect(ann.guest.details == GuestDetails(name: "ANN", email: "a@x.org", companions: 3, meal: "fish"))
        #expect(ann.household == "H" && ann.invitations.map(\.subEvent) == [2])
    }

    @Test(
        "If a later list has a new name for a guest, the e-mail address identifies the guest, in any order of the rows")
    func byEmail() throws {
        for rows in [["Anne,m@x.org", "Ben,m@x.org"], ["Ben,m@x.org", "Anne,m@x.org"]] {
            let wedding = try Wedding()
            try wedding.importGuests("name,email\nAnna,m@x.org\nBen,m@x.org\n")
            let summary = try wedding.importGuests("name,email\n" + rows.map { "\($0)\n" }.joined())
            #expect(summary.added == 0 && summary.updated == 1 && summary.unchanged == 1)
            #expect(try wedding.guests().map(\.guest.name) == ["Anne", "Ben"])
            #expect(summary.renamed.map { "\($0.old) \($0.new)" } == ["Anna Anne"])
        }
    }

    @Test("If a later list changes a guest’s address or household, the name identifies the guest, in any order of rows")
    func byName() throws {
        for rows in [["Jo,b@x.org", "Jo,a@x.org"], ["Jo,a@x.org", "Jo,b@x.org"]] {
            let wedding = try Wedding()
            try wedding.importGuests("name,email\nJo,a@x.org\n")
            let summary = try wedding.importGuests("name,email\n" + rows.map { "\($0)\n" }.joined())
            #expect(summary.added == 1 && summary.unchanged == 1)
            #expect(try wedding.guests().map(\.guest.details.email) == ["a@x.org", "b@x.org"])
        }
        let wedding = try Wedding()
        try wedding.importGuests("name,email,household\nJo,a@x.org,H\n")
        #expect(try wedding.importGuests("name,email\nJo,new@x.org\n").updated == 1)
        #expect(try wedding.importGuests("name,household\nJo,I\n").updated == 1)
        let jo = try wedding.guests()
        #expect(jo.count == 1 && jo[0].guest.details.email == "new@x.org" && jo[0].household == "I")
    }

    @Test("A row that matches several guests is reported as a fault that names these guests")
    func ambiguous() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,email,household\nAnna,m@x.org,H\nBen,m@x.org,H\nJo,,H\nJo,,I\n")
        let found = try faults(wedding, "name,email\nCarl,m@x.org\nJo,\n")
        #expect(found.map(\.line) == [2, 3])
        #expect(
            found.map(\.description) == [
                "line 2, column name: “Carl” may be guest 1, Anna or guest 2, Ben",
                "line 3, column name: “Jo” may be guest 3, Jo or guest 4, Jo",
            ])
        #expect(try wedding.guests().count == 4)
    }

    private func describe(_ wedding: Wedding) throws -> String {
        try wedding.guests().map {
            "\($0.guest.number) \($0.guest.name) \($0.guest.details.email ?? "–") \($0.household ?? "–")"
        }.joined(separator: "; ")
    }

    @Test("A second import of the same random list adds no guest, unless the first import skipped rows")
    func neverDoubles() throws {
        var random = SeededGenerator(for: "never doubles a guest")
        let names = ["Ann", "Bo", "Cy", "Éve", "王伟", "آدم"]
        let emails = ["", "", "a@x.org", "b@x.org", "c@x.org"]
        let households = ["", "H", "I"]
        for _ in 0..<10 {
            let wedding = try Wedding()
            for _ in 0..<3 {
                let rows = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ -> String? in
                    guard let name = names.randomElement(using: &random),
                        let email = emails.randomElement(using: &random),
                        let household = households.randomElement(using: &random)
                    else { return nil }
                    return "\(name),\(email),\(household)\n"
                }
                let list = "name,email,household\n" + rows.joined()
                let skip = GuestImportOptions(faultyRows: .skip)
                let before = try describe(wedding)
                let first = try wedding.importGuests(list, skip)
                let between = try describe(wedding)
                #expect(first.added + first.updated + first.unchanged + first.skipped == rows.count)
                let again = try wedding.importGuests(list, skip)
                let after = try describe(wedding)
                // A row that the first import skipped could be valid in the second import, because the first import
                // changed the guests.
                guard first.skipped == 0 else { continue }
                #expect(again.added == 0, "\(before)\n\(list)\(first.faults)\n\(between)\n\(after)")
            }
        }
    }

    @Test(
        "Names in every script, and with emoji, formulas, SQL or joining characters, stay unchanged",
        arguments: [
            "=HYPERLINK(\"x\")", "@SUM(1)", "+1", "-2", "'; DROP TABLE guest; --", "𝔊𝔯𝔞𝔠𝔢 👩‍👩‍👧", "a\u{200F}b",
            "رضا\u{200C}یی", "ﷺ", "ꦗꦮ", "e\u{301}ve",
        ])
    func texts(name: String) throws {
        let wedding = try Wedding()
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        try wedding.importGuests("name,note\n\(quoted),\(quoted)\n")
        let guest = try wedding.guests()[0].guest
        #expect(guest.name == name && guest.details.note == name)
        #expect(try wedding.importGuests("name\n\(quoted)\n").unchanged == 1)
    }

    @Test(
        "A name with an invalid character is refused in a guest list and for a single ticket, and the error says where",
        arguments: [
            ("Grace\nNakato", 6, "U+000A"), ("Grace\tNakato", 6, "U+0009"), ("\u{600}Grace", 1, "U+0600"),
            ("a\u{202E}b", 2, "U+202E"), ("A\u{1B}[2J", 2, "U+001B"),
        ])
    func refusedAlike(name: String, position: Int, scalar: String) throws {
        let wedding = try Wedding()
        let message = "character \(position) is \(scalar)"
        #expect {
            try wedding.importGuests("name\n\"\(name)\"\n")
        } throws: { error in
            guard case GuestError.guestImport(let faults, total: 1) = error else { return false }
            return faults.count == 1 && faults[0].description.hasPrefix("line 2, column name: \(message)")
        }
        let festival = wedding.festival
        #expect {
            _ = try festival.services.tickets.issue(
                .person(holder: name, email: nil, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        } throws: { error in
            guard case SalesError.holder(let fault) = error else { return false }
            return fault.description.hasPrefix(message)
        }
    }

    @Test("Notes and access needs can contain line breaks and tabs, but no other control characters")
    func lines() throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,note,access\nAnn,\"one\ntwo\",\"a ramp\n\ta chair\"\n")
        let details = try wedding.guests()[0].guest.details
        #expect(details.note == "one\ntwo" && details.access == "a ramp\n\ta chair")
        let faults = ["note", "access"].map {
            GuestListFault(line: 2, column: $0, fault: .text(.scalar("\u{1B}", position: 4)))
        }
        for fault in faults {
            #expect(throws: GuestError.guestImport([fault], total: 1)) {
                try wedding.importGuests("name,\(fault.column)\nBo,\"one\u{1B}two\"\n")
            }
        }
    }

    @Test("Empty rows, and cells with only white space, are ignored")
    func empty() throws {
        let wedding = try Wedding()
        let summary = try wedding.importGuests(
            "name,meal\n\n,\n  ,\t\nAnn,  \n\"\",\"\"\n\u{202E},x\n", .init(faultyRows: .skip))
        #expect(summary.added == 1)
        #expect(summary.faults == [GuestListFault(line: 7, column: "name", fault: .missing)])
        #expect(try wedding.guests()[0].guest.details.meal == nil)
    }

    @Test("A long list is imported completely, and importing it again changes nothing")
    func long() throws {
        let wedding = try Wedding()
        let count = TestEffort.isSoak ? 1_000_000 : 5000
        let list =
            "name,household,email,ceremony\n"
            + (1...count).map { "Guest \($0),H\($0 / 3),g\($0)@x.org,yes\n" }.joined()
        #expect(try wedding.importGuests(list).added == count)
        #expect(try wedding.importGuests(list).unchanged == count)
        #expect(try wedding.invite().people == count)
    }
}
