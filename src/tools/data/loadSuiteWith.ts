import { HoldfastError, loadSuites, nearest, type SuiteFiles } from '../../kit.ts'

/**
 * The part of a suite's files that a command works with.
 *
 * @param task what fails, for instance `draft`.
 * @param lacks why, by what the suite has; `{}` for a suite that is not there.
 * @throws HoldfastError (bad usage) for a suite that is not there or does not have it; it names those that do.
 */
export async function loadSuiteWith<Part>(
  name: string,
  part: (files: SuiteFiles) => Part | undefined,
  task: string,
  lacks: (files: SuiteFiles) => string,
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
