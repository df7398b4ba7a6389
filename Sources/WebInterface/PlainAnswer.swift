internal import HTTPServer

extension ServerResponse {
    /// A plain text that no cache keeps, no browser takes for a page, and no other site reads.
    static func plain(_ status: Int = 200, _ text: String) -> ServerResponse {
        plain(status, type: "text/plain; charset=utf-8", Array(text.utf8))
    }

    /// Bytes of some type of plain text, with the same protection.
    static func plain(_ status: Int = 200, type: String, _ bytes: [UInt8]) -> ServerResponse {
        ServerResponse(
            status: status, type: type,
            headers: [
                Field("Cache-Control", "no-store"),
                Field("X-Content-Type-Options", "nosniff"),
                Field("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
                Field("Cross-Origin-Resource-Policy", "same-origin"),
                Field("Referrer-Policy", "no-referrer"),
            ], bytes: bytes)
    }
}
