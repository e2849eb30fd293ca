import '../matchers.ts'
import type { ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { inlineSuite } from '../../src/running/worker/suite.ts'
import type { Environment } from '../run.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import type { Endpoint } from './endpoint.ts'
import { parcelBenchmark, parcelConfig } from './fixtures/parcels/parcels.ts'

/** A run of the parcels within this process, over real sockets. */
export interface ParcelOutcome extends SuiteOutcome {
  readonly scores: ScoresDocument
}

/** Runs the parcels on an endpoint, with nothing written but a cache. */
export async function parcelsHere(endpoint: Endpoint, env: Environment = {}): Promise<ParcelOutcome> {
  const all = { ENDPOINT: endpoint.url, HOLDFAST_MODEL: 'clerk', ...env }
  const { options, body } = parcelBenchmark({ criterion, rubric }, all)
  const variables = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('HOLDFAST_')))
  const outcome = await runSuite(inlineSuite('parcels', options, body), parcelConfig(all), variables)
  return { ...outcome, scores: outcome.concluded.document }
}

/** How each item ended, by what counts for the scores. */
export function outcomesHere({ records }: ParcelOutcome): Record<string, unknown> {
  return Object.fromEntries(records.map(({ item, trial, status, scores }) => [`${item} ${trial}`, { status, scores }]))
}
