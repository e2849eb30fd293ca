/** Whether a message is what Vitest says of a worker that a signal ended. */
export function isEndedWorker(message: string): boolean {
  return /Worker (?:\S+ )?(?:emitted error|exited unexpectedly)/.test(message)
}
