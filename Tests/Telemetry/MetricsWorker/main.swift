// The MetricsWorker program records values in a metric store, for tests that run it several times
// at once and kill it:
//
//     MetricsWorker record file|defaults PLACE NAME TASKS COUNT   records TASKS x COUNT values
//     MetricsWorker endless file|limited|defaults PLACE NAME      records and flushes until killed
//
// Only a separate process can show that several may share a store, and that the values of a
// completed flush survive the end of their process.

import Foundation
import TypedMetrics

exit(await Worker.run(Array(CommandLine.arguments.dropFirst())))
