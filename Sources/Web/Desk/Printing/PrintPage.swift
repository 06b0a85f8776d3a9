import Management
import NIOCore
import PrintShop
import Printing
import Ticketing

/// An event's paper: what was printed, and the form that prints more.
struct PrintPage: Sendable {
    let house: House

    private static let usual = "a4-10"
    /// Pixels of a preview's longest side.
    private static let longest = 1200

    /// What stands in the forms of the page.
    private struct Typed: Sendable {
        var layout = PrintPage.usual
        var offset = ""
        var type = ""
        var order = PrintOrder.code.rawValue
        var language = "en-GB"
        var isUnprinted = false
        var isStacked = false
        var isDuplex = false

        init() {}

        /// - Throws: `Problem` 400.
        init(_ form: FormFields) throws {
            layout = try form.one("layout") ?? layout
            offset = try form.typed("offset") ?? offset
            type = try form.one("type") ?? type
            order = try form.one("order") ?? order
            language = try form.typed("language") ?? language
            isUnprinted = form.has("unprinted")
            isStacked = form.has("stack")
            isDuplex = form.has("duplex")
        }

        /// All of it, as forms and addresses have it.
        var fields: FormFields {
            let ticks = [("unprinted", isUnprinted), ("stack", isStacked), ("duplex", isDuplex)].filter { $0.1 }
            return FormFields(
                all: [
                    ("layout", layout), ("offset", offset), ("type", type), ("order", order), ("language", language),
                ] + ticks.map { ($0.0, FormField.ticked) })
        }

        var imposition: Imposition.Order { isStacked ? .cutStack : .rows }

        /// The one type that is chosen; nil for every type.
        ///
        /// - Throws: `ManagementError.invalid` for one that is not there.
        func type(among types: [TicketType]) throws -> TicketType? {
            guard !type.isEmpty else { return nil }
            guard let found = types.first(where: { "\($0.number)" == type }) else {
                throw ManagementError.invalid([FieldFault("type", "one of this event’s")])
            }
            return found
        }

