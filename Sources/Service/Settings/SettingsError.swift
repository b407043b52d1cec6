internal import Themes

/// Everything that is wrong with the settings, each in one sentence.
package struct SettingsError: Error, CustomStringConvertible {
  package enum SettingsOrigin: Sendable, Equatable {
    /// Flags or variables.
    case usage
    /// The file or the folder.
    case files
  }

  package let cause: SettingsOrigin
  package let sentences: [String]

  package var description: String { sentences.joined(separator: "\n") }
}
