import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { random } from '../../src/core/base/random.ts'
import { withMessages } from '../../src/core/format/blobStore.ts'
import { CallIndex } from '../../src/core/format/callIndex.ts'
import { readItemRecords, runFolder } from '../../src/core/format/runFolder.ts'
import { questionHash } from '../../src/judging/questions/labelQuestion.ts'
import { Limiter } from '../../src/models/limiter.ts'
import '../../src/registered.ts'
import { fbBenchQuestions } from '../../suites/fb-bench/questions.ts'
import { startHoldfast, startVitest } from '../run.ts'
import { rounds } from '../shared.ts'
import { startEndpoint } from './endpoint.ts'
import { once, temporaryFolder } from './fixtureRun.ts'

/** A run for commands that take one. */
function runOf(suite: string, env: Readonly<Record<string, string>>, cwd?: string) {
  return once(async () => {
    const out = join(cwd ?? temporaryFolder(), 'run')
    const args = ['--project', 'suites', `suites/${suite}/`]
    const gates = '{"allowSimulated":true,"maxUnscored":1}'
    const { code, stdout } = await startVitest(args, {
      cwd: packageRoot,
      env: { HOLDFAST_LIMIT: '6', HOLDFAST_GATES: gates, HOLDFAST_OUT: out, ...env },
    }).finished
    expect([0, 1, 75], stdout).toContain(code)
    return out
  })
}
const judged = runOf('fb-bench', { HOLDFAST_MODEL: 'sim:degraded?p=0.3', HOLDFAST_JUDGE: 'sim:judge' })
/** Replies that can be used: others are asked for again. */
const compared = runOf('llmbar', { HOLDFAST_JUDGE: 'sim:judge' })
const failed = runOf('sharded', { HOLDFAST_MODEL: 'sim:wrong', HOLDFAST_SHARDED_FORMS: 'full' })
const failedItem = async () => [await failed(), 'action/dentist-appointment/full']

/** A command that pays or starts a run. */
interface StoppedCommand {
  readonly name: string
  /** Words for it; a model is asked at the endpoint. */
  words(model: string, cwd: string): Promise<readonly string[]> | readonly string[]
  /** Variables that it needs. */
  env?(model: string): Readonly<Record<string, string>>
  /** Starts a run that asks nothing by itself. */
  readonly isSilent?: boolean
}

/** Every command that pays or starts a run. */
const STOPPED: readonly StoppedCommand[] = [
  { name: 'judge certify', words: (model) => ['judge', 'certify', model, '--strategy', 'Vanilla', 'CoT'] },
  { name: 'judge again', words: async (model) => ['judge', 'again', await compared(), '--judge', model, '--out', 'runs/rejudge'] },
  { name: 'shrink', words: async (model) => ['shrink', ...(await failedItem()), '--model', model, '--max-calls', '20'] },
  { name: 'data draft', words: (model) => ['data', 'draft', 'kieval', '--author', model, '--solver', model, '--judge', model] },
  { name: 'canary learn', words: async (model) => ['canary', 'learn', await judged(), '--model', model, '--repeats', '2'] },
  { name: 'canary check', words: keepCanaries },
  {
    name: 'judge measure',
    words: async (model, cwd) => [
      'judge',
      'measure',
      labelsOf(await judged(), cwd),
      '--run',
      await judged(),
      '--rating',
      model,
      '--author',
      model,
    ],
  },
  {
    name: 'batch next',
    words: async (model, cwd) => ['batch', 'next', await runOf('llmbar', { HOLDFAST_JUDGE: model, HOLDFAST_BATCH: 'export' }, cwd)()],
    env: (model) => ({ HOLDFAST_JUDGE: model }),
    isSilent: true,
  },
]

/** Commands that neither pay nor start a run. Those that ask a suite of the user's own load its test file, which asks no model. */
const OTHERS: readonly string[] = [
  ...[
    'plan',
    'init',
    'show',
    'compare',
    'judge',
    'judge label',
    'merge',
    'score',
    'export',
    'comment',
    'cache',
    'cache clear',
    'more',
    'batch cancel',
  ],
  ...['data show', 'data pull', 'data verify', 'data filter', 'data accept', 'data import-chat'],
]

/** Whether a command does something by itself: commander does not say. */
const isRun = (command: Command) => Boolean((command as unknown as { _actionHandler: unknown })._actionHandler)

/** The names of commands that do something. */
function namesOf(commands: readonly Command[], before: readonly string[] = []): string[] {
  return commands.flatMap((command) => {
    const words = [...before, command.name()]
    return [...(isRun(command) ? [words.join(' ')] : []), ...namesOf(command.commands, words)]
  })
}

/** The commands of this checkout: a tool may be left out. */
const COMMANDS = namesOf((await makeProgram()).commands)
const stopped = STOPPED.filter(({ name }) => COMMANDS.includes(name))

test('every command is stopped here, or named as one that neither pays nor starts a run', () => {
  const named = [...STOPPED.map(({ name }) => name), ...OTHERS]
  expect(COMMANDS.filter((name) => !named.includes(name))).toEqual([])
})

