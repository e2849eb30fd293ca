import { hash } from 'node:crypto'
import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { z } from 'zod'
import {
  type Block,
  type CommandFlags,
  commandConfig,
  counted,
  dataError,
  estimateCommand,
  holdfastCommand,
  makeFolder,
  note,
  type PaidCommand,
  type PlainMessage,
  type PlannedRoles,
  printForms,
  printResult,
  readJson,
  redacted,
  runFolder,
  runPaidCommand,
  type Served,
  screenJson,
  sentences,
  usageError,
  volumeTable,
  withOptions,
  writeWhole,
} from '../../../kit.ts'
import { type AnswersChange, answersChange } from './answersChange.ts'
import { chooseCanaries, readCanaryRun } from './chooseCanaries.ts'

/** Questions, and how often each is asked at first: four of them that change are an alarm. */
const ITEMS = 12
const REPEATS = 5
/** Share of years of weekly checks of an unchanged model that may give an alarm. */
const RATE = 0.05
const YEAR = 52

/** A reference of canaries: questions, and what a model answered to each, several times. */
const canaryReference = z.object({
  schema: z.literal('holdfast.canary/1'),
  /** When the answers were asked for, ISO 8601. */
  made: z.string(),
  /** The model as it was named. */
  model: z.string(),
  /** Models that answered, by the endpoint's own word, and builds of the server. */
  served: z.array(z.string()).readonly(),
  fingerprints: z.array(z.string()).readonly(),
  simulated: z.boolean(),
  canaries: z
    .array(
      z.object({
        suite: z.string(),
        item: z.string(),
        call: z.string(),
        messages: z
          .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
          .min(1)
          .readonly(),
        answers: z.array(z.string()).min(1).readonly(),
      }),
    )
    .min(1)
    .refine((canaries) => new Set(canaries.map(({ answers }) => answers.length)).size === 1, 'questions have different numbers of answers'),
})

/** Name of the reference where nobody says. */
const MAIN = 'main'

/** `holdfast canary learn <runs…>`: a few questions that tell whether the served model changed. */
export function canaryLearnCommand(): Command {
  return withOptions(
    new Command('learn')
      .description('Choose questions of runs whose answers are steady, ask each several times, and keep the answers as the reference.')
      .argument('<runs...>', 'runs, the newest last: of this model, and of others if there are any'),
    ['model', 'who is asked (default: HOLDFAST_MODEL)'],
    ['count', 'questions', ITEMS],
    ['repeats', 'times that each is asked', REPEATS],
    ['name', 'name of the reference under reports/canaries', MAIN],
    'plan',
  ).action(async (names: string[], flags: CommandFlags) => {
    const { count = ITEMS, repeats = REPEATS } = flags
    const root = process.cwd()
    const path = referencePath(root, flags.name)
    const runs = []
    for (const name of names) runs.push(await readCanaryRun(name, root))
    const chosen = chooseCanaries(runs, count)
    if (chosen.length === 0)
      throw dataError(`Failed to choose canaries: ${names.join(', ')} have no answered call of the model. Name other runs.`)
    const questions = chosen.map(({ item, messages, content }) => ({ item, messages, reference: content }))
    const asked = await ask(questions, flags, 'canary learn', repeats, root)
    if (!asked) return
    const { replies, model, simulated } = asked
    const reference: z.input<typeof canaryReference> = {
      schema: 'holdfast.canary/1',
      made: new Date().toISOString(),
      model,
      served: replies.served,
      fingerprints: replies.fingerprints,
      simulated,
      canaries: chosen.map(({ suite, item, call, messages }, at) => ({ suite, item, call, messages, answers: replies.answers[at] ?? [] })),
    }
    makeFolder(dirname(path))
    writeWhole(path, `${screenJson(redacted(reference), 2)}\n`)
    const steady = reference.canaries.filter(({ answers }) => new Set(answers).size === 1).length
    await printResult(undefined, [
      ` ${counted(chosen.length, 'question')} asked ${repeats} times each, ${counted(replies.calls, 'call')}; ${steady} answered word for word alike each time.`,
      ` The reference is ${path}. Check by ${counted(chosen.length, 'call')}: ${holdfastCommand('canary', 'check', ...(flags.name === MAIN ? [] : ['--name', flags.name ?? MAIN]))}`,
    ])
  })
}

