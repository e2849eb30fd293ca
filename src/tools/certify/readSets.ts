import { basename, join } from 'node:path'
import { z } from 'zod'
import {
  BUNDLED_CRITERIA,
  dataError,
  emptyFile,
  isObject,
  jsonHash,
  type Pair,
  packageRoot,
  parse,
  parseLine,
  readLines,
} from '../../kit.ts'

/** Subset of a pair that names none. */
const NO_SUBSET = 'pairs'
/** A subset's name is part of the keys of metrics, and `all` is taken. */
const subsetName = z
  .string()
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _+-]*$/u, 'expected letters, digits, spaces, +, - and _')
  .refine((name) => name !== 'all', 'names the whole set: give the subset another name')

const own = z
  .object({
    id: z.union([z.string().min(1), z.number()]).optional(),
    instruction: z.string().min(1).optional(),
    input: z.string().min(1).optional(),
    output_1: z.string(),
    output_2: z.string(),
    label: z.union([z.literal(1), z.literal(2)], { error: 'expected 1 or 2, the number of the better output' }),
    subset: subsetName.optional(),
    cluster: z.string().min(1).optional(),
  })
  .refine(({ instruction, input }) => (instruction === undefined) !== (input === undefined), {
    path: ['instruction'],
    message: 'expected one of instruction and input',
  })

/** A pair of a file, with the output that is known to be better. */
export type FilePair = ReturnType<typeof ownPair>

/** How JudgeBench's program puts its sources together (run_judge.py, `main`), by the paper's names of them. */
const CATEGORIES = [
  ['mmlu-pro', 'knowledge'],
  ['livebench-reasoning', 'reasoning'],
  ['livebench-math', 'math'],
  ['livecodebench', 'coding'],
] as const

/** A line of JudgeBench's files (its README, "Data"); what its own program adds to a line is passed over. */
const judgebench = z
  .object({
    pair_id: z.string().min(1),
    /** Null for those of LiveCodeBench. */
    original_id: z.union([z.string(), z.number()]).nullish(),
    source: z.string().min(1),
    question: z.string().min(1),
    response_model: z.string().default(''),
    response_A: z.string(),
    response_B: z.string(),
    label: z.enum(['A>B', 'B>A']),
  })
  .transform(({ pair_id: id, original_id, source, question, response_model: model, response_A, response_B, label }) => {
    const [, subset = 'other'] = CATEGORIES.find(([begin]) => source.startsWith(begin)) ?? []
    // Pairs may be of one question.
    const cluster = original_id == null ? id : `${source} ${original_id}`
    const pair: FilePair = { id, subset, instruction: question, outputs: [response_A, response_B], label: label === 'A>B' ? 1 : 2, cluster }
    return { model, pair }
  })

/**
 * Reads a file of pairs: JSON lines, or one JSON array as LLMBar publishes it (`.gz` too). The first pair tells the form.
 *
 * @throws HoldfastError naming file, line and field of the first pair that does not fit.
 */
export async function readPairFile(path: string) {
  const values = await entriesOf(path)
  const form = has(values, 'pair_id') ? 'judgebench' : 'own'
  const models = new Set<string>()
  const items = values.map(({ value, where }, index) => {
    if (form === 'own') return ownPair(parse(own, value, where), index)
    const { model, pair } = parse(judgebench, value, where)
    models.add(model)
    return pair
  })
  assertUnique(items, values, 'pair')
  const [model = ''] = models
  return {
    items,
    /** Our own, which is LLMBar's, or JudgeBench's. */
    form,
    /** By what is in the file where it is JudgeBench's, else by the file's name. */
    name: form === 'own' ? nameOf(path) : setName(models.size === 1 ? `judgebench ${model}` : 'judgebench'),
    /** Of the pairs, whatever the form of the file. */
    sha256: jsonHash(items),
  }
}

/** @throws HoldfastError where two have one id. @param values where they stand. */
function assertUnique(items: readonly { readonly id: string }[], values: Awaited<ReturnType<typeof entriesOf>>, what: string): void {
  const places = new Map<string, string>()
  for (const [index, { id }] of items.entries()) {
    const where = values[index]?.where as string
    const before = places.get(id)
    if (before !== undefined)
      throw dataError(`Failed to read ${where}, field id: ${JSON.stringify(id)} is that of ${before} too. Give each ${what} its own.`)
    places.set(id, where)
  }
}

/** Longest name of a set: it is part of a file's name. */
const LONGEST = 80

/** A text as the name of a set; `set` where nothing of it can stand in one. */
export function setName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^[._-]+|[._-]+$/g, '')
  return name === '' ? 'set' : name
}

