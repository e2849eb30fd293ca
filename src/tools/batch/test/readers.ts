import { jsonOf, type Reader } from '../../../../test/foreignText/reader.ts'
import { readResult, resultLine } from '../readResult.ts'

/** Lines of a batch's results: an answer, a failure of the endpoint, what ran out of time, and a failure of vLLM. */
const BATCH_RESULTS = [
  {
    custom_id: 'a',
    response: { status_code: 200, body: { choices: [{ finish_reason: 'stop', message: { content: 'yes' } }] } },
    error: null,
  },
  { custom_id: 'a', response: { status_code: 400, body: { error: { message: 'Unsupported parameter.', code: 'unsupported' } } } },
  { custom_id: 'a', response: null, error: { code: 'batch_expired', message: 'This request could not be executed.' } },
  { custom_id: 'a', response: { status_code: 500, body: null }, error: 'engine died' },
].map((line) => JSON.stringify(line))

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  { name: 'readResult of a batch', read: (text) => batchResult(jsonOf(text)), samples: BATCH_RESULTS },
]

/** What a line of a batch's results comes to. */
function batchResult(json: unknown): unknown {
  const line = resultLine.safeParse(json)
  return line.success ? readResult(line.data, 'a model') : null
}
