/** What the command that started this process says to have it stop, as for a signal. */
export const STOP = 'holdfast:stop'

/**
 * Has `stop` called for SIGINT and SIGTERM, once for each, in place of what is called now; a second one of a kind ends the process.
 * Where a command started this process, it is called too when that command says so, and when that command is gone: nobody
 * waits for the run then. The same signal may come from the terminal and by the command, so what comes by the command ends nothing.
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