/** Labels of a person who says what the judge said of each answer of a run, as a file. */
function labelsOf(run: string, cwd: string): string {
  const { calls, items, blobs } = runFolder(run)
  const index = new CallIndex(calls)
  const lines = readItemRecords(items).flatMap((record) => {
    const { suite, item, trial } = record
    const own = index.callsOf(suite, item, trial).map((call) => withMessages(call, blobs))
    return fbBenchQuestions.of(record, own).map((asked) => ({
      suite,
      item,
      trial,
      question: asked.question,
      sha256: questionHash(asked),
      rater: 'ann',
      value: asked.judge ?? 1,
    }))
  })
  index.close()
  const file = join(cwd, 'labels.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

/** Keeps twelve questions with the answers of a model, to be asked again. */
function keepCanaries(model: string, cwd: string): readonly string[] {
  const canaries = Array.from({ length: 12 }, (_, at) => ({
    suite: 'own',
    item: `question-${at}`,
    call: 'answer',
    messages: [{ role: 'user', content: `What is ${at} and ${at}?` }],
    answers: ['Output (a)'],
  }))
  const reference = {
    schema: 'holdfast.canary/1',
    made: '2026-01-01T00:00:00Z',
    model,
    served: [],
    fingerprints: [],
    simulated: false,
    canaries,
  }
  mkdirSync(join(cwd, 'reports', 'canaries'), { recursive: true })
  writeFileSync(join(cwd, 'reports', 'canaries', 'main.json'), JSON.stringify(reference))
  return ['canary', 'check', '--model', model]
}

/** The requests that were written to be answered by batch. */
function exportedLines(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^run\/batch\/wave-\d+-[^/]*-\d+\.jsonl$/.test(file))
    .flatMap((file) => readFileSync(join(cwd, file), 'utf8').trim().split('\n'))
    .sort()
}

function locksIn(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.lock'))
}

// Every command in the long run; in the short one one that pays itself, and one that starts a run.
const ROUNDS = rounds(2, 200)
/** Milliseconds after its end in which a process that was left over would ask. */
const AFTER_MS = 1500
const limiter = new Limiter(2)

describe.concurrent('a command that is told to stop, by a signal to its process alone', () => {
  test.for(ROUNDS)('round %i', async (round, { annotate }) => {
    const draw = random('stopped commands', round)
    const { name, words, env: own, isSilent = false } = stopped[round % stopped.length] as StoppedCommand
    const signal = draw.pick(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)
    const at = draw.int(2, 9)
    const cwd = temporaryFolder()
    let slow = 60
    const endpoint = await startEndpoint(async () => {
      await delay(slow)
      return { content: 'Output (a)' }
    })
    const model = `openai:m@${endpoint.url}`
    const args = await words(model, cwd)
    const undisturbed = exportedLines(cwd)
    expect(undisturbed.length > 0, name).toBe(isSilent)
    const env = { HOLDFAST_CACHE: join(cwd, 'cache'), HOLDFAST_CONCURRENCY: '2', CI: '1', ...own?.(model) }
    const asked = (requests: readonly { readonly body: object }[]) => requests.map(({ body }) => JSON.stringify(body))
    const before = await limiter.run(async () => {
      const running = startHoldfast(args, { cwd, env })
      const reached = new Promise<void>((resolve) => {
        endpoint.onQuestion = (count) => count >= at && resolve()
      })
      // A run that asks nothing has begun when it has taken its folder: a signal before that ends the command as it would end any.
      const begun = async () => {
        while (locksIn(cwd).length === 0) await delay(10)
        await delay(draw.int(0, 1000))
      }
      await Promise.race([isSilent ? begun() : reached, running.finished])
      running.tell(signal)
      const { code, stderr } = await running.finished
      await annotate(`${name}, ${signal} after ${at}: ${code}`)
      // 0, 1 and 2: it had ended. What asks nothing can go on at any time. Its streams are closed when the last of its processes has ended.
      if (signal !== 'SIGKILL') expect(isSilent ? [75, 0] : [75, 0, 1, 2], stderr).toContain(code)
      if (signal !== 'SIGKILL' && endpoint.asked.length >= at) expect(code, `${name}: ${stderr}`).toBe(75)
      return { asked: endpoint.asked.length, answered: asked(endpoint.answered) }
    })
    expect(before.asked > 0, name).toBe(!isSilent)
    await delay(AFTER_MS)
    expect(endpoint.asked.length, `${name}: calls after its end`).toBe(before.asked)
    endpoint.forget()
    slow = 0
    const again = await limiter.run(() => startHoldfast(args, { cwd, env }).finished)
    expect(exportedLines(cwd), name).toEqual(undisturbed)
    // Canaries ask a question several times by themselves.
    const due = args.includes('--repeats') ? Number(args[args.indexOf('--repeats') + 1]) : 1
    const times = (bodies: readonly string[], body: string) => bodies.filter((one) => one === body).length
    const askedAgain = asked(endpoint.asked)
    const twice = before.answered.filter(
      (body) => times(askedAgain, body) > 0 && times(before.answered, body) + times(askedAgain, body) > due,
    )
    // Nobody writes down what is on its way to a process that is killed.
    const onTheirWay = signal === 'SIGKILL' ? Number(env.HOLDFAST_CONCURRENCY) : 0
    expect(new Set(twice).size, `${name}, ${signal}: paid for twice: ${twice.join('\n')}${again.stderr}`).toBeLessThanOrEqual(onTheirWay)
    expect(locksIn(cwd)).toEqual([])
  })
})
