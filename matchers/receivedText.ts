/** What was given to a matcher in place of its subject, for the error, and what to do. */
export function receivedText(received: unknown): { readonly received: string; readonly advice: string | undefined } {
  if (isThenable(received)) return { received: 'a Promise', advice: 'Await it first: expect(await …).' }
  return { received: received === null ? 'null' : typeof received, advice: undefined }
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
