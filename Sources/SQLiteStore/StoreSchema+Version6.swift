extension StoreSchema {
    /// Which queries a provider refuses more requests, so that another may try before the day is called spent.
    static let version6 = """
        ALTER TABLE _budgets ADD COLUMN refusals TEXT NOT NULL DEFAULT '[]'; -- [query, count, milliseconds since 1970]
        """
}
