internal import ThemeAPI

extension ServerSetting {
  /// A token, which is no flag, since every user of a machine can read those. An empty value is none.
  static func secret(_ key: String, _ meaning: String, at keyPath: SettingKeyPath<String?>) -> ServerSetting {
    ServerSetting(
      key, "TOKEN", meaning, at: keyPath, sources: [.variable, .file], default: "none",
      requires: "\(AccessToken.requirement), or empty for none"
    ) { text in
      if text.isEmpty { return .some(nil) }
      return AccessToken.isStrong(text) ? .some(text) : nil
    }
  }
}
