import Traces

// Measures what the project promises to be quick at, each figure beside a peer of the same run.

let benches: [any Bench] = [
  RecorderBench(), TraceFileBench(), PageBench(), EnqueueBench(), QueueLengthBench(),
  SyncLoopbackBench(),
]
for bench in benches { await bench.run() }
