import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, unwrapped } from '../../../../test/e2e/fixtureRun.ts'
import { PAIRS } from '../../../../test/llmbar/pairs.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { besideJudge, certificateOn, certify, judged, pathOf } from './certifyRun.ts'

describe.concurrent('certify', () => {
  test('with --out writes a copy and leaves stdout empty', async () => {
    const finished = await certify(['sim:judge', '--out', 'copy.json'])
    expect([finished.code, finished.stdout]).toEqual([0, ''])
    expect(readFileSync(join(finished.root, 'copy.json'), 'utf8')).toBe(readFileSync(pathOf(finished.root, 'sim-judge'), 'utf8'))
  })

  test('takes the place of an older certificate', async () => {
    const root = temporaryFolder()
    const older = certificateOn(await certify(['sim:judge'], { root }))
    const newer = certificateOn(await certify(['sim:judge', '--strategy', 'Rating', '--days', '1'], { root }))
    expect(newer.run).not.toBe(older.run)
    expect(JSON.parse(readFileSync(pathOf(root, 'sim-judge'), 'utf8'))).toEqual(newer)
  })

  test("leaves the user's run the latest one, and names its own by its folder", async () => {
    const root = temporaryFolder()
    const latest = join(root, 'reports', 'runs', 'latest')
    mkdirSync(dirname(latest), { recursive: true })
    symlinkSync('mine', latest, 'dir')
    const { code, stderr } = await certify(['sim:judge?bias=first'], { root })
    expect([code, readlinkSync(latest)]).toEqual([0, 'mine'])
    const [own = ''] = readdirSync(dirname(latest)).filter((name) => name !== 'latest')
    expect(stderr).toMatch(new RegExp(`npx holdfast show ${own} `))
    expect(stderr).not.toMatch(/\blatest\b/)
  })

  test('is not led astray by what is set for other runs', async () => {
    const env = {
      HOLDFAST_JUDGE: 'sim:oracle',
      HOLDFAST_LLMBAR_STRATEGY: 'Rating',
      HOLDFAST_LLMBAR_SUBSETS: 'Natural',
      HOLDFAST_STRICT: '1',
      HOLDFAST_LIMIT: '2',
      HOLDFAST_SHARD: '1/2',
      HOLDFAST_GATES: '{"llmbar":{"accuracy.average":{"min":99}}}',
    }
    expect(certificateOn(await certify(['sim:judge?bias=first'], { env }))).toMatchObject({
      judge: 'sim:judge?bias=first',
      strategy: 'Vanilla',
      accuracy: { value: 50, n: PAIRS },
    })
  })

  // Of three votes that each err in 3 of 10 cases, 2 in 10 are outvoted: a judge heard once is not as good.
  test('says how many votes a pair had, and counts for runs with as many', async () => {
    const finished = await certify(['sim:judge?noise=0.3'], { env: { HOLDFAST_VOTES: '3' } })
    expect(certificateOn(finished)).toMatchObject({ votes: 3 })
    const besides = async (votes: string) =>
      unwrapped(besideJudge(await judged(finished.root, 'sim:judge?noise=0.3', { HOLDFAST_VOTES: votes })) ?? '')
    expect(await besides('3')).toMatch(/· pairwise .* \(Vanilla, 3 votes\)$/)
    expect(await besides('1')).toMatch(/· uncertified: its certificate was made with 3 votes, not 1$/)
  })

  test('of a shard by configuration fails, since a part of the pairs certifies nothing', async () => {
    const root = configured({ shard: '1/2' })
    const { code, stdout, stderr } = await certify(['sim:judge'], { root })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(
        `Failed to certify sim:judge: the run is complete, but had \\d+ of ${PAIRS} pairs\\. A certificate is of all of them: run without a limit and a shard\\.`,
      ),
    )
    expect(existsSync(join(root, 'reports', 'judges'))).toBe(false)
  })

  test('of a judge that cannot be called fails, and writes no certificate', async () => {
    const root = temporaryFolder()
    writeFileSync(join(root, 'judge.mjs'), `export const ask = async () => { throw new Error('out of order') }`)
    const { code, stdout, stderr } = await certify(['module:./judge.mjs#ask'], { root })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('out of order')
    expect(stderr).toContain('Failed to certify module:./judge.mjs#ask: the run is not complete.')
    expect(stderr).not.toMatch(/^ +at .+:\d+:\d+/m)
    expect(existsSync(join(root, 'reports', 'judges'))).toBe(false)
  })

  test('of an endpoint with a password in its URL keeps it out of everything, and its runs find the certificate', async ({
    onTestFinished,
  }) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json')
        const message = { role: 'assistant', content: 'Output (a)' }
        response.end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }] }))
      })
    })
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const judge = `openai:house/judge@http://bob:hunter-canary-22@${host}/v1`
    const finished = await certify([judge])
    expect(certificateOn(finished)).toMatchObject({
      judge: `openai:house/judge@http://${host}/v1`,
      simulated: false,
      accuracy: { value: 50 },
    })
    const run = await judged(finished.root, judge)
    expect(unwrapped(besideJudge(run) ?? '')).toContain(`${host} · pairwise 50.0 %, agreement 0.0 % (Vanilla)`)
    const files = readdirSync(finished.root, { recursive: true, encoding: 'utf8' })
    const written = files
      .filter((name) => name.endsWith('.json') || name.endsWith('.jsonl'))
      .map((name) => readFileSync(join(finished.root, name), 'utf8'))
    for (const text of [finished.stdout, finished.stderr, run.text, ...files, ...written]) expect(text).not.toContain('hunter-canary-22')
  })
})

