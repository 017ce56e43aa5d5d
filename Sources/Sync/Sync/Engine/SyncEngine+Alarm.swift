/// The engine's alarm: one timer, with which it starts the next sync by itself.
///
/// It rings when an open breaker may be probed, when a sync that failed or left work is to be
/// repeated, or a moment after an edit. Only the earliest of these waits.
extension SyncEngine {
  /// Starts a sync after a delay, so that edits in a row go out together. Returns at once.
  ///
  /// A call within the delay of an earlier one changes nothing. While a sync runs, or the breaker is
  /// open, the call is remembered like one of `performSync()`.
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

  /// Lets the alarm ring at a moment of `uptime`; an earlier alarm is cancelled.
  func setAlarm(at time: Duration) {
    cancelAlarm()
    guard configuration.retriesAfterBackoff else { return }
    let clock = configuration.clock
    alarmTime = time
    alarm = Task { [weak self] in
      // A timer may fire early: the operating system's clocks do not agree to the millisecond.
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

  /// Sets the alarm after a sync that failed or left work, and cancels it after one that did all.
  ///
  /// The waits are those of the breaker: 30 seconds, then longer with each sync that achieves
  /// nothing. While the breaker is open, its own alarm stays.
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

  /// Cancels the alarm, if it is set.
  func cancelAlarm() {
    alarm?.cancel()
    alarm = nil
  }

  /// The moment of `uptime` that is so many seconds away, in whole milliseconds.
  func moment(in seconds: Double) -> Duration {
    configuration.clock.uptime + .milliseconds(Int64((seconds * 1000).rounded(.up)))
  }

  /// Seconds until a moment of `uptime`; 0 if it is over.
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
