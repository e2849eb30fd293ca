import { HoldfastError, loadSuites, nearest, type SuiteFiles } from '../../kit.ts'

/** What a command that needs a part of a suite says where the suite has none. */
export interface Lacking {
  /** What fails, for instance `draft`. */
  readonly task: string
  /** Why, by what the suite has; `{}` for a suite that is not there. */
  readonly lacks: (files: SuiteFiles) => string
}

/**
 * The part of a suite's files that a command works with.
 *
 * @throws HoldfastError (bad usage) for a suite that is not there or does not have it; it names those that do.
 */
export async function loadSuiteWith<Part>(
  name: string,
  part: (files: SuiteFiles) => Part | undefined,
  { task, lacks }: Lacking,
): Promise<Part> {
  const suites = (await loadSuites()).map((suite) => ({ name: suite.name, files: suite.files ?? {} }))
  const files = suites.find((suite) => suite.name === name)?.files ?? {}
  const found = part(files)
  if (found !== undefined) return found
  const names = suites.filter((suite) => part(suite.files) !== undefined).map((suite) => suite.name)
  const near = nearest(name, names)
  throw new HoldfastError(
    'USAGE',
    `Failed to ${task} ${JSON.stringify(name)}: ${lacks(files)}${near ? ` Did you mean ${near}?` : ''} Suites with one: ${names.join(', ')}.`,
  )
}
