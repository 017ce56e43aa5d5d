/// The engine's alarm: a single timer that starts the next sync automatically.
///
/// It fires when an open breaker may be probed, when a sync that failed or left work is to be
/// repeated, or shortly after an edit. Only the earliest of these is scheduled.
extension SyncEngine {
  /// Starts a sync after a delay, so that consecutive edits are sent together. Returns at once.
  ///
  /// A call within the delay of an earlier one has no effect. While a sync runs or the breaker is
  /// open, the call is remembered like a call of `performSync()`. Otherwise, no sync is started if
  /// `retriesAfterBackoff` is off.
  public func requestSync(after delay: Duration) {
    noticeQueueChange()
    switch machine.state {
    case .idle, .error:
      let time = configuration.clock.uptime + delay
      if alarm == nil || time < alarmTime { setAlarm(at: time) }
    case .syncing, .pulling, .rateLimited:
      _ = apply(.syncRequested)
    }
  }

  /// Schedules the alarm at a point of `uptime`, and cancels an earlier alarm.
  func setAlarm(at time: Duration) {
    cancelAlarm()
    guard configuration.retriesAfterBackoff else { return }
    let clock = configuration.clock
    alarmTime = time
    alarm = Task { [weak self] in
      // A timer may fire early, because the operating system's clocks differ by milliseconds.
      while clock.uptime < time {
        do {
          try await clock.sleep(for: time - clock.uptime)
        } catch {
          return
        }
      }
      await self?.ring()
    }
  }

  /// Schedules the alarm after a sync that failed or left work, and cancels it after a complete
  /// sync.
  ///
  /// The delays are those of the breaker: 30 seconds, growing with each sync without progress.
  /// While the breaker is open, its own alarm remains.
  func planNextSync(isDone: Bool, hasProgress: Bool) {
    if case .rateLimited = machine.state { return }
    fruitlessSyncs = isDone || hasProgress ? 0 : fruitlessSyncs + 1
    if isDone { return cancelAlarm() }
    guard configuration.retriesAfterBackoff else { return }
    let seconds = CircuitBreaker.wait(
      schedule: CircuitBreaker.backoff(afterTrips: fruitlessSyncs), retryAfter: nil,
      jitter: configuration.random.fraction())
    setAlarm(at: moment(in: seconds))
  }

  /// Cancels the alarm, if it is scheduled.
  func cancelAlarm() {
    alarm?.cancel()
    alarm = nil
  }

  /// The point of `uptime` after this number of seconds, in whole milliseconds.
  func moment(in seconds: Double) -> Duration {
    configuration.clock.uptime + .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  /// The number of seconds until a point of `uptime`; 0 if it has passed.
  func secondsUntil(_ time: Duration) -> Double {
    max(0, (time - configuration.clock.uptime) / .seconds(1))
  }

  private func ring() {
    if Task.isCancelled { return }
    alarm = nil
    switch machine.state {
    case .rateLimited: start(noticeEndOfBackoff())
    case .idle, .error: start(apply(.syncRequested))
    case .syncing, .pulling: break
    }
  }
}