/** `holdfast canary check`: the questions once more. */
export function canaryCheckCommand(): Command {
  return withOptions(
    new Command('check').description('Ask each question of the reference once more. Exit 1 where the answers are of another model.'),
    ['model', 'who is asked (default: HOLDFAST_MODEL)'],
    ['name', 'name of the reference under reports/canaries', MAIN],
    ['rate', undefined, RATE],
    ['per', undefined, YEAR],
    'plan',
    'json',
  ).action(async (flags: CommandFlags) => {
    const { rate = RATE, per = YEAR } = flags
    const root = process.cwd()
    const path = referencePath(root, flags.name)
    if (!existsSync(path))
      throw dataError(`Failed to check: no answers are kept in ${path}. Keep some: ${holdfastCommand('canary', 'learn', 'latest')}.`)
    const reference = readJson(path, canaryReference)
    const questions = reference.canaries.map(({ item, messages, answers }) => ({ item, messages, reference: answers[0] ?? '' }))
    const asked = await ask(questions, flags, 'canary check', 1, root)
    if (!asked) return
    const { replies } = asked
    const change = answersChange(reference.canaries.map(({ answers }, at) => ({ reference: answers, now: replies.answers[at]?.[0] ?? '' })))
    const verdict = canaryVerdict(change, reference, { ...asked, rate, per })
    await printForms({ json: verdict, blocks: canaryBlocks(verdict) }, flags)
    if (verdict.verdict === 'changed') process.exitCode = 1
  })
}

/**
 * Asks the model anew: neither the cache nor a command that ended answers for it. Undefined after an interruption, and where only the
 * plan is wanted.
 */
async function ask(
  questions: readonly CanaryQuestion[],
  { model, plan }: CommandFlags,
  name: 'canary learn' | 'canary check',
  times: number,
  root: string,
) {
  const named = model ?? process.env.HOLDFAST_MODEL
  if (named === undefined) throw usageError(`Failed to ask canaries: no model is named. Set HOLDFAST_MODEL, or use --model <name>.`)
  const resolved = await commandConfig({ ...process.env, HOLDFAST_MODEL: named }, root)
  const { candidate } = resolved.roles
  // Their answers are waited for.
  const config = { ...resolved, cache: undefined, dataRoles: candidate ? { candidate: { ...candidate, batch: undefined } } : {} }
  const planned = volumeTable('role', estimateCommand(planCanaries(questions, times), config).roles)
  if (plan) {
    await printResult(undefined, planned)
    return undefined
  }
  note(...planned)
  const folder = openCanaryFolder(root, name, { named, questions, times })
  const asked = await runPaidCommand({ name, config, folder, roles: { candidate: {} } }, async (command) => ({
    replies: await askCanaries(command, questions, times),
    model: command.modelOf('candidate'),
    simulated: command.simulated,
  }))
  if (asked) closeCanaryFolder(folder)
  return asked
}

function referencePath(root: string, name = MAIN): string {
  if (!/^[\w.-]+$/.test(name)) throw usageError(`Failed to name the reference ${JSON.stringify(name)}: use letters, digits, dots, hyphens.`)
  return resolve(root, 'reports', 'canaries', `${name}.json`)
}

/** Whether the served model is the one of the reference: how far answers differ, and the level of a share `rate` of `per` checks. */
function canaryVerdict(
  change: AnswersChange,
  { made, model: before, served, fingerprints, canaries, simulated }: z.output<typeof canaryReference>,
  { replies, model, rate, per, ...asked }: NonNullable<Awaited<ReturnType<typeof ask>>> & { readonly rate: number; readonly per: number },
) {
  const level = rate / per
  return {
    verdict: change.p <= level ? ('changed' as const) : ('no sign' as const),
    ...{ ...change, level, rate, per, questions: canaries.length },
    /** Answers to each question that it is compared with. */
    repeats: canaries[0]?.answers.length ?? 0,
    calls: replies.calls,
    reference: { made, model: before, served, fingerprints },
    now: { model, served: replies.served, fingerprints: replies.fingerprints },
    simulated: asked.simulated || simulated,
  }
}

