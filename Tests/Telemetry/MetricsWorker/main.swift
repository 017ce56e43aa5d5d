import Foundation
import TypedMetrics

// A process that tests run several times, and kill:
//
//     MetricsWorker record file|defaults PLACE NAME TASKS COUNT   records TASKS x COUNT values
//     MetricsWorker endless file|limited|defaults PLACE NAME      records and flushes until killed

exit(await Worker.run(Array(CommandLine.arguments.dropFirst())))
