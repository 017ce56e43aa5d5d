// The Benchmarks program measures the operations whose speed the project promises, of docgen, the
// sync engine and the metrics.
//
// Each group is a `Bench`. It prints one `Report` line for each figure, next to a peer measured in
// the same run or the promised figure, because a time alone depends on the machine. The arguments
// are names of groups; without any, all groups run but the one of a large repository. `Stopwatch` takes the best of several tries,
// and `Timings` keeps every duration, also on the processor. `make bench` runs the program built
// for release.

import DocgenKit
import Traces

// The same setting as in docgen.
MallocTuning.inLargePieces()

let benches: [any Bench] = [
  RecorderBench(), TraceFileBench(), PageBench(), CheckBench(), SessionBench(), RepositoryBench(),
  EditorBench(), CodeBench(), SourceDiagramBench(),
  NearMissBench(), MermaidBench(),
  AlignmentBench(), EnqueueBench(), SyncLoopbackBench(), ServerBench(), LongQueueBench(),
  BootstrapBench(),
  RecordBench(), EntryReadingBench(), PayloadBench(),
  FoldingBench(), GrowthBench(), BlockBench(),
]
let wanted = CommandLine.arguments.dropFirst()
for bench in benches where wanted.isEmpty || wanted.contains(bench.name) { await bench.run() }
// Takes minutes and gigabytes: `make monorepo`.
if wanted.contains(MonorepoBench.name) { await MonorepoBench().run() }
