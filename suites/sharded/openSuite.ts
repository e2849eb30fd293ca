import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  answerReadings,
  bundledVersion,
  configError,
  dataError,
  type Grade,
  isBundled,
  jsonHash,
  type OpenSuite,
  type ProgrammaticRubric,
  packageRoot,
  planDialogue,
  readAllLines,
  type SuiteRun,
  sum,
} from '../../src/kit.ts'
import { amountIn } from './checks/amount.ts'
import { meets } from './checks/check.ts'
import { labelledLine } from './checks/labelledLine.ts'
import { Reading } from './checks/reading.ts'
import { TextParts } from './checks/textParts.ts'
import { writtenTexts } from './checks/writtenText.ts'
import { itemsOf, type ShardedItem, type ShardedTask, taskSchema } from './items.ts'
import { isTextKind, KIND_TITLES, KINDS, PAPER_TRIALS, type ShardedOptions } from './names.ts'
import { wrongAnswer } from './wrong.ts'

/** Of the words of the reference, those that a text must have to be taken for an answer. */
const LEAST_SHARE = 0.5

/**
 * Whether a reply attempts an answer, by its form alone (docs/suites/sharded.md, R4): JSON, a table, a labelled line with a number,
 * or a text at least half as long as the reference that does not end in a question. A heuristic: a long explanation counts as an
 * attempt at a text.
 */
export function isAttempt(task: ShardedTask, reply: string): boolean {
  return readingsOf(task, reply).some(
    (reading) => hasForm(task, reading) && (!isTextKind(task.kind) || !reading.text.asksLast || new TextParts(task.reference).asksLast),
  )
}

/**
 * Whether a last reply has the form of an answer at all. One that has not gets no points: not saying a word is not avoided by saying
 * nothing.
 */
function hasForm(task: ShardedTask, reading: Reading): boolean {
  switch (task.kind) {
    case 'action':
    case 'json':
      return reading.json !== undefined
    case 'table':
      return reading.table !== undefined
    case 'arithmetic':
      return task.demands.some(({ check }) => 'label' in check && saysNumber(labelledLine(reading.lines, check.label) ?? ''))
    default:
      return reading.text.words >= LEAST_SHARE * new TextParts(task.reference).words && !reading.text.onlyAsks
  }
}

function saysNumber(text: string): boolean {
  return /\d/.test(text) || amountIn(text) !== undefined
}

/** Most tokens of an answer. */
const ANSWER_TOKENS = 4096

/** How many tokens an answer has against its reference, as a rule: models write something around it. No outputs are published. */
export const TYPICAL = { perReference: 1.5, around: 60 } as const

/** What a simulated model says that waits for the next piece. */
const WAITS = 'Noted.'
/** What a simulated model says that got lost: no answer, so that exactly the lost share of points is missing. */
const LOST = 'What else do you need?'

const FEWER_TRIALS = `A90 and U are of ${PAPER_TRIALS} trials, as in the paper, so this run has none`

