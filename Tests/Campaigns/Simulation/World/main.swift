import Foundation

// Simulation --seed N [--hours N] [--writers N] … [--history]: one run in this process.
var arguments = Array(CommandLine.arguments.dropFirst())

func number(_ name: String, or usual: Int) -> Int {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return usual }
  return Int(arguments[index + 1]) ?? usual
}

// Tables are walked in the same order by each run only with this variable.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  var words = CommandLine.arguments.map { strdup($0) } + [nil]
  execv("/proc/self/exe", &words)
}

let seed = UInt64(number("--seed", or: 1))
var size = WorldSize()
size.hours = number("--hours", or: size.hours)
size.writers = number("--writers", or: size.writers)
size.authors = number("--authors", or: size.authors)
size.servers = number("--servers", or: size.servers)
size.followers = number("--followers", or: size.followers)
if let index = arguments.firstIndex(of: "--faults"), index + 1 < arguments.count {
  size.faults = Set(
    arguments[index + 1].split(separator: ",").compactMap { WorldSize.Fault(rawValue: String($0)) })
}

let folder = "/dev/shm/livery-simulation-\(getpid())"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
Judge.shared.isVerbose = arguments.contains("--history")
Judge.shared.title = "seed \(seed)"
Scheduler.shared = Scheduler(seed: seed)
_ = Files.web
Disk.shared.install()
// Some days before the clock in Berlin is put back or forward, or at any time.
let starts = ["2027-10-30T00:00:00Z", "2027-03-27T06:00:00Z", "2027-06-01T00:00:00Z"]
let began = Judge.start(starts[Int(seed % 3)])
Scheduler.shared.begin(at: began, seed: seed)
World(size, in: folder).run()
try? FileManager.default.removeItem(atPath: folder)
print(
  "seed \(seed): \(Judge.shared.log.count) changes, \(Judge.shared.count) lines, hash \(String(Judge.shared.hash, radix: 16))"
)
fflush(nil)
_exit(0)
