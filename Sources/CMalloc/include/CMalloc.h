#pragma once

/// Makes the allocator keep little that nobody uses: one pool for all threads, given back to the system early.
void cmalloc_economise(void);

/// Gives all to the system that the allocator holds and nobody uses.
void cmalloc_trim(void);
