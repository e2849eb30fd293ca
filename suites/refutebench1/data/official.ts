import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dataError, readJsonl } from '../../../src/kit.ts'
import { withoutStop } from '../checks/contained.ts'
import { isWanted, type Rb1Item, type SetName, type TaskItems } from '../items.ts'
import { CHECKERS, type Checker, KINDS, NCS, PAIRS, type Rb1Task, type Refutebench1Options } from '../names.ts'
import { type Draw, drawFor, type Script, type Step } from '../script.ts'
import { type EmailDraft, emailScript } from '../tasks/email.ts'
import { mtScript } from '../tasks/mt.ts'
import { type Fact, qaScript } from '../tasks/qa.ts'

const NAME = /^((?:email|qa|(en-zh|en-he))(?:\.(memory|generalization)\.NC-([0-3]))?)\.jsonl(?:\.gz)?$/

/**
 * The official rows of a task that the options ask for; undefined where the folder has no file of the task.
 *
 * @throws HoldfastError naming file, line and field of what does not fit.
 */
export async function readOfficialTask(
  folder: string,
  task: Rb1Task,
  options: Refutebench1Options,
  runSeed: number,
): Promise<TaskItems | undefined> {
  const files = rowFiles(folder, task)
  if (files.length === 0) return undefined
  const items: Rb1Item[] = []
  const rows: unknown[] = []
  for (const file of files.filter((entry) => isWanted(entry, options))) {
    const { kind, nc, pair, part, path, base } = file
    let index = 0
    for await (const { content, queries, checker, script } of OFFICIAL_ROWS[task][part](path)) {
      const where = `${path}, row ${index + 1}`
      if (part === 'single' && queries.length !== nc + 3) {
        throw dataError(
          `Failed to read ${where}: expected ${nc} irrelevant queries, found ${queries.length - 3}. Give the file its right name.`,
        )
      }
      items.push({
        id: `${task}/${kind}/${base}/${index}`,
        task,
        kind,
        nc,
        pair,
        checker,
        row: `${task}/${createHash('sha256')
          .update(queries[0] ?? '')
          .digest('hex')
          .slice(0, 12)}`,
        // Rows of one number are one row in all single files but qa.generalization, where nothing is drawn.
        script: script(nc, drawFor(runSeed, [task, pair ?? '', part, index].join('/')), options.targets, where),
      })
      rows.push(content)
      index += 1
    }
  }
  const lacking = releasedSets(task).filter(
    (set) => isWanted(set, options) && !files.some(({ kind, nc, pair }) => kind === set.kind && nc === set.nc && pair === set.pair),
  )
  const names = lacking.map(({ kind, nc, pair = task }) => (kind === 'multi' ? `multi/${pair}` : `single/${pair}.${kind}.NC-${nc}`))
  const leftOut = names.length === 0 ? [] : [{ reason: `refutebench1/${task} has no ${names.join(', ')}`, tasks: [task], items: 0 }]
  return { items, rows, leftOut }
}

/** The sets of rows that `holdfast data pull` gets of a task. */
function releasedSets(task: Rb1Task): SetName[] {
  return (task === 'mt' ? PAIRS : [undefined]).flatMap((pair) => [
    ...NCS.map((nc) => ({ task, pair, kind: 'memory', nc: Number(nc) }) as const),
    { task, pair, kind: 'generalization', nc: 0 },
    { task, pair, kind: 'multi', nc: 0 },
  ])
}

/** Files as the release names them, packed or not; of a file that is there twice, the unpacked one. */
function rowFiles(folder: string, task: Rb1Task) {
  const found = new Map<string, SetName & { readonly part: 'single' | 'multi'; readonly path: string; readonly base: string }>()
  for (const part of ['single', 'multi'] as const) {
    const path = join(folder, task, part)
    for (const name of existsSync(path) ? readdirSync(path).sort() : []) {
      const [, base, pair, kind, nc] = NAME.exec(name) ?? []
      if (base === undefined || (kind === undefined) === (part === 'single') || found.has(base)) continue
      found.set(base, {
        task,
        kind: KINDS.find((entry) => entry === kind) ?? 'multi',
        nc: Number(NCS.find((entry) => entry === nc) ?? 0),
        pair: PAIRS.find((entry) => entry === pair),
        part,
        path: join(path, name),
        base,
      })
    }
  }
  return [...found.values()]
}

/**
 * The official rows have no reference answers. Simulated models answer with these, which do what is demanded and nothing
 * else; a real model never sees them.
 */

/** What is answered where nothing is demanded. */
const STAND_IN_ANSWER = '……'

/** Longest e-mail that is demanded: "at least 20 sentences". */
const MORE = 20

