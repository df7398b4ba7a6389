/// Bytes that say in which form they are written, so that the form can change while old rows stay readable.
///
/// One byte with the number of the form, then what that form makes of the value. New values are written in the newest
/// form; of an older one only `decode` is ever called.
package struct VersionedBytes<Value: Sendable>: ReversibleTransformer {
    private let forms: [any ReversibleTransformer<Value, Blob>]

    /// - Parameter forms: in the order in which they came to be; the first has the number 1. At most 255.
    package init(_ forms: [any ReversibleTransformer<Value, Blob>]) {
        precondition(!forms.isEmpty && forms.count <= 255, "versioned bytes have 1 to 255 forms")
        self.forms = forms
    }

    package func encode(_ value: Value) throws(UnreadableValue) -> Blob {
        let bytes = try forms[forms.count - 1].encode(value).bytes
        return Blob([UInt8(forms.count)] + bytes)
    }

    package func decode(_ blob: Blob) throws(UnreadableValue) -> Value {
        guard let number = blob.bytes.first else {
            throw UnreadableValue("found no bytes, expected a form's number first", stored: blob.stored)
        }
        guard number > 0, Int(number) <= forms.count else {
            throw UnreadableValue(
                "written in form \(number), and this program reads 1 to \(forms.count); use the newer one that wrote it",
                stored: blob.stored)
        }
        do throws(UnreadableValue) {
            return try forms[Int(number) - 1].decode(Blob(Array(blob.bytes.dropFirst())))
        } catch {
            throw UnreadableValue(error.reason, stored: blob.stored)
        }
    }
}
