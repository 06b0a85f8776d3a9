import PrintShop

extension LayoutFolder {
    init(of folder: DataFolder) { self.init(userFolder: "\(folder.path)/layouts") }

    /// Reads a layout.
    ///
    /// - Parameter name: the layout's name, or the path of its file.
    func load(typed name: String) throws -> LoadedLayout {
        try Self.isPath(name) ? load(file: DataFolder.absolute(name)) : load(name)
    }
}
