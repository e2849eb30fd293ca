import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runVitest } from '../run.ts'

const KEY = 'sk-canary-0123456789'
const PASSWORD = 'hunter-canary-22'
const folder = mkdtempSync(join(tmpdir(), 'holdfast-secrets-'))
let server: Server
let host = ''

// An endpoint that answers with the very key it was asked with: the worst place for it to turn up.
beforeAll(async () => {
  server = createServer((request, response) => {
    const content = `you sent ${request.headers.authorization}`
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything a run printed and wrote, in one text. */
async function everythingOf(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const out = join(folder, name)
  const options = { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIMIT: '1', HOLDFAST_OUT: out, ...env }
  const { stdout, stderr } = await runVitest(['suites/lifbench', '--project', 'suites', ...args], { env: options })
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((file) => join(out, file))
  return [stdout, stderr, ...files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'))].join('\n')
}

describe.concurrent('an endpoint that echoes what it was asked with', () => {
  test.for([[], ['--reporter=json'], ['--reporter=junit'], ['--reporter=default']] as const)(
    'leaves no key in anything that is printed or written, with %j',
    async (args) => {
      const text = await everythingOf(`key${args.join('')}`, args, { HOLDFAST_MODEL: `openai:m@http://${host}/v1`, OPENAI_API_KEY: KEY })
      expect(text).toContain('you sent Bearer [redacted]')
      expect(text).not.toContain(KEY)
    },
  )

  test('leaves no password of its URL', async () => {
    const text = await everythingOf('password', [], { HOLDFAST_MODEL: `openai:m@http://bob:${PASSWORD}@${host}/v1` })
    expect(text).toContain('you sent Basic [redacted]')
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toContain(Buffer.from(`bob:${PASSWORD}`).toString('base64'))
  })
})
