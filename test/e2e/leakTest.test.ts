import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { PlainMessage } from '../../src/models/transport.ts'
import { QUESTIONS } from '../kieval/kievalRun.ts'
import { ask } from '../kieval/lookup.ts'
import { runHoldfast } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'

/** An endpoint that looks answers up in its context, and explains nothing. */
async function lookupServer(): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      // The probe also asks for a list of models, which this server does not have.
      if (request.method === 'GET') return void response.writeHead(404).end()
      const content = ask((JSON.parse(body) as { messages: PlainMessage[] }).messages)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `openai:lookup@http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

// All that the command says is tested in test/kieval/leak.test.ts; here that one line makes both runs, which are found again.
test('the leak test of a model over HTTP takes one line, and its runs can be named later', async () => {
  const root = temporaryFolder()
  const model = await lookupServer()
  const { code, stdout, stderr } = await runHoldfast(['leak-test', '--model', model, '--judge', 'sim:judge'], {
    cwd: root,
    env: { OPENAI_API_KEY: 'none', HOLDFAST_OUT: join(root, 'both') },
  })
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(new RegExp(`right answers, % +25\\.0 +100\\.0 +\\+75\\.0 .* rose +${QUESTIONS}\n`))
  expect(stdout).toContain('HOLDS')
  const runs = ['clean', 'leaked'].map((run) => join(root, 'both', run))
  const again = (...args: string[]) => runHoldfast([...args, '--json'], { cwd: root })
  const named = await again('leak-test', ...runs)
  expect([named.code, JSON.parse(named.stdout)]).toMatchObject([
    0,
    { verdict: 'holds', accuracy: { clean: 0.25, leaked: 1, n: QUESTIONS } },
  ])
  const points = await again('contamination', ...runs)
  expect([points.code, JSON.parse(points.stdout)]).toMatchObject([0, { points: [{ leak: false }, { leak: true }] }])
  expect(await again('leak-test', ...[...runs].reverse())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('leaked is with a leak. Name first'),
  })
  expect(await again('leak-test', runs[0] ?? '')).toMatchObject({ code: 2, stderr: expect.stringContaining('1 run.') })
})

test('the leak test is not made of a run that is to be finished', async () => {
  const { code, stderr } = await runHoldfast(['leak-test'], { cwd: temporaryFolder(), env: { HOLDFAST_RESUME: 'latest' } })
  expect([code, stderr]).toEqual([2, expect.stringContaining('HOLDFAST_RESUME names one run')])
})
