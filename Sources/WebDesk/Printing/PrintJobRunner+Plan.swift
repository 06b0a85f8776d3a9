import Management
import PrintShop
import Printing
import Ticketing

extension PrintJobRunner {
    /// The largest number of sheets in one file. Files must be small, because the server sends each file in one
    /// response.
    private static let sheetsPerFile = 100

    /// Plans a batch, which `start` prints.
    ///
    /// - Parameter name: The name of the layout.
    /// - Throws: `LayoutFolderError` for an unknown layout; `FieldFault` if both sides are to be printed with a layout
    ///   that has one side; `PrintFault.noFolder`; the errors of `planBatch`.
    func plan(
        _ selection: PrintSelection, layout name: String, _ imposition: Imposition.FillOrder = .rows,
        _ settings: PrintSettings = PrintSettings(), of event: Event, _ services: ManagementServices
    ) throws -> PrintBatch {
        let loaded = try layouts.load(name)
        if settings.sides == .both, loaded.layout.back.isEmpty { throw PrintPage.oneSidedFault }
        return try services.printing.planBatch(
            PrintBatch.Plan(
                layout: loaded.name, layoutHash: loaded.hash, cellsPerSheet: loaded.layout.cellsPerSheet,
                imposition: imposition.rawValue, output: try configuration.newOutputPath(),
                sheetsPerFile: PrintJobRunner.sheetsPerFile, settings: settings.fields),
            selection, of: event)
    }
}