/** The e-mail for every request. */
export const STAND_IN_DRAFT: EmailDraft = {
  subject: 'Simulated subject',
  opening: 'Dear reader,',
  sentences: ['This email stands for the one that was asked for.', 'A simulated model has written it.', 'It says nothing else.'],
  more: Array.from({ length: MORE }, (_, index) => `Point ${index + 1} of the list stays as it was.`),
  closing: 'Until then,\nSim',
  languages: {
    German:
      'Liebe Leserin,\n\ndiese Nachricht steht für die, um die gebeten wurde. Ein simuliertes Modell hat sie geschrieben.\n\nBis dann\nSim',
    French: 'Chère lectrice,\n\nce message remplace celui qui a été demandé. Un modèle simulé l’a écrit pour vous.\n\nÀ bientôt\nSim',
    Chinese: '亲爱的读者：\n\n这封邮件代替您要的那一封，由模拟模型写成，没有别的内容。\n\n再会',
  },
}

/** An official row. */
export interface OfficialRow {
  /** Everything that was read. */
  readonly content: unknown
  readonly queries: readonly string[]
  /** Of e-mails with a single feedback. */
  readonly checker?: Checker
  /** The row's dialogue; `irrelevant` of its queries are about other things. */
  script(irrelevant: number, draw: Draw, targets: Refutebench1Options['targets'], where: string): Script
}

/** What stands in the official queries where the answer before may be objected to. */
const SLOT = '[MAYBE FEEDBACK]'

const text = z.string().min(1)
const aliases = z.array(z.string()).nonempty()
/** One row of the release has an empty query. */
const common = { system_prompt: z.string(), queries: z.array(z.string()).min(2) }
const emailFeedback = z.object({ choices: z.array(text).nonempty(), checker: z.enum(CHECKERS) })
const mtRow = z.object({
  ...common,
  feedbacks: z.record(text, z.object({ translation: z.array(text).nonempty(), random: text })),
  feedback_prompt: z.string(),
  feedback_mapping_prompt: text,
})
const qaRow = { ...common, feedback_prompt: z.string() }

/** Queries and slots in turn, up to the last slot. */
function alternates({ queries }: Queries): boolean {
  return queries.slice(0, queries.lastIndexOf(SLOT) + 1).every((query, index) => (query === SLOT) === (index % 2 === 1))
}

type Queries = { readonly queries: readonly string[] }

/** A query, a slot, perhaps irrelevant queries, and the final query. */
function isSingle(row: Queries): boolean {
  return row.queries.length >= 3 && row.queries.lastIndexOf(SLOT) === 1 && alternates(row)
}

/** Queries and slots in turn, as many slots as feedbacks. */
function isMulti(row: Queries & { readonly feedbacks: readonly unknown[] }): boolean {
  return alternates(row) && row.queries.filter((query) => query === SLOT).length === row.feedbacks.length
}

const SINGLE = { error: 'expected a query, a slot, and at least a final query', path: ['queries'] }
const IN_TURN = { error: 'expected queries and slots in turn, as many slots as feedbacks', path: ['queries'] }

const emailSingle = z.object({ ...common, feedbacks: emailFeedback, feedback_prompt: text }).refine(isSingle, SINGLE)
const emailMulti = z
  .object({ ...common, feedbacks: z.array(emailFeedback).nonempty(), feedback_prompts: z.array(text) })
  .refine(isMulti, IN_TURN)
  .refine((row) => row.feedback_prompts.length === row.feedbacks.length, {
    error: 'expected one for each feedback',
    path: ['feedback_prompts'],
  })
const qaSingle = z.object({ ...qaRow, feedbacks: text, answers: z.union([text, aliases]) }).refine(isSingle, SINGLE)
const qaMulti = z
  .object({ ...qaRow, feedbacks: z.array(text).nonempty(), answers: z.array(aliases) })
  .refine(isMulti, IN_TURN)
  .refine((row) => row.queries.length === 2 * row.feedbacks.length + row.answers.length, {
    error: 'expected one list for each query after the last slot',
    path: ['answers'],
  })

