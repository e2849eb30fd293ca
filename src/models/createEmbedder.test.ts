import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listen } from '../../test/listen.ts'
import { modelEntry } from '../core/format/modelEntry.ts'
import { createEmbedder, readVectors, vectorsText } from './createEmbedder.ts'
import { RetryableError } from './transport.ts'

/** An endpoint that answers each request with this body, and the embedder that asks it. */
async function embedderOf(body: unknown, status = 200) {
  const requests: { path: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      requests.push({ path: request.url, body: JSON.parse(text) })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  const transport = createEmbedder(modelEntry.parse({ uri: `openai:v@${await listen(server)}/v1`, parameters: { dimensions: 2 } }))
  const embed = async (...texts: string[]) => {
    const request = {
      key: { suite: 's', item: 'i', role: 'embedder' as const, call: 'embed', trial: 0, ask: 0, vote: 0 },
      messages: texts.map((content) => ({ role: 'user' as const, content })),
      options: {},
      hints: { item: 'i', seed: 0, call: 'embed', simulation: {}, reference: () => '' },
    }
    return transport.send(request as never, new AbortController().signal)
  }
  return { embed, requests, transport }
}

const base64 = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')

test('texts go out as one request, and their vectors come back in their order', async () => {
  const data = [
    { index: 1, embedding: [0, 0.5] },
    { index: 0, embedding: [1, -2] },
  ]
  const { embed, requests } = await embedderOf({ data, model: 'v-2', usage: { prompt_tokens: 7, total_tokens: 7 } })
  const answer = await embed('one text', 'another')
  expect(requests).toEqual([{ path: '/v1/embeddings', body: { model: 'v', input: ['one text', 'another'], dimensions: 2 } }])
  expect(answer).toMatchObject({ usage: { promptTokens: 7, completionTokens: 0 }, served: { model: 'v-2' } })
  expect(readVectors(answer.content)).toEqual([
    [1, -2],
    [0, 0.5],
  ])
})

test('vectors in base64, without numbers of their places and without usage, are read too', async () => {
  const { embed } = await embedderOf({ data: [{ embedding: base64(1, 2) }, { embedding: base64(3, 4) }] })
  const answer = await embed('a', 'b')
  expect(answer.usage).toBeUndefined()
  expect(readVectors(answer.content)).toEqual([
    [1, 2],
    [3, 4],
  ])
})

describe('a reply is asked for again that has', () => {
  const broken: [string, unknown, string][] = [
    ['no vectors', { object: 'list' }, 'the reply has no vectors'],
    ['an empty vector', { data: [{ embedding: [] }, { embedding: [] }] }, 'the reply has no vectors'],
    ['too few', { data: [{ embedding: [1] }] }, 'the reply has 1 vector for 2 texts'],
    [
      'one place twice',
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 0, embedding: [2] },
        ],
      },
      'the reply has 2 vectors for 2 texts',
    ],
    ['vectors of two lengths', { data: [{ embedding: [1] }, { embedding: [1, 2] }] }, 'the vectors of the reply are not alike'],
    ['base64 of half a number', { data: [{ embedding: 'AAA=' }, { embedding: 'AAA=' }] }, 'the reply has no vectors'],
    [
      'what is no number',
      { data: [{ embedding: base64(Number.NaN) }, { embedding: base64(1) }] },
      'the vectors of the reply are not alike',
    ],
    ['text for numbers', { data: [{ embedding: ['1'] }, { embedding: [1] }] }, 'the reply has no vectors'],
  ]
  test.each(broken)('%s', async (_, body, message) => {
    const { embed } = await embedderOf(body)
    const failing = embed('a', 'b')
    await expect(failing).rejects.toThrow(RetryableError)
    await expect(failing).rejects.toThrow(message)
  })
})

test('an endpoint without embeddings is told before anything is paid for', async () => {
  const { transport } = await embedderOf({ error: { message: 'Not Found' } }, 404)
  await expect(transport.probe?.(new AbortController().signal, {})).rejects.toThrow(/^Failed to call openai:v@.*Not Found/)
})

test.each([
  ['a header', { headers: { 'x-deployment': 'b' } }],
  ['a parameter of the URL', { query: { 'api-version': '2' } }],
  ['a body parameter', { parameters: { dimensions: 3 } }],
])('vectors of a request with %s are none of one without', (_, entry) => {
  const bodyBy = (more: object) => {
    const { cacheBody } = createEmbedder(modelEntry.parse({ uri: 'openai:v@http://127.0.0.1:9/v1', ...more }))
    return JSON.stringify(cacheBody?.({ messages: [{ role: 'user', content: 'one' }] } as never))
  }
  expect(bodyBy({})).toBe(bodyBy({}))
  expect(bodyBy(entry)).not.toBe(bodyBy({}))
})

test('vectors are written and read as they are', () => {
  const vectors = [
    [0.1, -3e10],
    [Number.MIN_VALUE, 7],
  ].map((vector) => [...Float32Array.from(vector)])
  expect(readVectors(vectorsText(vectors))).toEqual(vectors)
  expect(() => readVectors('[1]')).toThrow('Failed to read vectors')
})
