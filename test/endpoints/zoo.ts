import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { groq } from './groq.ts'
import { llamacpp } from './llamacpp.ts'
import { lmstudio } from './lmstudio.ts'
import { mistral } from './mistral.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { ChatBody, Provider, Reply, Row } from './provider.ts'
import { vllm } from './vllm.ts'

/** All providers, in the order of the tables. */
export const ROWS: readonly Row[] = [
  openai,
  azure,
  anthropic,
  gemini,
  mistral,
  deepseek,
  groq,
  openrouter,
  vllm,
  ollama,
  llamacpp,
  lmstudio,
]

/** A chat request as it came. */
export interface Received {
  readonly provider: string
  readonly body: ChatBody
}

/** How the models of a zoo answer. */
export interface ZooOptions {
  /** What they say. Default `well`. */
  readonly answer?: (body: ChatBody) => string
  /** Tokens that the thinking ones spend before they say it. Default 40. */
  readonly thinks?: number
}

/** One local server that speaks as every provider does. */
export interface Zoo {
  /** Chat requests in the order they came. */
  readonly received: readonly Received[]
  /** Base URL of a provider's endpoint. */
  url(provider: string): string
  /** URI of a model; its name picks how the provider behaves. */
  uri(provider: string, model: string): string
  close(): void
}

/** Opens the zoo on a free port of this machine. */
export async function startZoo({ answer = () => 'well', thinks = 40 }: ZooOptions = {}): Promise<Zoo> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const found = ROWS.find(({ provider: { name, path } }) => request.url?.startsWith(`/${name}${path}/`))?.provider
    if (!found) return send(response, { status: 404, body: 'no such provider' })
    if (request.method === 'GET') return send(response, { body: found.models ?? { object: 'list', data: [] } })
    const body = JSON.parse(await textOf(request)) as ChatBody
    const before = received.filter(({ provider, body: { model } }) => provider === found.name && model === body.model).length
    received.push({ provider: found.name, body })
    const promptTokens = body.messages.reduce((sum, { content }) => sum + content.split(/\s+/).filter(Boolean).length, 0)
    return send(response, found.chat({ body, headers: request.headers, promptTokens, before, text: answer(body), thinks }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = (name: string) => `${base}/${name}${providerOf(name).path}`
  return {
    received,
    url,
    uri: (name, model) => `openai:${model}@${url(name)}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function providerOf(name: string): Provider {
  const row = ROWS.find(({ provider }) => provider.name === name)
  if (!row) throw new Error(`No provider ${name} in the zoo.`)
  return row.provider
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, { status = 200, headers, body }: Reply): void {
  const [type, text] = typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)]
  response.writeHead(status, { 'content-type': type, ...headers }).end(text)
}
