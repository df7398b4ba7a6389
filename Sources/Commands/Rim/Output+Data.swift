internal import Rendering

extension Output {
    /// Writes data for programs: as they are into files and pipes; a terminal gets nothing but text.
    func write(data bytes: [UInt8]) throws(OutputClosed) {
        guard width != nil else { return try write(bytes) }
        try write(String(decoding: bytes, as: UTF8.self).visible)
    }
}
