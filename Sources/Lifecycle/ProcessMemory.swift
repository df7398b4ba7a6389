private import CMalloc

/// What the process asks of its allocator.
package enum ProcessMemory {
    /// Keeps as little memory as the allocator can that nobody uses; called once, before any thread begins.
    ///
    /// The C library gives each thread a pool of its own and holds on to what was freed: for a program that mostly waits
    /// this is a megabyte or two for nothing.
    package static func economise() { cmalloc_economise() }
}