/** The entries of a file, each with where it stands. */
async function entriesOf(path: string): Promise<{ readonly value: unknown; readonly where: string }[]> {
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line)
  const begins = lines.find((line) => line.trim() !== '')
  if (begins === undefined) throw emptyFile(path)
  if (begins.trimStart().startsWith('[')) {
    const all = parse(z.array(z.unknown()).min(1), parseLine(lines.join('\n'), path), path)
    return all.map((value, index) => ({ value, where: `${path}, entry ${index + 1}` }))
  }
  return lines.flatMap((line, index) => {
    const where = `${path}, line ${index + 1}`
    return line.trim() === '' ? [] : [{ value: parseLine(line, where), where }]
  })
}

function ownPair({ instruction, input, output_1, output_2, label, subset = NO_SUBSET, ...named }: z.output<typeof own>, index: number) {
  const id = String(named.id ?? index + 1)
  const outputs: Pair['outputs'] = [output_1, output_2]
  // What varies together has one cluster. The label is the number of the better output.
  return { id, subset, instruction: (instruction ?? input) as string, outputs, label, cluster: named.cluster ?? id }
}

const met = z.union([z.literal(0), z.literal(1)], { error: 'expected 1 for met and 0 for not met' })
/** How a program keys the bundled criteria: no part of what is asked, and none of what is measured. */
const check = z.record(z.string(), z.unknown())
const labelledAnswer = z
  .strictObject({
    id: z.string().min(1),
    question: z.string().min(1).optional(),
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
      .min(1)
      .optional(),
    answer: z.string(),
    reference: z.string().min(1).optional(),
    cluster: z.string().min(1).optional(),
    criteria: z
      .array(z.strictObject({ text: z.string().min(1), met, check: check.optional() }))
      .min(1)
      .refine((all) => new Set(all.map(({ text }) => text)).size === all.length, 'two criteria have the same text'),
  })
  .refine(({ question, messages }) => (question === undefined) !== (messages === undefined), {
    path: ['question'],
    message: 'expected one of question and messages',
  })
  .transform(({ id, cluster = id, question = '', messages, answer, reference, criteria }) => ({
    id,
    /** What varies together: the id where the line names nothing. */
    cluster,
    conversation: messages ?? [{ role: 'user' as const, content: question }],
    answer,
    ...(reference !== undefined && { reference }),
    criteria: criteria.map((one) => ({ text: one.text, met: one.met === 1 })),
  }))

/** An answer with criteria of which it is known whether it meets them. */
export type LabelledAnswer = z.output<typeof labelledAnswer>

/** What stands for the file of labelled criteria that is shipped: for users, and in the options of its suite. */
const BUNDLED = ['bundled', BUNDLED_CRITERIA]

/**
 * Reads a file of labelled criteria, JSON lines (`.gz` too), or the bundled one.
 *
 * @throws HoldfastError naming file, line and field of the first line that does not fit, and for labels that are all alike: no figure
 * of them tells a judge from one that always says so.
 */
export async function readLabelledCriteria(file: string) {
  const path = BUNDLED.includes(file) ? join(packageRoot, 'fixtures', 'criteria', 'checkable.jsonl') : file
  const values = await entriesOf(path)
  const items = values.map(({ value, where }) => parse(labelledAnswer, value, where))
  assertUnique(items, values, 'answer')
  const labels = new Set(items.flatMap(({ criteria }) => criteria.map((one) => one.met)))
  if (labels.size < 2)
    throw dataError(
      `Failed to read ${path}: every criterion is labelled ${labels.has(true) ? 'met' : 'not met'}, which a judge that always says so gets right. Add some of the other kind.`,
    )
  return {
    items,
    form: 'criteria' as const,
    name: BUNDLED.includes(file) ? BUNDLED_CRITERIA : nameOf(path),
    sha256: jsonHash(items),
  }
}

/** The pairs or labelled criteria of a file, told apart by their fields. */
export async function readSet(file: string) {
  const isCriteria = file === BUNDLED_CRITERIA || has(await entriesOf(file), 'criteria')
  return isCriteria ? readLabelledCriteria(file) : readPairFile(file)
}

/** Whether the first entry of a file has a field, which tells its form. */
function has([first]: Awaited<ReturnType<typeof entriesOf>>, field: string): boolean {
  return isObject(first?.value) && field in first.value
}

/** Name of a set by its file. */
function nameOf(path: string): string {
  return setName(basename(path).replace(/(?:\.jsonl?)?(?:\.gz)?$/i, ''))
}
