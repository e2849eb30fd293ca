import { SUITES } from '../../../suites/catalogue.ts'
import type { SuiteReading } from '../../config/suite.ts'

/** How each of some suites reads for people; a user's own benchmark as it stands. */
export type Readings = (suite: string) => SuiteReading

/** Loads the readings of suites, which may be named more than once. */
export async function loadReadings(suites: readonly string[]): Promise<Readings> {
  const loaded = new Map<string, SuiteReading>()
  for (const name of new Set(suites)) {
    const reading = await SUITES.find((suite) => suite.name === name)?.reading?.()
    if (reading) loaded.set(name, reading)
  }
  return (suite) => loaded.get(suite) ?? {}
}
