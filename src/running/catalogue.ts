import type { Suite } from './worker/suite.ts'
import type { ListedCommand } from './worker/suiteCommand.ts'

/** A suite that comes with the package, as it is known before it is loaded. */
export interface BundledSuite {
  readonly name: string
  load(): Promise<Suite>
  /** Commands of its own. */
  readonly commands?: readonly ListedCommand[]
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

/** The commands of suites. */
export function suiteCommands(): readonly ListedCommand[] {
  return [...known.values()].flatMap(({ commands = [] }) => commands)
}

/** Loads a bundled suite; undefined for a name that is none's. */
export async function loadSuite(name: string): Promise<Suite | undefined> {
  return known.get(name)?.load()
}

/** Loads every suite that users name. */
export function loadSuites(): Promise<readonly Suite[]> {
  return Promise.all(suiteNames().map(async (name) => (await loadSuite(name)) as Suite))
}