/** A folder with a Vitest configuration that gives these options to the plugin. */
function configured(options: object): string {
  const root = temporaryFolder()
  const plugin = JSON.stringify(join(packageRoot, 'dist', 'src', 'plugin.js'))
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `import { holdfast } from ${plugin}\nexport default { plugins: [holdfast(${JSON.stringify(options)})] }\n`,
  )
  return root
}

describe.concurrent('certify in a folder with a configuration', () => {
  test('takes a judge by its name there, and pays no heed to gates', async () => {
    const gates = { minJudgeAccuracy: 99, llmbar: { 'accuracy.average': { min: 99 } } }
    const root = configured({ models: { house: { uri: 'sim:judge?bias=first' } }, gates })
    const finished = await certify(['house'], { root })
    expect(certificateOn(finished)).toMatchObject({ judge: 'sim:judge?bias=first', accuracy: { value: 50, n: PAIRS } })
    // The name in the fixture's configuration is that of the same model.
    expect(unwrapped(besideJudge(await judged(root, 'house')) ?? '')).toContain('pairwise 50.0 %, agreement 0.0 % (Vanilla)')
  })

  test.each([
    ['strict', { strict: true }],
    ['subsets of its own', { suites: { llmbar: { subsets: ['Manual'] } } }],
  ])('is not led astray by %s', async (_, options) => {
    expect(certificateOn(await certify(['sim:judge?bias=first'], { root: configured(options) }))).toMatchObject({
      accuracy: { value: 50, n: PAIRS },
    })
  })
})

describe.concurrent('certify, given', () => {
  test.for([
    { wrong: 'no judge', args: [], reason: "missing required argument 'model'" },
    { wrong: 'an unknown option', args: ['sim:judge', '--quick'], reason: "unknown option '--quick'" },
    { wrong: 'a strategy that does not exist', args: ['sim:judge', '--strategy', 'Vanila'], reason: "argument 'Vanila' is invalid" },
    { wrong: 'no days', args: ['sim:judge', '--days', '0'], reason: 'expected a whole number from 1 to 3650' },
    // From the year 10000 on a date is written with a sign and six digits, which the schema does not read.
    { wrong: 'too many days', args: ['sim:judge', '--days', '3651'], reason: 'expected a whole number from 1 to 3650' },
  ])('$wrong, is bad usage: exit 2, the reason, and nothing written', async ({ args, reason }) => {
    const { code, stdout, stderr, root } = await certify(args)
    expect(stderr).toContain(reason)
    expect(stderr).not.toMatch(/^ +at .+:\d+:\d+/m)
    expect([code, stdout]).toEqual([2, ''])
    expect(readdirSync(root)).toEqual([])
  })

  test.for([
    ['a policy that does not exist', 'sim:jugde', 'no simulated policy "jugde"'],
    ['neither a name nor a URI', 'gpt-5', 'Failed to read the model "gpt-5"'],
  ] as const)('%s, is bad usage, names what is wrong and says nothing else', async ([, judge, reason]) => {
    const { code, stdout, stderr, root } = await certify([judge])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(reason)
    expect(stderr).not.toContain('Node.js v')
    expect(stderr.match(/Failed to/g)).toHaveLength(1)
    expect(existsSync(join(root, 'reports', 'judges'))).toBe(false)
  })

  test('a broken certificate in its place, writes a new one', async () => {
    const root = temporaryFolder()
    mkdirSync(dirname(pathOf(root, 'sim-judge')), { recursive: true })
    writeFileSync(pathOf(root, 'sim-judge'), '{')
    certificateOn(await certify(['sim:judge'], { root }))
  })
})
