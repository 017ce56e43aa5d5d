import DocgenKit
import Traces

// Measures the operations whose speed the project promises, each compared with a peer in the same
// run: all groups, or the given ones.

// The same setting as in docgen.
MallocTuning.inLargePieces()

let benches: [any Bench] = [
  RecorderBench(), TraceFileBench(), PageBench(), CheckBench(), SessionBench(), RepositoryBench(),
  EditorBench(), CodeBench(),
  NearMissBench(), MermaidBench(),
  AlignmentBench(), EnqueueBench(), SyncLoopbackBench(), LongQueueBench(), BootstrapBench(),
  RecordBench(), EntryReadingBench(), PayloadBench(),
  FoldingBench(), GrowthBench(), BlockBench(),
]
let wanted = CommandLine.arguments.dropFirst()
for bench in benches where wanted.isEmpty || wanted.contains(bench.name) { await bench.run() }
