import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectOf } from '../../../../test/e2e/ownProject.ts'
import { runHoldfast, runVitest } from '../../../../test/run.ts'
import { answered, type RequestLine, runBatch, waveFiles } from '../test/runBatch.ts'

// An application's suite: an answer, and a judge's verdict on it. Nothing listens at the address.
const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
const entry = { uri: 'openai:quill@http://127.0.0.1:9/v1', temperature: 0.5, price: { in: 10, out: 20 } }
export default { plugins: [holdfast({ models: { quill: entry }, model: 'quill', judge: 'openai:gavel@http://127.0.0.1:9/v1', cache: 'off' })], test: { include: ['*.eval.ts'] } }`,
  'yes.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = [1, 2, 3, 4, 5].map((number) => ({ id: 'item-' + number }))
benchmark('yes', { items }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says yes', { check: /yes/ }), criterion('is polite')]))
})`,
}

const VERDICT = JSON.stringify({ criteria: [{ number: 1, reason: 'It is.', met: true }] })

/** Item 3 says no. */
function say({ body: { model, messages } }: RequestLine): string {
  if (model === 'gavel') return VERDICT
  return messages.at(-1)?.content === 'item-3' ? 'no' : 'yes'
}

const answers = (request: RequestLine) =>
  answered(request, ({ model }) => ({
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: say(request) } }],
    usage: { prompt_tokens: 100, completion_tokens: 50 },
  }))

describe('holdfast batch', () => {
  test('takes a run through its waves: requests out, results in, and scores at the end', async () => {
    const root = projectOf(FILES)
    const batch = join(root, 'reports', 'runs', 'night', 'batch')
    const env = { CI: '1' }
    const begun = await runVitest([], { cwd: root, env: { ...env, HOLDFAST_BATCH: 'export', HOLDFAST_OUT: 'reports/runs/night' } })
    expect(begun).toMatchObject({ code: 75, stdout: expect.stringContaining('wave 1: 5 requests in 1 file') })
    expect(begun.stdout).toContain('npx holdfast batch next night <results...>')
    const holdfast = (...args: string[]) => runHoldfast(['batch', ...args], { cwd: root, env })
    const [first = ''] = waveFiles(batch)
    expect(JSON.parse(readFileSync(first, 'utf8').split('\n')[0] ?? '')).toEqual({
      custom_id: expect.stringMatching(/^hf-[0-9a-f]{40}$/),
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'quill', messages: [{ role: 'user', content: expect.stringMatching(/^item-\d$/) }], temperature: 0.5 },
    })
    const results = runBatch(waveFiles(batch), () => ({}), answers)
    const second = await holdfast('next', 'night', ...results)
    expect(second).toMatchObject({ code: 75, stdout: expect.stringMatching(/ 5 answers\n[\s\S]*wave 2: 5 requests in 1 file/) })
    expect(await holdfast('next', 'night', ...results)).toMatchObject({
      code: 75,
      stdout: expect.stringContaining(' 0 answers, 5 results known before\n'),
    })
    const last = await holdfast('next', 'night', ...runBatch(waveFiles(batch), () => ({}), answers))
    expect(last, last.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('no request is left: the run is complete') })
    const { suites, usage, exitCode } = JSON.parse(readFileSync(join(root, 'reports', 'runs', 'night', 'scores.json'), 'utf8'))
    expect({ ...suites.yes, exitCode }).toMatchObject({ items: 5, passed: 4, failed: 1, error: 0, exitCode: 0 })
    // 5 calls of 100 and 50 tokens, at half of 10 and 20 dollars a million.
    expect(usage.candidate).toMatchObject({ calls: 5, promptTokens: 500, completionTokens: 250, usd: 0.005 })
  })

  test('refuses the results of another run, and says how many there are', async () => {
    const root = projectOf(FILES)
    const run = (out: string) =>
      runVitest([], { cwd: root, env: { CI: '1', HOLDFAST_BATCH: 'export', HOLDFAST_OUT: `reports/runs/${out}` } })
    await run('one')
    await run('other')
    const results = runBatch(waveFiles(join(root, 'reports/runs/other/batch')), () => ({}), answers)
    const { code, stderr } = await runHoldfast(['batch', 'next', 'one', ...results], { cwd: root })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Failed to import: 5 of 5 results are of no request of this run'),
    })
    writeFileSync(join(root, 'sent.jsonl'), readFileSync(waveFiles(join(root, 'reports/runs/one/batch'))[0] ?? ''))
    const sent = await runHoldfast(['batch', 'next', 'one', 'sent.jsonl'], { cwd: root })
    expect(sent).toMatchObject({ code: 1, stderr: expect.stringContaining('it is a request and no result') })
  })
})
