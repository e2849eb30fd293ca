/** What the command that started this process says to have it stop, as for a signal. */
export const STOP = 'holdfast:stop'

/**
 * Has `stop` called for SIGINT and SIGTERM, once for each, in place of other listeners; a second one ends the process. Under a command it
 * is called too when that says so or is gone; the terminal may send the same signal, so this ends nothing.
 */
export function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Vitest's own handler ends the process within a millisecond.
    for (const listener of process.listeners(signal)) process.removeListener(signal, listener)
    process.once(signal, stop)
  }
  if (!process.connected) return
  const isRead = process.listenerCount('message') > 0
  process.on('message', (message) => {
    if (message === STOP) stop()
  })
  process.once('disconnect', stop)
  // Nor does the channel keep a process alive that has nothing left to do.
  if (!isRead) process.channel?.unref()
}

/** Whether a message is what Vitest says of a worker that a signal ended. */
export function isEndedWorker(message: string): boolean {
  return /Worker (?:\S+ )?(?:emitted error|exited unexpectedly)/.test(message)
}
