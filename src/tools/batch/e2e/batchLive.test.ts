import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { projectOf } from '../../../../test/e2e/ownProject.ts'
import { HANGS_AFTER } from '../../../../test/hangsAfter.ts'
import { runHoldfast, startVitest } from '../../../../test/run.ts'
import { startBatchServer } from '../test/batchServer.ts'

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
const entry = (model) => ({ uri: 'openai:' + model + '@' + process.env.SERVER, batch: { pollSeconds: 0.1 } })
export default { plugins: [holdfast({ models: { quill: entry('quill'), gavel: entry('gavel') }, model: 'quill', judge: 'gavel', cache: 'off', concurrency: 2 })], test: { include: ['*.eval.ts'] } }`,
  'yes.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = Array.from({ length: 200 }, (_, index) => ({ id: 'item-' + index }))
benchmark('yes', { items }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says yes', { check: /yes/ }), criterion('is polite')]))
})`,
}

const VERDICT = JSON.stringify({ criteria: [{ number: 1, reason: 'It is.', met: true }] })

test('a run exits 75 at once after SIGTERM, and the same command goes on with the batch that was sent', async () => {
  const root = projectOf(FILES)
  const server = await startBatchServer(({ model }) => ({
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: model === 'gavel' ? VERDICT : 'yes' } }],
    usage: { prompt_tokens: 10, completion_tokens: 1 },
  }))
  server.holds = true
  const env = { CI: '1', SERVER: server.url, HOLDFAST_RESUME: 'auto', HOLDFAST_OUT: 'reports/runs/days' }
  const running = startVitest([], { cwd: root, env })
  const batches = join(root, 'reports', 'runs', 'days', 'batch', 'batches.jsonl')
  await vi.waitUntil(() => server.begun.length > 0 && readFileSync(batches, 'utf8').includes('"id"'), { timeout: HANGS_AFTER })
  running.terminate()
  const first = await running.finished
  expect(first, first.stdout + first.stderr).toMatchObject({ code: 75 })
  expect(first.stdout + first.stderr).toMatch(/ wave-1-\S+\.jsonl: 0 of 200 answered, batch batch-1/)
  expect(server.begun).toHaveLength(1)

  server.holds = false
  const second = await startVitest([], { cwd: root, env }).finished
  expect(second, second.stdout + second.stderr).toMatchObject({ code: 0 })
  const { suites, usage } = JSON.parse(readFileSync(join(root, 'reports', 'runs', 'days', 'scores.json'), 'utf8'))
  expect(suites.yes).toMatchObject({ items: 200, passed: 200, error: 0 })
  expect({ candidate: usage.candidate.calls, judge: usage.judge.calls }).toEqual({ candidate: 200, judge: 200 })
  // One batch of answers and one of verdicts: all items waited together, whatever the concurrency.
  expect(server.begun.map(({ lines }) => lines.length)).toEqual([200, 200])
  const { code, stdout } = await runHoldfast(['batch', 'cancel', 'days'], { cwd: root, env })
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('no batch is under way') })
})
