extension Connection {
    /// Makes a file another database of this connection, for reading alone.
    ///
    /// For connections on a private database (the empty path), which alone take what is needed to say so.
    package borrowing func attachReadOnly(_ file: String, as name: String) throws(SQLiteError) {
        try run("ATTACH ?1 AS \(name)", .text(Self.uri(of: file)))
    }

    /// Makes a private database of this connection that spills to the disk when it grows.
    package borrowing func attachPrivate(as name: String) throws(SQLiteError) { try run("ATTACH '' AS \(name)") }

    private static func uri(of file: String) -> String {
        var uri = "file:"
        for byte in file.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                uri += "%" + String(byte, radix: 16)
            default: uri.unicodeScalars.append(UnicodeScalar(byte))
            }
        }
        return uri + "?mode=ro"
    }
}
