import { z } from 'zod'
import { formatTemplate, random, readFixture } from '../../../src/kit.ts'
import { isWanted, type Rb1Item, type TaskItems } from '../items.ts'
import { type Checker, NCS, type Pair, type Rb1Task, type Refutebench1Options } from '../names.ts'
import { type Draw, drawFor, type Script, type Step } from '../script.ts'
import { emailDraft, emailScript, emailSlot } from '../tasks/email.ts'
import { type MtRow, mtScript, mtWord } from '../tasks/mt.ts'
import { fact, type QaQuery, qaScript } from '../tasks/qa.ts'

/** Talk about something else, between the feedback and the query that it applies to. None of it looks like a task. */
const irrelevantQuery = z.strictObject({ id: z.string().min(1), query: z.string().min(1), reference: z.string().min(1) })
type IrrelevantQuery = z.output<typeof irrelevantQuery>

/**
 * The bundled rows of a task as items: a row with a single feedback is asked again word for word (memory) and in another
 * way (generalization), with 0 to 3 irrelevant queries between.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledTask(task: Rb1Task, options: Refutebench1Options, runSeed: number): TaskItems {
  const pool = readFixture('refutebench1/irrelevant.jsonl', irrelevantQuery)
  const file = `refutebench1/${task}.jsonl`
  const items = readFixture(file, BUNDLED_ROWS[task]).flatMap((row) => itemsOf(row, task, pool, options, runSeed))
  return { items: items.filter((item) => isWanted(item, options)), rows: [PROMPTS[task], ...readFixture(file, z.unknown()), pool] }
}

function itemsOf(
  row: BundledRow,
  task: Rb1Task,
  pool: readonly IrrelevantQuery[],
  { targets }: Refutebench1Options,
  runSeed: number,
): Rb1Item[] {
  const { id, isMulti, checker } = row
  const pair: Pair | undefined = task === 'mt' ? 'en-zh' : undefined
  const set = (name: string) => (pair === undefined ? name : `${pair}.${name}`)
  const draw = drawFor(runSeed, `${task}/${id}`)
  const common = { task, pair, checker, row: `${task}/${id}` }
  const script = (asked: readonly number[], between: readonly IrrelevantQuery[] = []) =>
    row.script(stepsOf(row, asked, between), asked, draw, targets)
  if (isMulti) {
    const asked = row.queries.map((_, number) => number)
    return [{ ...common, id: `${task}/multi/${set('multi')}/${id}`, kind: 'multi', nc: 0, script: script(asked) }]
  }
  const irrelevant = random('refutebench1-irrelevant', runSeed, id).sample(pool, NCS.length - 1)
  return (['memory', 'generalization'] as const).flatMap((kind) =>
    NCS.map((nc) => ({
      ...common,
      id: `${task}/${kind}/${set(`NC-${nc}`)}/${id}`,
      kind,
      nc: Number(nc),
      script: script([0, kind === 'memory' ? 0 : 1], irrelevant.slice(0, Number(nc))),
    })),
  )
}

/** Queries, a slot after each of the first ones, and irrelevant queries before the last. */
function stepsOf({ queries, slots }: BundledRow, asked: readonly number[], between: readonly IrrelevantQuery[]): Step[] {
  const irrelevant = between.map(({ query, reference }): Step => ({ kind: 'irrelevant', text: query, reference }))
  return asked.flatMap((number, at): Step[] => [
    ...(at === asked.length - 1 ? irrelevant : []),
    { kind: 'query', text: queries[number] as string },
    ...(at < slots ? [{ kind: 'slot' } as const] : []),
  ])
}

/** A row written for this project. */
export interface BundledRow {
  readonly id: string
  /** Several feedbacks in one dialogue. */
  readonly isMulti: boolean
  /** Of e-mails with a single feedback. */
  readonly checker?: Checker
  /** All queries. Of a row with a single feedback these are the one it is about and another it applies to. */
  readonly queries: readonly string[]
  /** After so many of the first queries comes a slot. */
  readonly slots: number
  /** A dialogue that asks these queries, by number; the first one once more is asked word for word. */
  script(steps: readonly Step[], asked: readonly number[], draw: Draw, targets: Refutebench1Options['targets']): Script
}

const SYSTEM = 'You are a helpful assistant.'
/** Wording that the lines leave to their task. Feedback asks for a new answer, or "understood" would be a good one. */
export const PROMPTS = {
  email: { again: 'Please write the last email again that way.' },
  mt: {
    mapping: 'In all translations from now on, translate “{src}” as “{tgt}”.',
    glossary: 'Keep to this glossary in all translations from now on:\n',
    entry: '{src} = {tgt}\n',
    again: 'Translate the last sentence again.',
  },
  qa: {
    question: 'Answer in a few words: {query}',
    fact: 'Whatever you know, take this for true in all your answers from now on: ',
    again: 'Answer the last question again.',
  },
} as const

