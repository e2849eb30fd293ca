import type { SerializedError } from 'vitest'
import type { TestProject, Vitest } from 'vitest/node'

/** A message with what caused it: a pool says no more than that a worker failed. */
export function withCause(error: SerializedError): string {
  const message = error.message ?? String(error)
  const cause = error.cause as SerializedError | undefined
  return cause?.message ? `${message} ${withCause(cause)}` : message
}

/**
 * What Vitest prints of an error below its message: the difference, the stack and the code frame, in lines. The error's cause is
 * left out.
 */
export function whereThrown(vitest: Vitest, error: SerializedError, project: TestProject | undefined): string[] {
  const printed: string[] = []
  const logger: Vitest['logger'] = Object.create(vitest.logger, {
    error: { value: (...texts: readonly unknown[]) => printed.push(texts.join(' ')) },
  })
  logger.printError(Object.create(error, { cause: { value: undefined } }), { project: project ?? vitest.getRootProject() })
  // The first is the message.
  return printed.slice(1).join('\n').trimEnd().split('\n')
}