        /// - Throws: `ManagementError.invalid` with every fault.
        var settings: PrintSettings {
            get throws {
                var settings = PrintSettings()
                var faults: [PrintFault] = []
                if isDuplex { settings.sides = .both }
                do throws(PrintFault) {
                    settings.offset = try PrintPage.offset(offset)
                } catch { faults.append(error) }
                if language.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}/) != nil {
                    settings.language = language
                } else if !language.isEmpty {
                    faults.append(.language(language))
                }
                guard faults.isEmpty else { throw ManagementError.invalid(faults.compactMap(\.fieldFault)) }
                return settings
            }
        }
    }

    func page(_ visit: Visit) async throws -> Answer {
        var typed = try Typed(try visit.queryFields())
        do {
            typed.offset = try typed.settings.offset.text
            return try await page(visit, typed)
        } catch ManagementError.invalid(let faults) {
            return try await page(visit, typed, faults: faults)
        }
    }

    /// - Parameter faults: of what was typed; the page is a 422 then.
    private func page(_ visit: Visit, _ typed: Typed, faults: [FieldFault] = []) async throws -> Answer {
        let room = try house.printRoom()
        let (event, states, types, heading) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showBatches)
            return (
                event, try office.batches(of: event), try office.ticketTypes(of: event),
                try Desk(house: house).heading(event, office)
            )
        }
        let layouts = try await room.previews.run { _ in room.layouts.forTickets() }
        let isTwoSided = layouts.first { $0.name == typed.layout }?.isTwoSided
        var faults = faults
        if typed.isDuplex, isTwoSided == false, faults.text(of: "duplex") == nil { faults.append(PrintPage.oneSided) }
        let path = "/desk/e/\(event.slug)/print"
        func tick(_ name: String, _ label: String, _ isSet: Bool) -> Facts {
            FormField(name, label, .tick).facts(isSet ? FormField.ticked : "", fault: faults.text(of: name))
        }
        let type = FormField(
            "type", "Tickets",
            .choice([.init("", "of every type")] + types.map { .init("\($0.number)", $0.name) }))
        let order = FormField(
            "order", "In the order of", .choice(PrintOrder.allCases.map { .init($0.rawValue, $0.rawValue) }))
        let layout = FormField(
            "layout", "Layout", .choice(layouts.map { .init($0.name, "\($0.title) (\($0.name))") }), id: "shown-layout")
        let offset = FormField(
            "offset", "Moved to the right and down, in millimetres", hint: "Such as 1.5,-0.5.", id: "shown-offset")
        // What can't be read changes nothing in a picture.
        let preview = "\(path)/preview.png?\(typed.fields.without { faults.text(of: $0) != nil }.encoded)"
        var facts: [String: Facts.Fact] = [
            "path": .text(path), "layout": .text(typed.layout), "offset": .text(typed.offset),
            "preview": .text(preview),
            "kept": .list(
                typed.fields.without { ["layout", "offset"].contains($0) }.all.map {
                    Facts(["kept_name": .text($0.name), "kept_value": .text($0.value)])
                }),
            "shown_fields": .list([
                layout.facts(typed.layout, fault: faults.text(of: "layout")),
                offset.facts(typed.offset, fault: faults.text(of: "offset")),
            ]),
            "fields": .list([
                type.facts(typed.type, fault: faults.text(of: "type")),
                order.facts(typed.order, fault: faults.text(of: "order")),
                FormField("language", "Language of dates", hint: "Such as en-GB, fr or sw-UG.").facts(
                    typed.language, fault: faults.text(of: "language")),
                tick("unprinted", "Only tickets that are on no paper yet", typed.isUnprinted),
                tick("stack", "The cut stacks lie in order", typed.isStacked),
                tick("duplex", "Both sides, turned over the long edge", typed.isDuplex),
            ]),
            "batches": .list(
                states.reversed().map { state in
                    let key = PrintRoom.Key(event: event.number, batch: state.batch.number)
                    return state.facts(of: event, room.state(of: key), path: path)
                }),
        ]
        if isTwoSided ?? false {
            facts["back"] = .text("\(preview)&side=back")
            if !typed.isDuplex { facts["back_unused"] = .one(Facts([:])) }
        }
        if !faults.isEmpty {
            facts["fault"] = .text(
                "Nothing is printed. \(faults.text(of: [FieldFault].whole) ?? "Look at what is marked.")")
        }
        return try visit.page(
            "print", title: event.details.title, side: .organizer, status: faults.isEmpty ? .ok : .unprocessableContent,
            facts.merging(heading) { $1 })
    }

    /// One side of a sheet of specimens, as it is chosen.
    func preview(_ visit: Visit) async throws -> Answer {
        guard let pass = visit.pass else { throw SignInNeeded() }
        let room = try house.printRoom()
        let typed = try Typed(try visit.queryFields())
        let side: SheetPreview.Side = visit.query("side") == "back" ? .back : .front
        let now = house.now
        let png = try await room.previews.run { store in
            guard let (office, _) = try pass.office(at: Entrance(to: store, clock: now)) else { throw SignInNeeded() }
            let event = try office.event(of: visit, for: .showTokens)
            let types = try office.ticketTypes(of: event)
            let chosen = try typed.type(among: types).map { [$0] } ?? types
            let preview = try SheetPreview(of: event, in: office, types: chosen)
            return try preview.png(
                room.layouts.load(typed.layout), try typed.settings, typed.imposition, side, longest: PrintPage.longest)
        }
        return Answer(headers: [.contentType: "image/png"], body: .bytes(ByteBuffer(bytes: png)))
    }

    /// Plans a batch, and begins to print it; or shows how it would look.
    func plan(_ visit: Visit) async throws -> Answer {
        try await Desk(house: house).once(visit) { try await begin(visit) }
    }

    private func begin(_ visit: Visit) async throws -> Answer {
        guard let pass = visit.pass else { throw SignInNeeded() }
        let room = try house.printRoom()
        let form = try await visit.form()
        let typed = try Typed(form)
        let isToLook = try form.one("go") == "look"
        let planned = try await visit.office { office in
            let event = try office.event(of: visit, for: .printTickets)
            if isToLook { return Planned.nothing(event) }
            do {
                return Planned.batch(event, try PrintPage.plan(typed, of: event, room, office))
            } catch {
                guard let faults = [FieldFault](refusal: error) else { throw error }
                return .refused(faults)
            }
        }
        switch planned {
        case .nothing(let event): return .seeOther("/desk/e/\(event.slug)/print?\(typed.fields.encoded)")
        case .batch(let event, let batch):
            room.start(PrintRoom.Key(event: event.number, batch: batch.number), for: pass)
            return .seeOther("/desk/e/\(event.slug)/print/\(batch.number)")
        case .refused(let faults): return try await page(visit, typed, faults: faults)
        }
    }

    private enum Planned: Sendable {
        case nothing(Event)
        case batch(Event, PrintBatch)
        case refused([FieldFault])
    }

    private static func plan(
        _ typed: Typed, of event: Event, _ room: PrintRoom, _ office: Office
    ) throws -> PrintBatch {
        let settings = try typed.settings
        guard let order = PrintOrder(rawValue: typed.order) else { throw FieldFault("order", "one of those offered") }
        let type = try typed.type(among: try office.ticketTypes(of: event))
        let loaded = try room.layouts.load(typed.layout)
        if typed.isDuplex, loaded.layout.back.isEmpty { throw PrintPage.oneSided }
        return try office.planBatch(
            PrintBatch.Plan(
                layout: loaded.name, layoutHash: loaded.hash, cellsPerSheet: loaded.layout.cellsPerSheet,
                imposition: typed.imposition.rawValue, output: try room.supplies.newPath(),
                sheetsPerFile: PrintPage.sheetsPerFile, settings: settings.fields),
            PrintSelection(order: order, type: type?.number, papers: typed.isUnprinted ? .unprinted : .all), of: event)
    }

    private static let oneSided = FieldFault("duplex", "a layout that has two sides")

    /// A file is sent in one piece.
    private static let sheetsPerFile = 100

    private static func offset(_ text: String) throws(PrintFault) -> PaperOffset {
        if text.isEmpty { return .none }
        guard let offset = PaperOffset(text) else { throw PrintFault.offset(text) }
        return offset
    }
}

extension House {
    /// - Throws: `PrintFault.noSupplies`.
    func printRoom() throws -> PrintRoom {
        guard let printing else { throw PrintFault.noSupplies }
        return printing
    }
}
