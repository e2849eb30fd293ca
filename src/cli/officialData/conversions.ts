import { z } from 'zod'
import { officialId } from '../../../suites/kieval/question.ts'
import { parseLine } from '../../base/data/jsonl.ts'
import { parse } from '../../base/data/parse.ts'
import type { Conversion } from './officialFile.ts'

const validated = z.object({ valid_uuids: z.array(z.string()), invalid_uuids: z.array(z.string()) })
const arcRow = z.object({
  id: z.string(),
  question: z.string(),
  choices: z.object({ text: z.array(z.string()), label: z.array(z.string()) }),
  answerKey: z.string(),
})
const dialogue = z.object({ queries: z.array(z.string()) })

/** KIEval's two files of ids, tabulated: the evaluator models gpt-4 and gpt-3.5, in the order of the first. */
export const kievalIds: Conversion = {
  says: 'two JSON lists of ids tabulated: uuid, valid for gpt-4, valid for gpt-3.5',
  convert([gpt4, gpt35]) {
    const [four, three] = [readIds(gpt4, 'gpt-4'), readIds(gpt35, 'gpt-3.5')]
    const [forFour, forThree] = [new Set(four.valid_uuids), new Set(three.valid_uuids)]
    const rows = [...four.valid_uuids, ...four.invalid_uuids].map((id) => `${id}\t${flag(forFour.has(id))}\t${flag(forThree.has(id))}`)
    return Buffer.from(`${['uuid\tgpt4\tgpt35', ...rows].join('\n')}\n`)
  },
}

/** Questions of the sample that the list of gpt-4 names as valid, and those it does not. */
const SAMPLE = { valid: 200, invalid: 40 }

/** ARC-Challenge test questions: the first that are valid for gpt-4, then the first that are not, with KIEval's ids and flags. */
export const arcSample: Conversion = {
  says: `of the ARC-Challenge test questions the first ${SAMPLE.valid} valid for gpt-4 and the first ${SAMPLE.invalid} that are not, with their ids and flags`,
  convert([test, gpt4, gpt35]) {
    const forFour = new Set(readIds(gpt4, 'gpt-4').valid_uuids)
    const forThree = new Set(readIds(gpt35, 'gpt-3.5').valid_uuids)
    const questions = readRows(test, arcRow, 'the ARC test questions').map(({ id, question, choices, answerKey }, index) => {
      const answerIndex = choices.label.indexOf(answerKey)
      const uuid = officialId({ question, choices: choices.text, answerIndex }, `{"id": ${JSON.stringify(id)}}`)
      const flags = { validGpt4: forFour.has(uuid), validGpt35: forThree.has(uuid) }
      return { id, uuid, index, question, choices: choices.text, labels: choices.label, answerIndex, ...flags }
    })
    const chosen = [
      ...questions.filter(({ validGpt4 }) => validGpt4).slice(0, SAMPLE.valid),
      ...questions.filter(({ validGpt4 }) => !validGpt4).slice(0, SAMPLE.invalid),
    ]
    return jsonl(chosen)
  },
}

const BEFORE_SENTENCE = 'Please translate the following sentence from English into Chinese.\n[English]: '
const AFTER_SENTENCE = ' \n[Chinese]: '

/** The English sentences of RefuteBench 1.0's en-zh queries, each once. */
export function refuteSentences(uses: readonly string[]): Conversion {
  return {
    says: 'the distinct English sentences of the en-zh queries, in order of appearance',
    convert: (upstream) =>
      jsonl(
        distinct(upstream, uses, (queries) =>
          queries.flatMap((query) =>
            query.startsWith(BEFORE_SENTENCE) && query.endsWith(AFTER_SENTENCE)
              ? [query.slice(BEFORE_SENTENCE.length, -AFTER_SENTENCE.length)]
              : [],
          ),
        ).map(([source, usedIn], index) => ({
          id: `mt-enzh-${String(index).padStart(4, '0')}`,
          source,
          words: source.split(/\s+/).filter(Boolean).length,
          usedIn,
        })),
      ),
  }
}

const FEEDBACK = '[MAYBE FEEDBACK]'

/** The queries RefuteBench 1.0 puts between the feedback and the final query, each once. */
export function refuteQueries(uses: readonly string[]): Conversion {
  return {
    says: 'the distinct queries between feedback and final query, in order of appearance',
    convert: (upstream) =>
      jsonl(
        distinct(upstream, uses, (queries) => queries.slice(queries.indexOf(FEEDBACK) + 1, -1)).map(([query, usedIn], index) => ({
          id: `irr-${String(index).padStart(4, '0')}`,
          query,
          usedIn,
        })),
      ),
  }
}

/** Texts found in the files, each with the uses of the files that have it, sorted. */
function distinct(
  upstream: readonly Buffer[],
  uses: readonly string[],
  find: (queries: readonly string[]) => readonly string[],
): [string, string[]][] {
  const found = new Map<string, Set<string>>()
  for (const [at, file] of upstream.entries()) {
    const use = uses[at] ?? ''
    for (const { queries } of readRows(file, dialogue, `file ${at + 1} of RefuteBench 1.0`)) {
      for (const text of find(queries)) found.set(text, (found.get(text) ?? new Set()).add(use))
    }
  }
  return [...found].map(([text, usedIn]) => [text, [...usedIn].sort()])
}

function readIds(file: Buffer | undefined, model: string): z.output<typeof validated> {
  const where = `the ids validated by ${model}`
  return parse(validated, parseLine(String(file), where), where)
}

function readRows<Schema extends z.ZodType>(file: Buffer | undefined, schema: Schema, where: string): z.output<Schema>[] {
  return String(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => parse(schema, parseLine(line, `${where}, line ${index + 1}`), `${where}, line ${index + 1}`))
}

function flag(value: boolean): string {
  return value ? '1' : '0'
}

/** JSON lines as Python's `json.dumps` spaces them. */
function jsonl(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${pythonJson(row)}\n`).join(''))
}

function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${pythonJson(entry)}`)
    .join(', ')}}`
}