/** Opens the suite for a run. */
export async function openSharded({ config, options }: SuiteRun<ShardedOptions>): Promise<OpenSuite<ShardedItem>> {
  const { items, source, version, sha256 } = openItems(config.data, options)
  return {
    items,
    task: ({ task }) => task.kind,
    taskTitles: KIND_TITLES,
    tags: ({ form, task }) => ({ form, level: task.level, pieces: task.shards.length }),
    clusters: ({ task }) => ({ task: task.id }),
    reference: ({ task }) => task.reference,
    wrong: ({ task }) => wrongAnswer(task),
    floor: ({ task }) => shardedFloor(task),
    threshold: 1,
    data: { source, version, sha256 },
    notes: () => ['checked by programs, no judge', ...(config.trials > 1 && config.trials < PAPER_TRIALS ? [FEWER_TRIALS] : [])],
    display: () => ({
      beside: [
        { key: 'full', label: 'one message: score' },
        { key: 'concat', label: 'points of one message: score' },
      ],
      taskKeys: Object.fromEntries(KINDS.map((kind) => [kind, `sharded.kind.${kind}`])),
      percent: true,
      rows: [
        { label: 'remedies', keys: ['recap', 'snowball', 'gain.recap', 'gain.snowball'], note: '(gain in points over one piece a turn)' },
        { label: 'loss', keys: ['loss.full', 'loss.concat'], note: '(in percent of the other form; lower is better)' },
        { label: 'aptitude', group: 'aptitude', note: '(better of two trials)' },
        { label: 'unreliability', group: 'unreliability', note: '(difference of two trials; lower is better)' },
        { label: 'A90', group: 'paper.aptitude', note: '(of ten trials)' },
        { label: 'U', group: 'paper.unreliability', note: '(of ten trials; lower is better)' },
        { label: 'too early', keys: ['premature', 'premature_turns'], note: '(an attempt before the last piece, by its form)' },
      ],
    }),
    planned: planDialogue(config, ANSWER_TOKENS, (item, of) => {
      const typical = Math.round(TYPICAL.perReference * of(item.task.reference)) + TYPICAL.around
      return { messages: messagesOf(item).map((message) => ({ tokens: of(message), typical })) }
    }),
    body: async (item, { dialogue, expect, record }) => {
      const { task, form } = item
      const messages = messagesOf(item)
      let early = 0
      for (const [index, message] of messages.entries()) {
        const isLast = index === messages.length - 1
        const { assistant } = await dialogue.ask(message, {
          maxTokens: ANSWER_TOKENS,
          temperature: 1,
          reference: isLast ? task.reference : WAITS,
          ...(form === 'sharded' && { simulation: { lost: isLast ? LOST : wrongAnswer(task) } }),
        })
        if (!isLast && isAttempt(task, assistant)) early += 1
      }
      if (form === 'sharded') record('premature_turns', early)
      await expect(dialogue).toPassRubric(shardedRubric(task))
    },
  }
}

/** What the user says, one message a turn. */
export function messagesOf({ form, task: { full, shards } }: ShardedItem): readonly string[] {
  switch (form) {
    case 'full':
      return [full]
    case 'concat':
      return [`Here is all that I need, point by point. Please do it with every point in mind.\n\n${points(shards)}`]
    case 'recap':
      return [...shards, `Once more, this is all that I have said:\n\n${points(shards)}\n\nPlease do it now with every point in mind.`]
    case 'snowball':
      return shards.map((shard, index) =>
        index === 0 ? shard : `What I have said so far:\n\n${points(shards.slice(0, index))}\n\nAnd now:\n\n${shard}`,
      )
    default:
      return shards
  }
}

function points(shards: readonly string[]): string {
  return shards.map((shard) => `- ${shard}`).join('\n')
}

/**
 * The rubric of a task: each demand is a point. The same for all forms. A reply without the form of an answer gets none. Where a reply
 * may be read in several ways, the one that meets most counts.
 */
export function shardedRubric(task: ShardedTask): ProgrammaticRubric {
  const reference = new Reading(task.reference)
  const grade = (reply: string) =>
    readingsOf(task, reply)
      .map((reading) => gradeReading(task, reading, reference))
      .reduce((best, one) => (one.total > best.total ? one : best))
  return {
    points: task.demands.map(({ name, weight }) => ({ name, weight })),
    grade,
    explain: (reply, { points }) => {
      const formed = readingsOf(task, reply).some((reading) => hasForm(task, reading))
      const why = (check: object) => (formed ? `looked for ${inWords(check)}` : 'the reply has not the form of an answer')
      return {
        asked: task.full,
        expected: `for instance ${task.reference}`,
        received: reply,
        evidence: Object.fromEntries(task.demands.flatMap(({ name, check }) => (points[name] === 1 ? [] : [[name, why(check)]]))),
      }
    },
  }
}