/** The verdict for the terminal. */
function canaryBlocks(verdict: ReturnType<typeof canaryVerdict>): Block[] {
  const { p, level, rate, per, questions, repeats, steady, repeated, calls, reference, now, simulated } = verdict
  const names = (list: readonly string[]) => list.join(', ') || 'nothing'
  const changed = (what: 'served' | 'fingerprints', said: (before: string, after: string) => string) => {
    const [before, after] = [names(reference[what]), names(now[what])]
    return before !== after && said(before, after)
  }
  const least = (repeats + 1) ** -steady
  const answer = verdict.verdict === 'changed' ? 'CHANGED' : 'No sign of a change'
  const how = verdict.verdict === 'changed' ? 'does not answer' : 'answers'
  return [
    { kind: 'text', text: { text: `${answer}: ${now.model} ${how} as on ${reference.made.slice(0, 10)}.`, isStrong: true } },
    ...(simulated ? [{ kind: 'simulated' } as const] : []),
    ...sentences([
      `${repeated} of ${counted(questions, 'answer')} are word for word as before; ${counted(steady, 'question')} had one answer only, ${counted(repeats, 'time')} each. ${counted(calls, 'call')}.`,
      `If nothing changed, answers differ this much with a probability of ${p < 0.001 ? p.toExponential(1) : p.toFixed(3)}. An alarm is ${level.toExponential(1)} or less, so that at most ${Number((100 * rate).toPrecision(3))} % of ${counted(per, 'check')} give any.`,
      least > level && steady === questions && 'So few questions cannot give an alarm: learn with more --count or --repeats.',
      changed('served', (before, after) => `The endpoint named ${before} before, and names ${after} now.`),
      changed('fingerprints', (before, after) => `Its build was ${before} before, and is ${after} now.`),
    ]),
  ]
}

/** A question to ask. */
interface CanaryQuestion {
  readonly item: string
  readonly messages: readonly PlainMessage[]
  /** What a simulated model answers. */
  readonly reference: string
}

/** What stands for an answer that the provider refused to give. */
const REFUSED = '[refused]'

/** Characters of a token, roughly, in English. */
const CHARACTERS = 4

/** What asking takes where answers are as long as the known ones; reasoning comes on top. */
function planCanaries(questions: readonly CanaryQuestion[], times: number): PlannedRoles {
  const tokens = (characters: number) => Math.ceil((times * characters) / CHARACTERS)
  const volume = {
    calls: questions.length * times,
    promptTokens: tokens(questions.flatMap(({ messages }) => messages).reduce((sum, { content }) => sum + content.length, 0)),
    completionTokens: tokens(questions.reduce((sum, { reference }) => sum + reference.length, 0)),
  }
  return { candidate: { ...volume, most: volume } }
}

/** Asks each question some times, each time anew: by question its answers, and who gave them. */
async function askCanaries(command: PaidCommand, questions: readonly CanaryQuestion[], times: number) {
  const told: Served[] = []
  const askOnce = async ({ item, messages, reference }: CanaryQuestion, time: number) => {
    const asked = { role: 'candidate', item, call: `time-${time}`, prompt: messages, reference } as const
    const { content, served, refused } = await command.ask(asked)
    if (served) told.push(served)
    // A refusal is an answer too: another model refuses other questions.
    return refused ? REFUSED : content
  }
  const askOften = (question: CanaryQuestion) => Promise.all(Array.from({ length: times }, (_, time) => askOnce(question, time)))
  const answers = await Promise.all(questions.map(askOften))
  const names = (list: readonly (string | undefined)[]) => [...new Set(list.flatMap((name) => name ?? []))].sort()
  return {
    answers,
    served: names(told.map(({ model }) => model)),
    fingerprints: names(told.map(({ fingerprint }) => fingerprint)),
    calls: questions.length * times,
  }
}

/** An unfinished command is gone on with for a day: what was answered earlier may be of another model than today's. */
const LONGEST_MS = 24 * 60 * 60 * 1000

/**
 * The folder of the calls of a canary command. A command that broke off less than a day ago, and asked the same, left its answers
 * there, and they are not paid for twice. What a finished command, or an older one, was answered is moved aside.
 *
 * @param asked all that bears on the answers.
 */
function openCanaryFolder(root: string, name: string, asked: unknown): string {
  const key = hash('sha256', JSON.stringify(asked)).slice(0, 16)
  const folder = join(root, '.holdfast', 'canary', `${name.replaceAll(' ', '-')}-${key}`)
  const { calls } = runFolder(folder)
  if (existsSync(calls) && Date.now() - statSync(calls).mtimeMs > LONGEST_MS) closeCanaryFolder(folder)
  return folder
}

/** Moves the calls of a command aside: the next one asks anew. */
function closeCanaryFolder(folder: string): void {
  if (existsSync(folder)) renameSync(folder, join(dirname(folder), new Date().toISOString().replaceAll(':', '')))
}
