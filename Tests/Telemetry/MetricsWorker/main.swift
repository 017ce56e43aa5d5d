import Foundation
import TypedMetrics

// A process for the tests to run several of, and to kill:
//
//     MetricsWorker record file|defaults PLACE NAME TASKS COUNT   records TASKS x COUNT values
//     MetricsWorker endless file|limited|defaults PLACE NAME      records and flushes until killed

exit(await Worker.run(Array(CommandLine.arguments.dropFirst())))
