extension StoreSchema {
    /// A number that counts the changes of a note, so that of two people who edit it at once the second is told.
    ///
    /// The trigger counts for whoever writes without counting, such as another program.
    static let noteVersions = """
        ALTER TABLE notes ADD COLUMN _version INTEGER NOT NULL DEFAULT 1; -- one more with each change
        CREATE TRIGGER notes_version AFTER UPDATE OF title, body, keywords ON notes
        WHEN NEW._version = OLD._version
        BEGIN
            UPDATE notes SET _version = OLD._version + 1 WHERE id = NEW.id;
        END;
        """
}
