import PrintShop

extension LayoutFolder {
    init(of folder: DataFolder) { self.init(own: "\(folder.path)/layouts") }

    /// Reads a layout by what was typed: its name, or the path of its file.
    func load(typed name: String) throws -> LoadedLayout {
        try Self.isPath(name) ? load(file: DataFolder.absolute(name)) : load(name)
    }
}
