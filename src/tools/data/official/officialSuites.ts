import { SUITES } from '../../../../suites/catalogue.ts'
import { HoldfastError, nearest, type OfficialData } from '../../../kit.ts'

/** The official data of one suite. The licence begins with NONE where nobody granted one. */
export interface OfficialSuite extends OfficialData {
  readonly suite: string
}

const NO_LICENCE = 'NONE: nobody has granted a right to redistribute. For your own tests; keep it out of what you publish'

/**
 * Loads the official data of some suites, in the order of the catalogue. Without names it loads those of all suites.
 *
 * @throws HoldfastError (bad usage) for a suite that has none.
 */
export async function officialSuites(names: readonly string[]): Promise<OfficialSuite[]> {
  const known = SUITES.flatMap(({ name, officialData }) => (officialData ? [{ name, load: officialData }] : []))
  const odd = names.find((name) => !known.some((suite) => suite.name === name))
  if (odd !== undefined)
    throw unknownSuite(
      odd,
      known.map(({ name }) => name),
    )
  const wanted = known.filter(({ name }) => names.length === 0 || names.includes(name))
  return Promise.all(wanted.map(async ({ name, load }) => ({ suite: name, ...withLicence(await load()) })))
}

/**
 * Loads the official data of a suite.
 *
 * @throws HoldfastError (bad usage) for a suite that has none.
 */
export async function officialSuite(name: string): Promise<OfficialSuite> {
  const [suite] = await officialSuites([name])
  return suite as OfficialSuite
}

function withLicence(data: OfficialData): OfficialData {
  return data.licensed ? data : { ...data, licence: `${NO_LICENCE}. ${data.licence}` }
}

function unknownSuite(name: string, known: readonly string[]): HoldfastError {
  const near = nearest(name, known)
  return new HoldfastError(
    'USAGE',
    `Failed to find official data of ${JSON.stringify(name)}: there is no such suite.${near ? ` Did you mean ${near}?` : ''} Suites: ${known.join(', ')}.`,
  )
}
