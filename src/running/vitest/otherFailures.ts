import { stripVTControlCharacters } from 'node:util'
import type { SerializedError } from 'vitest'
import type { TestModule, TestProject, Vitest } from 'vitest/node'
import { redactSecrets } from '../../core/base/secrets.ts'
import { counted } from '../../core/base/text/counted.ts'
import { singleLine } from '../../core/base/text/singleLine.ts'
import { screenWidth } from '../../reports/layout.ts'
import { otherFailureLines } from '../../reports/resultLines.ts'
import type { RunKind } from './runKind.ts'

/** What Vitest says of a worker that is gone: it heard of the exit, or wrote to it before. */
const GONE_WORKER = /\[vitest-pool\].*(?:exited unexpectedly|EPIPE|ECONNRESET|ERR_IPC_CHANNEL_CLOSED|Channel closed)/s

/** Failures of a run that are no scores. */
export class OtherFailures {
  readonly #vitest: Vitest
  readonly #kind: RunKind
  /** What is to be printed of them. */
  readonly lines: string[] = []
  /** How many there are, those that Vitest's reporter tells of among them. */
  count = 0

  constructor(vitest: Vitest, kind: RunKind) {
    this.#vitest = vitest
    this.#kind = kind
  }

  /** How many there are, in words. */
  get summary(): string {
    return `${counted(this.count, 'failure')} that ${this.count === 1 ? 'is no score' : 'are no scores'}`
  }

  /** Adds errors of a test, a group or a file. Nothing is printed of them where Vitest's reporter tells of their module. */
  add(name: string, errors: readonly SerializedError[] = [], module?: TestModule): void {
    const isTold = !module || this.#kind.reports(module)
    const lines = errors.map((error) => {
      const message = redactSecrets(withCause(error)).split('\n').map(singleLine)
      // A HoldfastError says all there is to say; anything else is a bug somewhere, and its stack is needed.
      const printed = !isTold || error.name === 'HoldfastError' ? [] : this.#whereThrown(error, module?.project)
      const details = printed.map((line) => singleLine(redactSecrets(stripVTControlCharacters(line))))
      return otherFailureLines(singleLine(name), message, details, screenWidth()).join('\n')
    })
    // A test that is tried again fails in the same words each time.
    const told = [...new Set(lines)]
    this.count += told.length
    if (isTold) this.lines.push(...told.flatMap((text) => text.split('\n')))
  }

  /** Adds an error that no test of a run awaits. */
  addUnhandled(error: SerializedError): void {
    const told = withCause(error)
    const reason = 'the process that ran it exited unexpectedly, as one does that is killed or has no memory left'
    const message = `Failed to run a test file to its end: ${reason}. Vitest says "${told}".`
    if (GONE_WORKER.test(told)) this.add('worker process', [{ name: 'HoldfastError', message }])
    else this.add('unhandled error', [error])
  }

  /** What Vitest prints of an error below its message: the difference, the stack and the code frame, but not its cause. */
  #whereThrown(error: SerializedError, project: TestProject = this.#vitest.getRootProject()): string[] {
    const printed: string[] = []
    const logger: Vitest['logger'] = Object.create(this.#vitest.logger, {
      error: { value: (...texts: readonly unknown[]) => printed.push(texts.join(' ')) },
    })
    logger.printError(Object.create(error, { cause: { value: undefined } }), { project })
    // The first is the message.
    return printed.slice(1).join('\n').trimEnd().split('\n')
  }
}

/** A message with what caused it: a pool says no more than that a worker failed. */
function withCause(error: SerializedError): string {
  const message = error.message ?? String(error)
  const cause = error.cause as SerializedError | undefined
  return cause?.message ? `${message} ${withCause(cause)}` : message
}
