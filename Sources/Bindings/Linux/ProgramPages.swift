internal import CLinux

/// What is mapped of the program's own file and its libraries'.
package enum ProgramPages {
  /// Lets go of the pages that are only read. A start goes through nearly all of the program, and serving through little
  /// of it: of 23 MB that were resident 9 were left. What is needed after all comes back from the system's cache of files,
  /// without the disk.
  package static func letGo() { livery_let_go_of_program() }
}
