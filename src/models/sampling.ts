import type { ModelEntry } from '../core/format/modelEntry.ts'
import type { RequestOptions, SentRequest } from './transport.ts'

/** What a request is sent with: the entry's values (null: nothing), else the suite's. The cap leaves out room for thoughts. */
export function samplingOf(entry: ModelEntry, { key, options }: Pick<SentRequest, 'key' | 'options'>) {
  const { temperature = options.temperature, maxTokens = options.maxTokens } = entry
  const { seed: base = options.seed } = entry
  const seed = seedOf(base, key.trial, key.vote)
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(seed !== undefined && { seed }),
  }
}

/** The schema that a request asks the reply to have; undefined where its endpoint takes none, and is asked for any JSON object. */
export function schemaOf(json: RequestOptions['json'], { structuredOutput }: ModelEntry): Exclude<RequestOptions['json'], boolean> {
  return structuredOutput && typeof json === 'object' ? json : undefined
}

/** Seeds of trials lie this far apart, so that no vote of one has the seed of another. */
const VOTES_A_TRIAL = 1000

/** The seed as it is for the first trial and vote, others for the others: else they would be one request repeated. */
function seedOf(seed: number | null | undefined, trial: number, vote: number): number | undefined {
  if (seed === null) return undefined
  const repeat = trial * VOTES_A_TRIAL + vote
  return seed === undefined && repeat === 0 ? undefined : (seed ?? 0) + repeat
}
