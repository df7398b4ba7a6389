extension Connection {
    /// Runs one statement to its end, with values whose number is not known beforehand.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    package borrowing func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteError) -> Int {
        try withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            try statement.run()
        }
        return changes
    }

    /// Reads the first row, with values whose number is not known beforehand, or nil where there is none.
    package borrowing func first<Row>(
        _ sql: String, _ values: [SQLiteValue], read: (borrowing Statement) -> Row
    ) throws(SQLiteError) -> Row? {
        try withStatement(sql) { statement throws(SQLiteError) in
            statement.bind(values)
            return try statement.step() ? read(statement) : nil
        }
    }
}