/** What a check looks for: `label Pay, amount 383`. */
function inWords(check: object): string {
  const words = Object.entries(check).map(([kind, value]) => [kind, typeof value === 'string' ? value : JSON.stringify(value)])
  return words.map((pair) => pair.filter((word) => word !== '').join(' ')).join(', ')
}

/** The points of a reply read in one way. */
function gradeReading(task: ShardedTask, reading: Reading, reference: Reading): Grade {
  const saysTotal = /\btotals?\b/i.test(task.full)
  const formed = hasForm(task, reading)
  const points = Object.fromEntries(
    task.demands.map(({ name, check }) => [name, formed && meets(check, reading, reference, saysTotal) ? 1 : 0]),
  )
  const earned = sum(task.demands.map(({ name, weight }) => weight * (points[name] ?? 0)))
  return { points, total: earned / sum(task.demands.map(({ weight }) => weight)) }
}

/** What a wrong answer of the right form gets, under the names of an item's scores. */
export function shardedFloor(task: ShardedTask): Readonly<Record<string, number>> {
  return { total: shardedRubric(task).grade(wrongAnswer(task)).total }
}

/** Longest reply that a text is looked for in, in characters: no answer of so many tokens is longer. */
const LONGEST = 200_000

/**
 * The readings of a reply: without what it wears, or for a task that asks for a text one for each text that the reply may be taken to
 * hand over.
 */
export function readingsOf({ kind, demands }: Pick<ShardedTask, 'kind' | 'demands'>, reply: string): Reading[] {
  const isText = isTextKind(kind)
  const bare = answerReadings(reply, isText).flatMap(({ text, beside }) => (beside === '' ? [text] : []))
  if (!isText || reply.length > LONGEST) return bare.map((text) => new Reading(text))
  const [salutation] = demands.flatMap(({ check }) => ('starts' in check && check.starts?.endsWith(',') ? [check.starts] : []))
  const texts = bare.flatMap(writtenTexts).flatMap((text) => [text, ...(salutation ? withoutHeading(text, salutation) : [])])
  return [...new Set(texts)].map((text) => new Reading(reply, text))
}

/** A letter without the one line above its salutation, such as a heading or a subject. */
function withoutHeading(text: string, salutation: string): string[] {
  const [heading = '', ...rest] = text.split('\n')
  const letter = rest.join('\n').trimStart()
  return heading.length <= LONGEST_HEADING && letter.startsWith(salutation) ? [letter] : []
}

/** In characters. */
const LONGEST_HEADING = 80

/**
 * Opens the tasks in the forms that the options ask for, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder with `sharded/tasks.jsonl` of one's own.
 * @throws HoldfastError where there is no such file, a line does not fit, two tasks have one id, or nothing is left.
 */
export function openItems(data: string, { forms, kinds, levels }: ShardedOptions) {
  const bundled = isBundled(data)
  const file = bundled ? join(packageRoot, 'fixtures', 'sharded', 'tasks.jsonl') : join(data, 'sharded', 'tasks.jsonl')
  if (!existsSync(file)) {
    throw dataError(`Failed to read HOLDFAST_DATA: no file ${file}. Put your tasks there, or use bundled.`)
  }
  const all: ShardedTask[] = readAllLines(file, taskSchema)
  const tasks = all.filter(({ kind, level }) => kinds.includes(kind) && levels.includes(level))
  if (tasks.length === 0) {
    throw configError(`Failed to open sharded: ${file} has no task of the kinds and levels asked for. Ask for more of them.`)
  }
  // Of the bundled tasks the hash is of what is asked: how it is scored has a version of its own.
  const asked = all.map(({ demands: _demands, ...task }) => task)
  return {
    tasks,
    items: itemsOf(tasks, forms),
    source: bundled ? 'bundled' : 'own tasks',
    ...(bundled && { version: bundledVersion(data, 1) }),
    sha256: jsonHash(bundled ? asked : all),
  }
}