/** Reads the rows of a file, by task; a single row has one feedback. */
export const OFFICIAL_ROWS: Readonly<Record<Rb1Task, Readonly<Record<'single' | 'multi', (path: string) => AsyncGenerator<OfficialRow>>>>> =
  {
    email: {
      single: reader(emailSingle, (row) => ({
        checker: row.feedbacks.checker,
        script: (irrelevant, draw) => emailOf(row, irrelevant, [{ ...row.feedbacks, prompt: row.feedback_prompt }], draw),
      })),
      multi: reader(emailMulti, (row) => ({
        script(irrelevant, draw) {
          const slots = row.feedbacks.map((feedback, index) => ({ ...feedback, prompt: row.feedback_prompts[index] as string }))
          return emailOf(row, irrelevant, slots, draw)
        },
      })),
    },
    mt: {
      single: reader(mtRow.refine(isSingle, SINGLE), mtOf),
      multi: reader(mtRow.refine(alternates, IN_TURN), mtOf),
    },
    qa: {
      single: reader(qaSingle, (row) => ({
        script(irrelevant, _draw, _targets, where) {
          // Asked again, the question that the fact is about has a gold answer, which once is shorter than what the fact says.
          const gold = [saidBy(row.feedbacks, where), ...(row.queries.at(-1) === row.queries[0] ? [row.answers].flat() : [])]
          return qaOf(row, irrelevant, [{ text: row.feedbacks, gold }], [[row.answers].flat()])
        },
      })),
      multi: reader(qaMulti, (row) => ({
        script(irrelevant, _draw, _targets, where) {
          const facts = row.feedbacks.map((fact) => ({ text: fact, gold: [saidBy(fact, where)] }))
          return qaOf(row, irrelevant, facts, row.answers)
        },
      })),
    },
  }

function reader<Schema extends z.ZodType<Common>>(
  schema: Schema,
  describe: (row: z.output<Schema>) => Pick<OfficialRow, 'checker' | 'script'>,
): (path: string) => AsyncGenerator<OfficialRow> {
  return async function* rows(path) {
    for await (const row of readJsonl(path, schema)) yield { content: row, queries: row.queries, ...describe(row) }
  }
}

type Common = Queries & { readonly system_prompt: string }

function emailOf(row: Common, irrelevant: number, slots: Parameters<typeof emailScript>[0]['slots'], draw: Draw): Script {
  const steps = stepsOf(row.queries, irrelevant)
  return emailScript({ system: row.system_prompt, steps, slots, drafts: queriesOf(steps).map(() => STAND_IN_DRAFT) }, draw)
}

function mtOf(row: z.output<typeof mtRow>): Pick<OfficialRow, 'script'> {
  return {
    script(irrelevant, draw, targets) {
      const steps = stepsOf(row.queries, irrelevant)
      return mtScript(
        {
          system: row.system_prompt,
          steps,
          sentences: queriesOf(steps).map(sourceSentence),
          words: Object.entries(row.feedbacks).map(([src, { translation, random }]) => ({ src, translation, random })),
          prompt: row.feedback_prompt,
          mappingPrompt: row.feedback_mapping_prompt,
          // The wordings demanded, one after the other.
          translate: (_query, mappings) => [STAND_IN_ANSWER, ...mappings.map(({ target }) => target)].join(' '),
        },
        targets,
        draw,
      )
    },
  }
}

function qaOf(
  row: Common & { readonly feedback_prompt: string },
  irrelevant: number,
  facts: readonly Fact[],
  answers: readonly (readonly string[])[],
): Script {
  // Which of the facts a question is about is not in the data: it counts as about all.
  const about = facts.map((_, index) => index)
  // Three questions of the release have blank answers only: they are asked and not rated.
  const tests = answers.map((gold) => ({ truth: STAND_IN_ANSWER, about, ...(gold.some((alias) => withoutStop(alias) !== '') && { gold }) }))
  return qaScript({
    system: row.system_prompt,
    steps: stepsOf(row.queries, irrelevant),
    prompt: row.feedback_prompt,
    facts,
    queries: [...facts.map(() => ({ truth: STAND_IN_ANSWER })), ...tests],
  })
}

/**
 * What a fact says: what stands after its last verb.
 *
 * @throws HoldfastError for a sentence of another form.
 */
function saidBy(fact: string, where: string): string {
  const [, said] = /^.+? (?:is followed by|follows) (.+)$/s.exec(fact) ?? /^.+ (?:is|are) (.+)$/s.exec(fact) ?? []
  if (said !== undefined) return said
  throw dataError(`Failed to read ${where}, field feedbacks: no "is", "are" or "follows" in ${JSON.stringify(fact)}. Mend the row.`)
}

function stepsOf(queries: readonly string[], irrelevant: number): Step[] {
  return queries.map((query, index): Step => {
    if (query === SLOT) return { kind: 'slot' }
    const isIrrelevant = irrelevant > 0 && index > 1 && index < queries.length - 1
    return isIrrelevant ? { kind: 'irrelevant', text: query, reference: STAND_IN_ANSWER } : { kind: 'query', text: query }
  })
}

function queriesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.kind === 'query' ? [step.text] : []))
}

/** The sentence to translate, without the instruction around it: a word of the instruction is not a word to be translated. */
function sourceSentence(query: string): string {
  const [, ...rest] = query.split('[English]: ')
  const sentence = rest.join('[English]: ')
  const end = [...sentence.matchAll(/\n\[\w+\]:/g)].at(-1)?.index
  return end === undefined ? query : sentence.slice(0, end)
}
