internal import Service
internal import Themes

/// A config folder whose kits are asked for, whatever its themes are like.
enum KitFolder {
  /// - Parameter named: the folder; nil for the usual one, without which the kits of the program are meant.
  static func library(of named: String?) throws(Command.CommandError) -> Library {
    let folder = named ?? "Config"
    let read: ConfigFolder
    do throws(ConfigFolder.ReadError) {
      read = try ConfigFolder.read(folder)
    } catch {
      guard named == nil, case .missing = error else { throw .refused(error.description) }
      read = .starter(at: folder)
    }
    let library = Library.read(kits: read.kits, themes: read.themes)
    let broken = library.problems.first { $0.severity == .error && $0.place.file.hasPrefix("kits/") }
    guard let broken else { return library }
    throw .refused(
      "the kits have errors ('livery check \(folder)' tells more):\n"
        + broken.painted(Paint(depth: .none), in: folder))
  }
}
