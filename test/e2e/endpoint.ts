import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { PROBE_QUESTION } from '../../src/models/probe.ts'
import { answerTo } from './fixtures/parcels/parcels.ts'

/** A chat request as the endpoint got it. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly authorization: string
  /** Body as it came. */
  readonly body: Readonly<Record<string, unknown>>
  /** Which question of which item, for instance `p-007 box`. */
  readonly question: string
  /** How often it was asked before. */
  readonly before: number
}

/** How a request ends: an answer, or a fault. */
export type Reply =
  | { readonly content: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly message?: string; readonly raw?: string }
  | 'reset'
  | 'stall'
  | 'truncated'
  | 'malformed'

/** A local OpenAI-compatible endpoint over real sockets. */
export interface Endpoint {
  /** Base URL for a model URI. */
  readonly url: string
  /** Host and port. */
  readonly host: string
  /** Questions in the order they came; probes are not among them. */
  readonly asked: ChatRequest[]
  /** Questions that were answered, in the order the answers went out. */
  readonly answered: ChatRequest[]
  /** Tokens it counted for what it answered, probes too. */
  readonly tokens: { prompt: number; completion: number }
  probes: number
  /** What it answers; may be changed at any time. */
  reply: (request: ChatRequest) => Reply | Promise<Reply>
  /** Its list of models, where it has one. */
  models?: readonly Readonly<Record<string, unknown>>[]
  /** What it answers to a probe, where it is no greeting. */
  probe?: (request: ChatRequest) => Reply
  /** Called when a question comes in. */
  onQuestion: (count: number) => void
  /** Forgets what was asked. */
  forget(): void
  /** Goes away in mid-sentence: connections are cut, new ones refused. */
  die(): Promise<void>
  /** Comes back at the same address. */
  revive(): Promise<void>
}

const LATENCY_MS = 20
const open: Endpoint[] = []

afterAll(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.die()))
})

/** What the model says: the clerk answers, the inspector finds everything polite. */
export async function politely({ question }: Pick<ChatRequest, 'question'>): Promise<Reply> {
  await delay(LATENCY_MS)
  const [id = '', what] = question.split(' ')
  if (what === 'shelf' || what === 'box') return { content: answerTo(id, what) }
  return { content: JSON.stringify({ criteria: [{ number: 1, reason: 'It is.', met: true }] }) }
}

/** Starts an endpoint, which ends with the test file. */
export async function startEndpoint(reply: Endpoint['reply'] = politely): Promise<Endpoint> {
  let server: Server
  let port = 0
  const listen = async () => {
    server = createServer((request, response) => void serve(endpoint, request, response))
    // A client that is killed leaves half a request behind.
    server.on('clientError', (_error, socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const endpoint: Endpoint = {
    get url() {
      return `http://127.0.0.1:${port}/v1`
    },
    get host() {
      return `127.0.0.1:${port}`
    },
    asked: [],
    answered: [],
    tokens: { prompt: 0, completion: 0 },
    probes: 0,
    reply,
    onQuestion: () => undefined,
    forget() {
      this.asked.length = 0
      this.answered.length = 0
      this.probes = 0
      Object.assign(this.tokens, { prompt: 0, completion: 0 })
    },
    die: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    revive: listen,
  }
  await listen()
  open.push(endpoint)
  return endpoint
}

async function serve(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readText(request).catch(() => undefined)
  if (text === undefined) return
  if (request.method === 'GET') {
    const { models } = endpoint
    return void (models ? send(response, 200, { data: models }) : send(response, 404, { error: { message: 'no list of models' } }))
  }
  const body = JSON.parse(text) as Record<string, unknown>
  const messages = body.messages as ChatRequest['messages']
  const model = String(body.model)
  const authorization = request.headers.authorization ?? ''
  if (messages.length === 1 && messages[0]?.content.startsWith(PROBE_QUESTION)) {
    endpoint.probes += 1
    const probe: ChatRequest = { model, messages, authorization, body, question: 'probe', before: 0 }
    return give(endpoint, request, response, probe, endpoint.probe?.(probe) ?? { content: 'Hello' })
  }
  const question = questionOf(messages)
  const before = endpoint.asked.filter((other) => other.question === question).length
  const asked: ChatRequest = { model, messages, authorization, body, question, before }
  endpoint.asked.push(asked)
  endpoint.onQuestion(endpoint.asked.length)
  const reply = await endpoint.reply(asked)
  if (response.destroyed) return
  if (typeof reply === 'object' && 'content' in reply) endpoint.answered.push(asked)
  give(endpoint, request, response, asked, reply)
}

function give(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse, asked: ChatRequest, reply: Reply): void {
  if (typeof reply === 'object') {
    if ('content' in reply) answer(endpoint, response, asked, reply.content)
    else send(response, reply.status, reply.raw ?? { error: { message: reply.message ?? 'not now' } }, reply.headers)
  }
  if (reply === 'reset') request.socket.resetAndDestroy()
  if (reply === 'truncated') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' })
    response.write('{"choices":[{"mess', () => request.socket.destroy())
  }
  if (reply === 'malformed') send(response, 200, '{"choices": [{"message": {"content": "It is shelf')
}

function answer({ tokens }: Endpoint, response: ServerResponse, { messages }: Pick<ChatRequest, 'messages'>, content: string): void {
  const usage = { prompt_tokens: Math.ceil(JSON.stringify(messages).length / 4), completion_tokens: Math.ceil(content.length / 4) }
  tokens.prompt += usage.prompt_tokens
  tokens.completion += usage.completion_tokens
  send(response, 200, { choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }], usage })
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The last question about a parcel: `p-007 box`; what the judge is asked about is `p-007 verdict`. */
function questionOf(messages: ChatRequest['messages']): string {
  const text = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const question = [...text.join('\n').matchAll(/Parcel (p-\d+).*: which (shelf|box)\?/g)].at(-1)
  const judged = /parcel (p-\d+) is named politely/.exec(text.join('\n'))
  if (judged) return `${judged[1]} verdict`
  return question ? `${question[1]} ${question[2]}` : `unknown: ${text[0]?.slice(0, 60)}`
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
