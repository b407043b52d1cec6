package import Changes
internal import Checks
package import Documents
internal import Formats
package import Resolution
package import Themes

/// Reading in all formats that there are.
extension Library {
  package static func read(
    kits: [SourceFile], themes: [SourceFile], uploads: [SourceFile] = [], knowing earlier: Library? = nil,
    naming named: Set<String>? = nil, by pool: WorkerPool = .caller
  ) -> Library {
    read(
      kits: kits, themes: themes, in: .all, uploads: uploads, knowing: earlier, naming: named, by: pool)
  }
}

extension Catalog {
  package static func reading(
    kits: [SourceFile], themes: [SourceFile], uploads: [SourceFile] = [], images: ImageFolder = .none,
    reusing earlier: Catalog? = nil, by pool: WorkerPool = .caller
  ) -> Catalog {
    reading(
      kits: kits, themes: themes, in: .all, uploads: uploads, images: images, reusing: earlier, by: pool)
  }
}

extension ThemeFiles {
  package init(kits: [SourceFile], themes: [SourceFile], images: ImageFolder) {
    self.init(kits: kits, themes: themes, images: images, dialects: .all)
  }
}
