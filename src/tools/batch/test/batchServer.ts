import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { listen } from '../../../../test/listen.ts'
import { hashFraction, random } from '../../../core/base/random.ts'
import type { Answers, ChatBody } from './answers.ts'
import { answered, expired, type RequestLine, type Result } from './runBatch.ts'

/** What a server does beside what it should. */
export interface BatchFaults {
  /** Results by request; all are answered by default. */
  readonly result?: (line: RequestLine, batch: number) => Result | undefined
  /** How a batch ends, by its number from 0. */
  readonly end?: (batch: number) => 'completed' | 'expired' | 'failed' | 'cancelled'
  /** Reason of a batch that failed. */
  readonly failure?: { readonly code: string; readonly message: string }
  /** Connections that are cut, by `POST /v1/batches` and the like: after the work where `after` is set, else before it. */
  readonly cut?: Readonly<Record<string, { times: number; readonly after?: boolean }>>
  /** Downloads of results that end within their last line, or before it, as if they were whole. */
  readonly shortened?: { times: number; readonly at?: 'line' | undefined }
  /** Batches that others of the account began after ours. */
  readonly others?: number
  /** Looks at a batch before it ends. */
  readonly looks?: number
}

interface Batch {
  readonly id: string
  readonly number: number
  readonly input: string
  status: string
  looks: number
  output?: string
  errors?: string
  done: number
  total: number
}

/** A local server that has the Batch API of OpenAI, as far as it is documented. */
export interface BatchServer {
  readonly url: string
  /** Batches in the order in which they were begun, with the lines of their files. */
  readonly begun: { readonly id: string; readonly lines: readonly RequestLine[] }[]
  /** Chat completions that were asked directly, probes among them. */
  direct: number
  /** Requests that were answered in batches. */
  answered: number
  readonly cancelled: string[]
  /** Looks at single batches: from the first on a client has kept that it began one. */
  looked: number
  faults: BatchFaults
  /** Whether batches stay under way. */
  holds: boolean
}

const STATUSES = ['validating', 'in_progress', 'finalizing'] as const

