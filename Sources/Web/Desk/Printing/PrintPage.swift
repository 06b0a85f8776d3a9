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

    func page(_ visit: Visit) async throws -> Answer {
        let room = try house.printRoom()
        let layout = visit.query("layout") ?? PrintPage.usual
        let offset = try PrintPage.offset(visit.query("offset") ?? "")
        let (event, states, types, heading) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showBatches)
            return (
                event, try office.batches(of: event), try office.ticketTypes(of: event),
                try Desk(house: house).heading(event, office)
            )
        }
        let layouts = try await room.previews.run { _ in room.layouts.forTickets() }
        let path = "/desk/e/\(event.slug)/print"
        return try visit.page(
            "print", title: "Paper", side: .organizer,
            [
                "path": .text(path), "layout": .text(layout),
                "offset": .text(offset.text),
                "preview": .text(
                    "\(path)/preview.png?layout=\(FormFields.encode(layout))&offset=\(FormFields.encode(offset.text))"),
                "layouts": .list(
                    layouts.map { known in
                        Facts(["name": .text(known.name), "title": .text(known.title)])
                            .chosen(known.name == layout)
                    }),
                "types": .list(
                    types.map { Facts(["number": .text("\($0.number)"), "name": .text($0.name)]) }),
                "orders": .list(PrintOrder.allCases.map { Facts(["name": .text($0.rawValue)]) }),
                "batches": .list(
                    states.reversed().map { state in
                        let key = PrintRoom.Key(event: event.number, batch: state.batch.number)
                        return state.facts(of: event, room.state(of: key), path: path)
                    }),
            ].merging(heading) { $1 })
    }

    /// A sheet of specimens.
    func preview(_ visit: Visit) async throws -> Answer {
        guard let pass = visit.pass else { throw SignInNeeded() }
        let room = try house.printRoom()
        let name = visit.query("layout") ?? PrintPage.usual
        var settings = PrintSettings()
        settings.offset = try PrintPage.offset(visit.query("offset") ?? "")
        let (now, chosen) = (house.now, settings)
        let png = try await room.previews.run { store in
            guard let (office, _) = try pass.office(at: Entrance(to: store, clock: now)) else { throw SignInNeeded() }
            let event = try office.event(of: visit, for: .showTokens)
            let preview = try SheetPreview(of: event, in: office, type: try office.ticketTypes(of: event).first)
            return try preview.png(room.layouts.load(name), chosen, longest: PrintPage.longest)
        }
        return Answer(headers: [.contentType: "image/png"], body: .bytes(ByteBuffer(bytes: png)))
    }

    /// Plans a batch, and begins to print it.
    func plan(_ visit: Visit) async throws -> Answer {
        try await Desk(house: house).once(visit) { try await begin(visit) }
    }

    private func begin(_ visit: Visit) async throws -> Answer {
        guard let pass = visit.pass else { throw SignInNeeded() }
        let room = try house.printRoom()
        let form = try await visit.form()
        let name = try form.one("layout") ?? PrintPage.usual
        let order = try form.one("order").flatMap { PrintOrder(rawValue: $0) } ?? .code
        let type = try form.one("type") ?? ""
        let papers: PrintSelection.Papers = try form.one("unprinted") == nil ? .all : .unprinted
        let imposition: Imposition.Order = try form.one("stack") == nil ? .rows : .cutStack
        let (event, batch) = try await visit.office { office in
            let event = try office.event(of: visit, for: .printTickets)
            let settings = try PrintPage.settings(form)
            let loaded = try room.layouts.load(name)
            let chosen = type.isEmpty ? nil : try office.ticketType(named: type, of: event)
            let batch = try office.planBatch(
                PrintBatch.Plan(
                    layout: loaded.name, layoutHash: loaded.hash, cellsPerSheet: loaded.layout.cellsPerSheet,
                    imposition: imposition.rawValue, output: try room.supplies.newPath(),
                    sheetsPerFile: PrintPage.sheetsPerFile, settings: settings.fields),
                PrintSelection(order: order, type: chosen?.number, papers: papers), of: event)
            return (event, batch)
        }
        room.start(PrintRoom.Key(event: event.number, batch: batch.number), for: pass)
        return .seeOther("/desk/e/\(event.slug)/print/\(batch.number)")
    }

    /// A file is sent in one piece.
    private static let sheetsPerFile = 100

    private static func settings(_ form: FormFields) throws -> PrintSettings {
        var settings = PrintSettings()
        settings.offset = try offset(try form.one("offset") ?? "")
        if try form.one("duplex") != nil { settings.sides = .both }
        if let language = try form.one("language"), !language.isEmpty {
            guard language.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}/) != nil else {
                throw PrintFault.language(language)
            }
            settings.language = language
        }
        return settings
    }

    private static func offset(_ text: String) throws -> PaperOffset {
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

extension Facts {
    /// With `chosen`, of an option that is.
    fileprivate func chosen(_ isChosen: Bool) -> Facts { isChosen ? adding(["chosen": .one(Facts([:]))]) : self }
}
