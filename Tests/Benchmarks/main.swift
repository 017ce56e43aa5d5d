import DocgenKit
import Traces

// Measures what the project promises to be quick at, each figure beside a peer of the same run:
// everything, or the groups that are named.

// As docgen does.
HeapGrowth.inLargePieces()

let benches: [any Bench] = [
  RecorderBench(), TraceFileBench(), PageBench(), CheckBench(), RepositoryBench(),
  EditorBench(), CodeBench(),
  NearMissBench(), MermaidBench(),
  AlignmentBench(), EnqueueBench(), SyncLoopbackBench(), LongQueueBench(), BootstrapBench(),
  RecordBench(), EntryReadingBench(), PayloadBench(),
  FoldingBench(), GrowthBench(),
]
let wanted = CommandLine.arguments.dropFirst()
for bench in benches where wanted.isEmpty || wanted.contains(bench.name) { await bench.run() }