/** Starts a server, which ends with the test. */
export async function startBatchServer(answers: Answers, faults: BatchFaults = {}): Promise<BatchServer> {
  const files = new Map<string, string>()
  const batches = new Map<string, Batch>()
  const server: Server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  const url = `${await listen(server)}/v1`
  const told: BatchServer = { url, begun: [], direct: 0, answered: 0, cancelled: [], looked: 0, faults, holds: false }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { pathname, searchParams } = new URL(request.url ?? '', told.url)
    const route = `${request.method} ${pathname.replace(/\/(?:file|batch)-\d+/, '/:id')}`
    const cut = told.faults.cut?.[route]
    const isCut = cut !== undefined && cut.times > 0
    if (cut && isCut) cut.times -= 1
    if (isCut && !cut?.after) return void request.socket.destroy()
    const reply = answer(route, pathname.split('/').find((part) => /^(?:file|batch)-/.test(part)) ?? '', body, searchParams)
    if (isCut) return void request.socket.destroy()
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? { error: { message: 'not found' } }))
  }

  function answer(route: string, id: string, body: Buffer, query: URLSearchParams): unknown {
    switch (route) {
      case 'POST /v1/chat/completions':
        told.direct += 1
        return answers(JSON.parse(body.toString()) as ChatBody)
      case 'POST /v1/files': {
        const text = body.toString()
        if (!text.includes('name="purpose"') || !/filename="[^"]+\.jsonl"/.test(text)) return undefined
        const file = `file-${files.size + 1}`
        files.set(file, text.slice(text.indexOf('{"custom_id"'), text.lastIndexOf('}\n') + 2))
        return { id: file, object: 'file', purpose: 'batch' }
      }
      case 'POST /v1/batches':
        return shown(begin(JSON.parse(body.toString()) as { input_file_id: string; endpoint: string; completion_window: string }))
      case 'GET /v1/batches':
        return page(query)
      case 'GET /v1/batches/:id':
        told.looked += 1
        return shown(advance(batches.get(id) as Batch))
      case 'POST /v1/batches/:id/cancel': {
        told.cancelled.push(id)
        const batch = batches.get(id) as Batch
        batch.status = 'cancelling'
        return shown(batch)
      }
      case 'GET /v1/files/:id/content':
        return shortened(files.get(id))
      default:
        return undefined
    }
  }

  function shortened(text = ''): string {
    const { shortened: fault } = told.faults
    if (!fault || fault.times === 0) return text
    fault.times -= 1
    return fault.at === 'line' ? text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1) : text.slice(0, -20)
  }

  /** The newest first, a page after the other. */
  function page(query: URLSearchParams): object {
    const other = (at: number) => ({ id: `batch-of-others-${at}`, object: 'batch', status: 'completed' })
    const others = Array.from({ length: told.faults.others ?? 0 }, (_, at) => other(at))
    const all = [...others, ...[...batches.values()].reverse().map(shown)] as { id: string }[]
    const from = all.findIndex(({ id }) => id === query.get('after')) + 1
    const data = all.slice(from, from + Math.min(Number(query.get('limit') ?? 20), 100))
    return { object: 'list', data, last_id: data.at(-1)?.id ?? null, has_more: from + data.length < all.length }
  }

  function begin({ input_file_id: input, endpoint }: { input_file_id: string; endpoint: string; completion_window: string }): Batch {
    const lines = linesOf(files.get(input) ?? '')
    const models = new Set(lines.map(({ body }) => body.model))
    const isWrong =
      models.size !== 1 || lines.some(({ url }) => url !== endpoint) || new Set(lines.map(({ custom_id }) => custom_id)).size < lines.length
    const id = `batch-${batches.size + 1}`
    const status = isWrong ? 'failed' : 'validating'
    const batch: Batch = { id, number: batches.size, input, status, looks: 0, done: 0, total: lines.length }
    batches.set(id, batch)
    told.begun.push({ id, lines })
    return batch
  }

  function advance(batch: Batch): Batch {
    if (batch.status === 'cancelling') return end(batch, 'cancelled')
    if (!STATUSES.includes(batch.status as (typeof STATUSES)[number])) return batch
    batch.looks += 1
    if (told.holds || batch.looks <= (told.faults.looks ?? 1)) batch.status = batch.looks === 1 ? 'in_progress' : (STATUSES[2] as string)
    else end(batch, told.faults.end?.(batch.number) ?? 'completed')
    return batch
  }

  function end(batch: Batch, status: string): Batch {
    batch.status = status
    if (status === 'failed') return batch
    const lines = random('shuffle', batch.number).shuffle(linesOf(files.get(batch.input) ?? ''))
    const [output, errors]: [object[], object[]] = [[], []]
    for (const line of lines) {
      const result = told.faults.result ? told.faults.result(line, batch.number) : answered
      const object = result?.(line, answers) as { response?: { status_code: number } | null } | undefined
      if (object) (object.response?.status_code === 200 ? output : errors).push(object)
    }
    told.answered += output.length
    batch.done = output.length
    // A batch in which nothing was answered has no file of answers; one without errors may name an empty one.
    if (output.length > 0) batch.output = put(output)
    batch.errors = errors.length > 0 ? put(errors) : ''
    return batch
  }

  function put(objects: readonly object[]): string {
    const file = `file-${files.size + 1}`
    files.set(file, objects.map((object) => `${JSON.stringify(object)}\n`).join(''))
    return file
  }

  function shown({ id, status, input, output, errors, done, total }: Batch): object {
    const { failure } = told.faults
    return {
      id,
      object: 'batch',
      endpoint: '/v1/chat/completions',
      status,
      input_file_id: input,
      output_file_id: output ?? null,
      error_file_id: errors ?? null,
      request_counts: { total, completed: done, failed: 0 },
      errors: status === 'failed' && failure ? { object: 'list', data: [{ ...failure, line: null, param: null }] } : null,
    }
  }
  return told
}

/** Of a share of requests, in their first batches, that run out of time, fail, or are missing. */
export function faultyAt(share: number, batches: number): NonNullable<BatchFaults['result']> {
  return ({ body }, batch) => {
    // By what is asked: ids differ from run to run.
    const draw = hashFraction('fault', JSON.stringify(body.messages))
    if (batch >= batches || draw > share) return answered
    if (draw > (2 * share) / 3) return expired
    return draw > share / 3 ? failedLine : undefined
  }
}

/** What a server that broke down says. */
const failedLine: Result = ({ custom_id }) => ({
  id: 'batch_req_y',
  custom_id,
  response: { status_code: 500, request_id: 'req_2', body: { error: { message: 'The server had an error.', type: 'server_error' } } },
  error: null,
})

function linesOf(text: string): RequestLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RequestLine)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
