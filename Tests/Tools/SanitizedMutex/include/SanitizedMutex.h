/* Tells the thread sanitizer of Swift's mutexes. */
