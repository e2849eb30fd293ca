/** Suites whose items are declared or run in this process. */
let running = 0

/**
 * While items run, SIGTERM to this process is left to the main one, which stops the run and has the calls under way waited for: a
 * scheduler tells all processes of a step. Without the main process this one ends too.
 *
 * @returns what to call when the items have ended: then SIGTERM ends this process again, which is how Vitest ends it.
 */
export function outliveTermination(): () => void {
  // In a thread signals are the main process's, and without a channel to it nobody would end this one.
  if (process.send === undefined) return () => undefined
  if (running === 0) {
    process.on('SIGTERM', leaveIfAlone)
    process.on('disconnect', leave)
  }
  running += 1
  return () => {
    running -= 1
    if (running > 0) return
    process.off('SIGTERM', leaveIfAlone)
    process.off('disconnect', leave)
  }
}

function leaveIfAlone(): void {
  if (!process.connected) leave()
}

/** Vitest forbids `process.exit` in its workers. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL')
}
