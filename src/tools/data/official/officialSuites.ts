import { didYouMean, loadSuites, type OfficialData, usageError } from '../../../kit.ts'

/** The official data of one suite. The licence begins with NONE where nobody granted one. */
export interface OfficialSuite extends OfficialData {
  readonly suite: string
}

const NO_LICENCE = 'NONE: nobody has granted a right to redistribute. For your own tests; keep it out of what you publish'

/**
 * The official data of some suites, in alphabetical order; without names that of all.
 *
 * @throws HoldfastError (bad usage) for a suite that has none.
 */
export async function officialSuites(names: readonly string[]): Promise<OfficialSuite[]> {
  const known = (await loadSuites()).flatMap(({ name, files }) => (files?.official ? [{ suite: name, ...files.official() }] : []))
  const suites = known.map(({ suite }) => suite)
  const odd = names.find((name) => !suites.includes(name))
  if (odd !== undefined)
    throw usageError(
      `Failed to find official data of ${JSON.stringify(odd)}: there is no such suite.${didYouMean(odd, suites)} Suites: ${suites.join(', ')}.`,
    )
  return known
    .filter(({ suite }) => names.length === 0 || names.includes(suite))
    .map((data) => (data.licensed ? data : { ...data, licence: `${NO_LICENCE}. ${data.licence}` }))
}
