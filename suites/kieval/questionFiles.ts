import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { parseLine, readLines } from '../../src/base/data/jsonl.ts'
import { parse } from '../../src/base/data/parse.ts'
import { HoldfastError } from '../../src/base/errors.ts'
import { packageRoot } from '../../src/base/packageRoot.ts'
import { officialId, type Question } from './question.ts'

const text = z.string().min(1)
const index = z.number().int().nonnegative()

const bundled = z.strictObject({
  id: text,
  domain: text,
  level: z.enum(['secondary', 'undergraduate']),
  question: text,
  choices: z.array(text).length(4),
  answerIndex: index.max(3),
  explanation: z.array(text).length(5),
  notes: text,
  reasons: z.array(z.string()).length(4),
})
const example = z.strictObject({ question: text, choices: z.array(text).length(4), answerIndex: index })

const key = z.union([z.string(), z.number()]).transform(String)
/** ARC as the Allen Institute publishes it. */
const arc = z.object({
  id: text,
  question: z.object({ stem: text, choices: z.array(z.object({ text, label: key })).min(2) }),
  answerKey: key,
})
/** ARC as Hugging Face publishes it. */
const arcTable = z.object({
  id: text,
  question: text,
  choices: z.object({ text: z.array(text).min(2), label: z.array(key) }),
  answerKey: key,
})
/** MMLU. */
const mmlu = z.object({ question: text, choices: z.array(text).min(2), answer: index, subject: z.string().optional() })
/** Plain, as in this project's own samples. */
const plain = z.object({ id: text, question: text, choices: z.array(text).min(2), answerIndex: index })
/** Choices that have a letter. */
const MOST_CHOICES = 10

/** The form a line has, told by its fields, so that an error names the field that is wrong in it. */
function formOf(line: Readonly<Record<string, unknown>>) {
  if ('answerIndex' in line) return plain
  if ('answerKey' in line) return typeof line.question === 'object' ? arc : arcTable
  return mmlu
}

type Published = z.output<typeof plain> | z.output<typeof arcTable> | z.output<typeof arc> | z.output<typeof mmlu>

const folder = join(packageRoot, 'fixtures', 'kieval')

/** The questions written for this project. */
export function readBundledQuestions(): Question[] {
  return readFixture('questions.jsonl', bundled).map(({ id, domain, question, choices, answerIndex, explanation, notes }) => {
    const uuid = officialId({ question, choices, answerIndex }, 'null')
    return { id, set: 'bundled', question, choices, answerIndex, uuid, domain, notes, explanation }
  })
}

/** Solved questions that every question of the static pass is shown after. */
export function readExamples(): Pick<Question, 'question' | 'choices' | 'answerIndex'>[] {
  return readFixture('examples.jsonl', example)
}

function readFixture<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  const path = join(folder, name)
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, at) => {
      const where = `${path}, line ${at + 1}`
      return parse(schema, parseLine(line, where), where)
    })
}

/** Question sets in a folder: every JSONL file is one, named after the file. */
export function questionSets(path: string): { readonly name: string; readonly file: string }[] {
  return readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => ({ name: basename(name).replace(/\.jsonl(\.gz)?$/, ''), file: join(path, name) }))
}

/**
 * Reads a question set as published: ARC (either form), MMLU, or plain lines.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export async function readQuestionSet(name: string, file: string): Promise<Question[]> {
  const questions: Question[] = []
  let number = 0
  for await (const text of readLines(file)) {
    number += 1
    if (text.trim() === '') continue
    const where = `${file}, line ${number}`
    const line = parse(z.record(z.string(), z.unknown()), parseLine(text, where), where)
    questions.push(questionOf(parse(formOf(line), line, where), name, questions.length + 1, where))
  }
  return questions
}

function questionOf(entry: Published, set: string, line: number, where: string): Question {
  if ('answerIndex' in entry) return make(set, entry.id, entry.question, entry.choices, entry.answerIndex, arcExtra(entry.id), where)
  if ('answer' in entry) return make(set, `q${line}`, entry.question, entry.choices, entry.answer, 'null', where)
  const stem = typeof entry.question === 'string' ? entry.question : entry.question.stem
  const listed =
    'choices' in entry
      ? entry.choices.text.map((choice, at) => ({ text: choice, label: entry.choices.label[at] ?? '' }))
      : (entry as z.output<typeof arc>).question.choices
  const answer = listed.findIndex(({ label }) => label === entry.answerKey)
  return make(
    set,
    entry.id,
    stem,
    listed.map((choice) => choice.text),
    answer,
    arcExtra(entry.id),
    where,
  )
}

function arcExtra(id: string): string {
  return `{"id": ${JSON.stringify(id)}}`
}

function make(
  set: string,
  id: string,
  question: string,
  choices: readonly string[],
  answerIndex: number,
  extra: string,
  where: string,
): Question {
  if (choices.length > MOST_CHOICES) {
    throw new HoldfastError(
      'DATA',
      `Failed to read ${where}, field choices: ${choices.length} choices, at most ${MOST_CHOICES} have letters. Leave the question out.`,
    )
  }
  if (answerIndex < 0 || answerIndex >= choices.length) {
    throw new HoldfastError(
      'DATA',
      `Failed to read ${where}: its answer names none of its ${choices.length} choices. Mend it and run again.`,
    )
  }
  return { id, set, question, choices, answerIndex, uuid: officialId({ question, choices, answerIndex }, extra) }
}

/** Whether an evaluator model answered a question rightly, by its official id; undefined for an id that no list has. */
export async function readValidIds(file: string, list: 'gpt4' | 'gpt35'): Promise<ReadonlyMap<string, boolean>> {
  const valid = new Map<string, boolean>()
  for await (const row of readLines(file)) {
    const [uuid = '', gpt4, gpt35] = row.split('\t')
    if (uuid !== 'uuid' && uuid !== '') valid.set(uuid, (list === 'gpt4' ? gpt4 : gpt35) === '1')
  }
  return valid
}
