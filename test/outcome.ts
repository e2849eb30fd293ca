import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { type RunFolder, runFolder } from '../src/core/format/runFolder.ts'
import type { Metrics, SuiteScores } from '../src/core/format/scoresDocument.ts'
import { Journal } from '../src/models/journal.ts'
import type { JournaledCall } from './memoryJournal.ts'
import type { SuiteOutcome } from './runSuite.ts'

/** Does something once, when it is first asked for: several tests look at one run. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The same for each list of arguments, over all files of a process: a run is made by its settings alone. What it gives is looked at only. */
export function onceEach<Args extends readonly unknown[], T>(make: (...args: Args) => T): (...args: Args) => T {
  const made = new Map<string, () => T>()
  return (...args) => {
    const key = JSON.stringify(args)
    const known = made.get(key) ?? once(() => make(...args))
    made.set(key, known)
    return known()
  }
}

/** What scores.json has of the suite that was run. */
export function scoresOf({ plan, concluded }: SuiteOutcome): SuiteScores {
  const scores = concluded.document.suites[plan.suite]
  if (!scores) throw new Error(`no scores of ${plan.suite}`)
  return scores
}

/** Its metrics. */
export function metricsOf(outcome: SuiteOutcome): Metrics {
  return scoresOf(outcome).metrics
}

/** The value of a metric; undefined where there is none. */
export function value(outcome: SuiteOutcome, key: string): number | undefined {
  const known = outcome.plain?.[key]?.value
  return known ?? metricsOf(outcome)[key]?.value
}

/** Several. */
export function values(outcome: SuiteOutcome, ...keys: string[]): (number | undefined)[] {
  return keys.map((key) => value(outcome, key))
}

/** The calls of a role. */
export function callsOf({ calls }: SuiteOutcome, role: JournaledCall['key']['role']): JournaledCall[] {
  return calls.filter(({ key }) => key.role === role)
}

/** Writes the records, calls and scores of a run as a run in a process of its own leaves them. */
export async function writeRun({ records, calls, concluded }: SuiteOutcome, path: string): Promise<RunFolder> {
  const folder = runFolder(path)
  mkdirSync(path, { recursive: true })
  const journal = new Journal(folder)
  await Promise.all(calls.map(({ key, messages, asked, ...entry }) => journal.write({ key, parts: messages, asked }, entry)))
  for (const record of records) appendFileSync(folder.items, `${JSON.stringify(record)}\n`)
  writeFileSync(folder.scores, JSON.stringify(concluded.document))
  return folder
}
