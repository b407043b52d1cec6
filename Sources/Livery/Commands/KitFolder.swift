internal import Service
internal import Themes

/// A config folder whose kits are asked for, whatever its themes are like.
enum KitFolder {
  /// - Parameter named: the folder; nil for the usual one, without which the kits of the program are meant.
  static func library(of named: String?) throws(Command.CommandError) -> Library {
    let read: ConfigFolder
    do throws(ConfigFolder.ReadError) {
      read = try ConfigFolder.named(named) ?? .starter(at: "Config")
    } catch { throw .refused(error.description) }
    let library = Library.read(kits: read.kits, themes: read.themes)
    let broken = library.problems.first { $0.severity == .error && $0.place.file.hasPrefix("kits/") }
    guard let broken else { return library }
    throw .refused(
      "The kits have errors ('livery check \(read.path)' tells more):\n"
        + broken.painted(Paint(depth: .none), in: read.path))
  }
}
