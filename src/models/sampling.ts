import type { ModelEntry } from '../core/format/modelEntry.ts'
import type { RequestOptions, SentRequest } from './transport.ts'

/** Parameters of sampling that a request is sent with; what is undefined is left out of it. */
export interface Sampling {
  readonly temperature: number | undefined
  /** Cap on what the model says, in tokens, without room for thoughts. */
  readonly maxTokens: number | undefined
  readonly seed: number | undefined
}

/** What a request is sent with: the entry's values, the suite's where the entry has none, and nothing where the entry says null. */
export function samplingOf(entry: ModelEntry, { key, options }: Pick<SentRequest, 'key' | 'options'>): Sampling {
  return {
    temperature: chosen(entry.temperature, options.temperature),
    maxTokens: chosen(entry.maxTokens, options.maxTokens),
    seed: seedOf(entry, key.trial, key.vote),
  }
}

/** The schema that a request asks the reply to have; undefined where its endpoint takes none, and is asked for any JSON object. */
export function schemaOf(json: RequestOptions['json'], { structuredOutput }: ModelEntry): Exclude<RequestOptions['json'], boolean> {
  return structuredOutput && typeof json === 'object' ? json : undefined
}

function chosen(ofEntry: number | null | undefined, ofSuite: number | undefined): number | undefined {
  return ofEntry === undefined ? ofSuite : (ofEntry ?? undefined)
}

/** Seeds of trials lie this far apart, so that no vote of one has the seed of another. */
const VOTES_A_TRIAL = 1000

/** The entry's seed for the first trial and vote, others for the others: else they would be one request repeated. */
function seedOf({ seed }: ModelEntry, trial: number, vote: number): number | undefined {
  if (seed === null) return undefined
  const repeat = trial * VOTES_A_TRIAL + vote
  return seed === undefined && repeat === 0 ? undefined : (seed ?? 0) + repeat
}
