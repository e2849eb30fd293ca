import { type HoldfastError, usageError } from '../core/base/errors.ts'
import { didYouMean, nearest } from '../core/base/text/nearest.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { SuiteViews } from '../reports/suiteView.ts'
import type { ListedView } from './commands/compareView.ts'
import type { Suite } from './worker/suite.ts'

/** A suite that comes with the package, as it is known before it is loaded. */
export interface BundledSuite {
  readonly name: string
  load(): Promise<Suite>
  /** Comparisons of its own. */
  readonly views?: readonly ListedView[]
  /** Whether it is run by a command alone, and is none that users name. */
  readonly isLent?: boolean
}

const known = new Map<string, BundledSuite>()

/** Tells the engine of suites. A process may be told twice. */
export function registerSuites(suites: readonly BundledSuite[]): void {
  for (const suite of suites) known.set(suite.name, suite)
}

/** Names of the bundled suites that users name, in alphabetical order. */
export function suiteNames(): readonly string[] {
  return [...known.values()].flatMap(({ name, isLent }) => (isLent ? [] : [name])).sort()
}

/** Names of all of them, those that a command alone runs among them. */
export function registeredNames(): readonly string[] {
  return [...known.keys()]
}

/** Whether a suite comes with the package; those that only a command runs do too. */
export function isBundledSuite(name: string): boolean {
  return known.has(name)
}

/** The comparisons of suites. */
export function suiteViews(): readonly ListedView[] {
  return [...known.values()].flatMap(({ views = [] }) => views)
}

/** Loads a bundled suite; undefined for a name that is none's. */
export async function loadSuite(name: string): Promise<Suite | undefined> {
  return known.get(name)?.load()
}

/** Loads bundled suites by their names. Default: every one that users name. */
export function loadSuites(names = suiteNames()): Promise<readonly Suite[]> {
  return Promise.all(names.map(async (name) => (await loadSuite(name)) as Suite))
}

/** The bundled suite of that name. @throws HoldfastError (bad usage) naming the suites there are. */
export async function findSuite(name: string): Promise<Suite> {
  const suite = suiteNames().includes(name) ? await loadSuite(name) : undefined
  if (suite) return suite
  throw unknownSuite(name)
}

function unknownSuite(name: string): HoldfastError {
  return usageError(
    `Failed to find the suite ${JSON.stringify(name)}: there is none of that name.${didYouMean(name, suiteNames())} Suites: ${suiteNames().join(', ')}.`,
  )
}

/** What is said where no test file matches what was typed. `include` has the patterns by which Vitest takes files of ours. */
export function noTestFile(filters: readonly string[], include: readonly string[]): string {
  const asked = filters.map((filter) => JSON.stringify(filter)).join(', ') || 'the configuration'
  const names = filters.map((filter) => filter.replace(/^.*suites\/|\/$/g, ''))
  const known = names.find((name) => suiteNames().includes(name))
  const near = names.map((name) => didYouMean(name, suiteNames(), 'suites/')).find(Boolean)
  const all = ` The include of your Vitest configuration takes ${[...new Set(include)].join(', ')}. Suites of Holdfast: ${suiteNames().join(', ')}.`
  const advice = known ? ` It is not in this project: ${holdfastCommand('init', known)}` : (near ?? all)
  return `Failed to find a suite: no test file matches ${asked}.${advice}`
}

/** Takes a name for a suite of the user's own, unless it is nearly a bundled one's. @throws HoldfastError (bad usage) with the near name. */
export function assertNotMistyped(name: string): void {
  if (!suiteNames().includes(name) && nearest(name, suiteNames()) !== undefined) throw unknownSuite(name)
}

/** Loads how each of some suites is shown; a suite of the user's own is shown as any. */
export async function loadSuiteViews(suites: Iterable<string>): Promise<SuiteViews> {
  const views = new Map(await Promise.all([...new Set(suites)].map(async (name) => [name, (await loadSuite(name))?.view] as const)))
  return (suite) => views.get(suite) ?? {}
}
