import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { modelEntry } from '../core/format/modelEntry.ts'
import { moduleTransport } from './moduleTransport.ts'
import type { TransportRequest } from './transport.ts'

// An application that answers by a service of its own. The service is a stub: its faults are what is tested.
const server = setupServer()
const folder = mkdtempSync(join(tmpdir(), 'holdfast-application-'))

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  writeFileSync(
    join(folder, 'app.mjs'),
    `export async function ask(messages) {
      const response = await fetch('http://service.test/answer', { method: 'POST', body: JSON.stringify(messages) })
      if (!response.ok) throw new Error('the service answered ' + response.status)
      return (await response.json()).text
    }`,
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function ask(text: string) {
  const request: TransportRequest = {
    key: { suite: 's', item: 'i', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
    messages: [{ role: 'user', content: text }],
    options: {},
    hints: { item: 'i', seed: 0, call: 'answer', reference: () => '', simulation: {} },
  }
  return moduleTransport('app.mjs', 'ask', folder, modelEntry.parse({ uri: 'module:app.mjs#ask' })).send(
    request,
    new AbortController().signal,
  )
}

test('an application under test gets the conversation and answers with what its service says', async () => {
  server.use(
    http.post('http://service.test/answer', async ({ request }) =>
      HttpResponse.json({ text: `heard ${JSON.stringify(await request.json())}` }),
    ),
  )
  expect(await ask('hello')).toEqual({ content: 'heard [{"role":"user","content":"hello"}]' })
})

test('a fault of its service is an error of the application, not an answer', async () => {
  server.use(http.post('http://service.test/answer', () => new HttpResponse(null, { status: 503 })))
  await expect(ask('hello')).rejects.toThrow('Failed to call module:app.mjs#ask: the service answered 503. Mend the module.')
})

test('a service that answers with something else is told as a wrong reply', async () => {
  server.use(http.post('http://service.test/answer', () => HttpResponse.json({ text: 42 })))
  await expect(ask('hello')).rejects.toThrow('Failed to read the reply of module:app.mjs#ask')
})
