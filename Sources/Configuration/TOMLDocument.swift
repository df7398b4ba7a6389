internal import CTOML

/// Reads TOML 1.0 text over toml++.
package enum TOMLDocument {
    /// The root table of a text; nil where it is not TOML, with the mistake in `diagnostics`.
    ///
    /// - Parameter file: the name that locations carry.
    package static func parse(_ text: String, file: String, diagnostics: Diagnostics) -> ConfigurationTable? {
        fatalError("to be written")
    }
}
