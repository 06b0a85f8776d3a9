import Testing

@Suite("The language of gates and exports")
struct GateLanguageTests {
    @Test(
        """
        An option or an environment variable sets the language of verdicts; an unknown language in the variable means \
        English
        """)
    func chosen() throws {
        let stage = try Stage()
        let token = try stage.tokens(1)[0]
        let check = "eventpass gate check fair \(token) --gate North"
        #expect(try stage.sh("\(check) --language sw").text.contains("Karibu"))
        let again = try stage.sh(check, environment: ["EVENTPASS_LANGUAGE": "fr"])
        #expect(again.text.contains("DOUBLON") && again.text.contains("Déjà entré ici"), "\(again)")
        #expect(try stage.sh(check, environment: ["EVENTPASS_LANGUAGE": "xx"]).text.contains("Already admitted"))
        let unknown = try stage.sh("\(check) --language xx")
        #expect(unknown.status == 64 && unknown.errorText.contains("sw"), "\(unknown)")
    }

    @Test(
        """
        An option or an environment variable sets the language of check-in lists; in a language without \
        translations, only the dates change
        """)
    func lists() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        let list = "eventpass gate list fair"
        let french = ["EVENTPASS_LANGUAGE": "fr"]
        #expect(try stage.sh(list).text.contains("by name, made "))
        #expect(try stage.sh(list, environment: french).text.contains("par nom, créée le "))
        #expect(try stage.sh("\(list) --language en", environment: french).text.contains("by name, made "))
        // A time such as 23. Dezember 2026 um 07:26
        let german = try stage.sh("\(list) --language de").text
        let made = /by name, made [0-9]{1,2}\. [^0-9]+ [0-9]{4}[^0-9]+[0-9]{1,2}:[0-9]{2}\n/
        #expect(german.contains(made), "\(german)")
        let unknown = try stage.sh(list, environment: ["EVENTPASS_LANGUAGE": "xx"])
        #expect(unknown.status == 64 && unknown.errorText.contains("EVENTPASS_LANGUAGE: “xx” is not "), "\(unknown)")
    }

    @Test("Tickets are exported in the language of the option or the environment; an unknown language is refused")
    func exports() throws {
        let stage = try Stage()
        _ = try stage.tokens(1)
        let codes = try stage.sh("eventpass ticket list fair --json").text
        let code = try #require(codes.firstMatch(of: /[0-9A-Z]{4}-[0-9A-Z]{4}/)).0
        let export = "eventpass ticket export fair \(code) --format calendar"
        #expect(try stage.sh("\(export) --language fr").text.contains("Billet : "))
        #expect(try stage.sh(export, environment: ["EVENTPASS_LANGUAGE": "sw"]).text.contains("Tiketi: "))
        let unknown = try stage.sh(export, environment: ["EVENTPASS_LANGUAGE": "xx"])
        #expect(unknown.status == 64 && unknown.text.isEmpty, "\(unknown)")
        #expect(unknown.errorText.contains("EVENTPASS_LANGUAGE") && unknown.errorText.contains("sw"), "\(unknown)")
    }
}