const translation = (source: string) => `Translate this sentence from English into Chinese.\n\n[English]: ${source}\n[Chinese]:`

const text = z.string().min(1)
const texts = z.array(text).nonempty()
const emailRow = z.strictObject({
  id: text,
  slots: z.array(emailSlot).nonempty(),
  emails: z.array(z.strictObject({ query: text, draft: emailDraft })).min(2),
})
const mtRow = z.strictObject({
  id: text,
  words: z.array(mtWord).nonempty(),
  /** References with `{word}` where a demanded wording goes. */
  sentences: z.array(z.strictObject({ source: text, reference: text })).min(2),
})
const question = { query: text, truth: text }
const qaRow = z.strictObject({
  id: text,
  facts: z.array(fact).nonempty(),
  /** The question each fact is about. */
  questions: z.array(z.strictObject(question)).nonempty(),
  tests: z.array(z.strictObject({ ...question, gold: texts, about: z.array(z.number()).nonempty() })).nonempty(),
})

/** Shape of a task's lines, as rows. */
const BUNDLED_ROWS: Readonly<Record<Rb1Task, z.ZodType<BundledRow>>> = {
  email: emailRow.transform(readEmail),
  mt: mtRow.transform(readMt),
  qa: qaRow.transform(readQa),
}

function readEmail({ id, slots, emails }: z.output<typeof emailRow>): BundledRow {
  const [first] = slots
  const isMulti = slots.length > 1
  return {
    id,
    isMulti,
    ...(!isMulti && first && { checker: first.checker }),
    queries: emails.map(({ query }) => query),
    slots: slots.length,
    script(steps, asked, draw) {
      const drafts = take(emails, asked).map((email) => email.draft)
      return askingAgain(emailScript({ system: SYSTEM, steps, slots, drafts }, draw), PROMPTS.email.again)
    },
  }
}

function readMt({ id, words, sentences }: z.output<typeof mtRow>): BundledRow {
  const isMulti = words.length > 1
  const usual = Object.fromEntries(words.map(({ src, translation }) => [src, translation[0] ?? src]))
  return {
    id,
    isMulti,
    queries: sentences.map(({ source }) => translation(source)),
    slots: isMulti ? sentences.length : 1,
    script(steps, asked, draw, targets) {
      const taken = take(sentences, asked)
      const references = taken.map(({ reference }) => reference)
      const row: MtRow = {
        system: SYSTEM,
        steps,
        sentences: taken.map(({ source }) => source),
        words,
        prompt: isMulti ? PROMPTS.mt.glossary : '',
        mappingPrompt: isMulti ? PROMPTS.mt.entry : PROMPTS.mt.mapping,
        translate: (query, mappings) =>
          formatTemplate(references[query] ?? '', { ...usual, ...Object.fromEntries(mappings.map(({ src, target }) => [src, target])) }),
      }
      return askingAgain(mtScript(row, targets, draw), PROMPTS.mt.again)
    },
  }
}

function readQa({ id, facts, questions, tests }: z.output<typeof qaRow>): BundledRow {
  const all: (QaQuery & { readonly query: string })[] = [...questions, ...tests]
  // Asked once more, the question of a fact has what the fact says for an answer.
  const again = (number: number): QaQuery => ({ truth: questions[number]?.truth ?? '', gold: facts[number]?.gold ?? [], about: [number] })
  return {
    id,
    isMulti: facts.length > 1,
    queries: all.map(({ query }) => formatTemplate(PROMPTS.qa.question, { query })),
    slots: facts.length,
    script(steps, asked) {
      const queries = asked.map((number, at) => (asked.indexOf(number) < at ? again(number) : (all[number] as QaQuery)))
      return askingAgain(qaScript({ system: SYSTEM, steps, prompt: PROMPTS.qa.fact, facts, queries }), PROMPTS.qa.again)
    },
  }
}

/** A script whose feedback asks for a new answer at its end. */
function askingAgain<Demand>(script: Script<Demand>, again: string): Script<Demand> {
  return {
    ...script,
    object(query, answer, made) {
      const found = script.object(query, answer, made)
      return typeof found === 'string' ? found : { ...found, text: `${found.text.trimEnd()}\n\n${again}` }
    },
  }
}

function take<T>(entries: readonly T[], numbers: readonly number[]): T[] {
  return numbers.map((number) => entries[number] as T)
}
