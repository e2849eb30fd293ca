import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { random } from '../../src/core/base/random.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { Limiter } from '../../src/models/limiter.ts'
import { SUITE_NAMES } from '../catalogue.ts'
import { type Environment, type Finished, type Running, startVitest } from '../run.ts'
import { rounds } from '../shared.ts'
import { type ChatRequest, startEndpoint } from './endpoint.ts'
import { once, readScores, temporaryFolder } from './fixtureRun.ts'

const NAMES = SUITE_NAMES
const ROUNDS = rounds(1, 50)
const limiter = new Limiter(2)

/** A model that says one of a few things, always the same to the same messages. */
const SAYINGS = ['A', 'Output (a)', 'Output (b)', 'I keep my answer.', '["one", "two"]']
const reply = async ({ messages }: Pick<ChatRequest, 'messages'>) => {
  await delay(40)
  const [first = 0] = createHash('sha256').update(JSON.stringify(messages)).digest()
  return { content: SAYINGS[first % SAYINGS.length] as string }
}
const endpoint = once(() => startEndpoint(reply))
afterAll(async () => (await endpoint()).die())

async function command(suite: string, out: string): Promise<{ args: string[]; env: Environment }> {
  const model = `openai:steady@${(await endpoint()).url}`
  return {
    args: ['--project', 'suites', `suites/${suite}/`],
    env: {
      CI: '1',
      OPENAI_API_KEY: 'key',
      ...(suite === 'llmbar' ? { HOLDFAST_JUDGE: model } : { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge' }),
      HOLDFAST_LIMIT: '6',
      HOLDFAST_CONCURRENCY: '2',
      HOLDFAST_GATES: '{"allowSimulated":true,"maxUnscored":1}',
      ...(suite === 'lifbench' && { HOLDFAST_LIFBENCH_LENGTHS: '4k' }),
      HOLDFAST_OUT: out,
      HOLDFAST_RESUME: 'auto',
    },
  }
}

/** The suites as they come out when nothing disturbs them. */
const calm = Object.fromEntries(
  NAMES.map((suite) => [
    suite,
    once(async () => {
      const out = join(temporaryFolder(), 'run')
      const { args, env } = await command(suite, out)
      const run = await limiter.run(() => startVitest(args, { env }).finished)
      expect(run.code, run.stdout).toBe(0)
      return readScores({ ...run, text: '', root: '', folder: runFolder(out) }).suites
    }),
  ]),
)

/** What may befall a process, and the codes that it may end with: 0 where it had ended before. */
const BLOWS: readonly { readonly name: string; readonly strike: (running: Running) => void; readonly codes: readonly (number | null)[] }[] =
  [
    // null: the signal came before anything of ours was loaded.
    { name: 'SIGTERM', strike: (running) => running.terminate(), codes: [75, 0, null, 143] },
    { name: 'SIGTERM to all', strike: (running) => running.terminateAll(), codes: [75, 0, null, 143] },
    { name: 'SIGINT to all', strike: (running) => running.interrupt(), codes: [75, 0, null, 130] },
    { name: 'SIGKILL', strike: (running) => running.kill(), codes: [0, null] },
  ]

describe.concurrent('a suite that signals stop at any instant, and that the same command goes on with', () => {
  test.for(ROUNDS)('round %i', async (round, { annotate }) => {
    const draw = random('signals', round)
    const suite = NAMES[round % NAMES.length] as string
    const out = join(temporaryFolder(), 'run')
    const { args, env } = await command(suite, out)
    const told: string[] = []
    let last: Finished | undefined
    for (let blow = draw.int(1, 3); blow > 0; blow -= 1) {
      const { name, strike, codes } = draw.pick(BLOWS)
      last = await limiter.run(async () => {
        const running = startVitest(args, { env })
        await Promise.race([delay(draw.int(300, 7000)), running.finished])
        strike(running)
        return running.finished
      })
      told.push(`${name}: ${last.code}`)
      expect(codes, `${suite}, ${name}: ${last.stdout}${last.stderr}`).toContain(last.code)
    }
    const run = await limiter.run(() => startVitest(args, { env }).finished)
    await annotate(`${suite}: ${told.join(', ')}`)
    expect(run.code, run.stdout + run.stderr).toBe(0)
    expect(readScores({ ...run, text: '', root: '', folder: runFolder(out) }).suites).toEqual(await calm[suite]?.())
  })
})
