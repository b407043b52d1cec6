internal import Bindings
internal import Changes
internal import Synchronization
internal import Themes

/// Serving what lies in the config folder now: all of it, or, when anything is wrong, none.
extension MaintenanceThread {
  func load(isOrdered: Bool, permit: CommitPermit) {
    let before = served.withLock { $0 }
    do {
      var folder = try ConfigFolder.read(before.path, knowing: before)
      if !folder.partFolders.isSubset(of: before.partFolders) {
        // What is in a folder may have changed between the reading and the watching of it.
        watch(folder.partFolders)
        folder = try ConfigFolder.read(before.path, knowing: folder)
      }
      // Even where the documents are refused: the images that are served have these bytes now, or are gone.
      images.take(folder)
      if folder.settings != before.settings {
        log.warning("livery.json has changed; settings are read at the start only, so restart to use them")
      }
      let isStale = !status.now.loading.refused.isEmpty
      guard isOrdered || isStale || !folder.files.isSame(as: before.files) else { return keep(folder) }
      let changes = try publisher.reload(folder.files, by: "files", permit: permit)
      keep(folder)
      accept(changes: changes.count)
    } catch let rejection as Publisher.DocumentError {
      refuse(rejection)
    } catch {
      refuse(["\(error)"])
    }
  }

  private func keep(_ folder: ConfigFolder) { served.withLock { $0 = folder } }

  private func accept(changes: Int) {
    status.update {
      $0.loading.loadedAt = .now
      $0.loading.refused = []
      $0.loading.refusedAt = nil
      $0.loading.reloads += 1
    }
    log.info(
      "Read the config folder again", .number("themes", publisher.current.now.themeSet.library.themes.count),
      .number("changes", changes))
  }

  private func refuse(_ rejection: Publisher.DocumentError) {
    switch rejection {
    case .documents(let rejected):
      let errors = rejected.problems.filter { $0.severity == .error }
      refuse(errors.map(\.text))
      for problem in errors { log.problem(problem) }
    case .store(let error): refuse(["The change log can't be written: \(error)."])
    case .inUse(let words), .precondition(let words), .forbidden(let words):
      refuse(["It can't be served: \(words)."])
    case .refused(let refused): refuse(["It can't be served: \(refused)."])
    case .interrupted: break
    case .tooMany(let limit): refuse(["It can't be served: there are \(limit) uploaded themes already."])
    case .tooLarge(let limit):
      refuse(["It can't be served: uploaded themes take \(limit >> 20) MiB already."])
    case .imagesFull: refuse(["It can't be served: there are too many uploaded images."])
    case .unknownImage(let name, _): refuse(["It can't be served: there is no uploaded image '\(name)'."])
    case .unknown(let name, _): refuse(["It can't be served: there is no theme '\(name)'."])
    }
  }

  private func refuse(_ sentences: [String]) {
    status.update {
      $0.loading.refused = sentences
      $0.loading.refusedAt = .now
      $0.loading.refusals += 1
    }
    log.error(
      "The config folder is not served as it is now; what was served before stays",
      .number("problems", sentences.count), .text("first", sentences.first ?? ""))
  }
}

extension ThemeFiles {
  fileprivate func isSame(as other: ThemeFiles) -> Bool {
    kits == other.kits && themes == other.themes && images == other.images
  }
}

extension Log {
  /// A problem in a document.
  func problem(_ problem: Problem) {
    let fields: [Detail] = [
      .text("file", problem.place.file), .number("line", problem.place.line),
      .number("column", problem.place.column), .text("code", problem.code), .block("frame", problem.frame),
    ]
    error(problem.message, fields)
  }
}
