import { sum } from '../src/core/base/collections.ts'
import { HoldfastError, usageError } from '../src/core/base/errors.ts'
import { mean } from '../src/core/base/mean.ts'
import { Dialogue, STAND_IN, type Turn } from '../src/judging/dialogue/dialogue.ts'
import { rubricMessage } from '../src/judging/rubric/message.ts'
import {
  type Controls,
  type Explanation,
  type Grade,
  type JudgedSubject,
  type Rubric,
  type Verdict,
  writtenCriterion,
} from '../src/judging/rubric/rubric.ts'
import type { Model } from '../src/models/model.ts'
import { NOT_RECORDED } from '../src/models/recordedCalls.ts'
import { contentText } from '../src/models/transport.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'

/** Judges what a matcher is applied to, in the scope of its test. */
export type Judge<Args extends unknown[]> = (scope: TestScope | undefined, received: unknown, ...args: Args) => Promise<Verdict>

/** Room for rounding when a total is compared with its threshold. */
export const TOLERANCE = 1e-6

/** The error of a matcher that is used wrongly: why, and what to do. */
export function misuse(matcher: string, reason: string): HoldfastError {
  return usageError(`Failed to apply ${matcher}: ${reason}`)
}

/** Whether a matcher was given a rubric: in JavaScript it may be given anything. */
export function isRubric(value: unknown): value is Rubric {
  return Array.isArray((value as Partial<Rubric> | null | undefined)?.points)
}

/** The dialogue a matcher is applied to. Throws HoldfastError for anything else. */
export function readDialogue(matcher: string, received: unknown): Dialogue {
  if (received instanceof Dialogue) return received
  throw misuse(matcher, `expected a dialogue, received ${described(received, 'Pass the dialogue of the test.')}`)
}

/**
 * What a matcher is applied to: a text, a model's answer, or a dialogue, whose last answer counts. Throws HoldfastError for anything else,
 * for a dialogue without a turn, and for a simulated model's answer to a turn without a reference.
 */
export function readSubject(matcher: string, received: unknown): Omit<JudgedSubject, 'reference'> {
  const answer = typeof received === 'object' && received !== null && 'content' in received ? received.content : received
  if (typeof answer !== 'string')
    throw misuse(matcher, `expected a text, an answer or a dialogue, received ${described(received, 'Pass what the model answered.')}`)
  if (answer === STAND_IN) {
    const advice = "Give ask or refute a reference, as { reference: '…' }."
    throw misuse(matcher, `the model is simulated and the turn has no reference answer. ${advice}`)
  }
  if (!(received instanceof Dialogue)) return { conversation: [], answer }
  // An empty answer scores nothing; where nobody was asked there is nothing to score.
  if (received.turns.length === 0) throw misuse(matcher, 'the dialogue has no turn yet. Call dialogue.ask(...) first.')
  const messages = received.messages().slice(0, -1)
  return { conversation: messages.map(({ role, content }) => ({ role, content: contentText(content) })), answer }
}

/** What was given to a matcher in place of its subject, and what to do. */
function described(received: unknown, advice: string): string {
  const isThenable = typeof received === 'object' && received !== null && 'then' in received && typeof received.then === 'function'
  return isThenable ? 'a Promise. Await it first: expect(await …).' : `${received === null ? 'null' : typeof received}. ${advice}`
}

/** The line of a message that says whether what is broken is known, as `dialogue.recall` found; none for an objection that nobody asked about. */
export function recallLine({ kind, recalled }: Pick<Turn, 'kind' | 'recalled'>): string[] {
  if (recalled === undefined)
    return kind === 'instruction' ? ['  recall    not asked: dialogue.recall(check) before the matcher says whether it is known'] : []
  return [`  recall    ${recalled ? 'known and broken' : 'forgotten'}`]
}

/** What answers of which the truth is known tell about the judge, in a scored item that is to have them: of a panel the mean of its models. */
export async function scoresOfControls(scope: TestScope | undefined, controls: Controls | undefined) {
  const { judge, controlled } = scope?.judging ?? {}
  if (!controls || !scope?.scored || !judge || !controlled) return {}
  const told: Readonly<Record<string, number>>[] = []
  for (const member of membersOf(judge())) {
    try {
      told.push(await controls(member, controlled === 'few'))
    } catch (error) {
      // Nobody asked for these: a recording may be older than they are, and what an item lacks must not cost it its verdict.
      if (!(error instanceof HoldfastError) || controlled !== 'few' || error.code === 'ABORTED' || error.code === 'USAGE') throw error
      if (error.code !== NOT_RECORDED) told.push({ control_unscored: 1 })
    }
  }
  const names = new Set(told.flatMap((scores) => Object.keys(scores)))
  // A model that could not be measured says nothing of the others.
  return Object.fromEntries([...names].map((name) => [name, mean(told.flatMap((scores) => scores[name] ?? []))]))
}

/** The scope of an item in which no known answers go through the judge. */
export function withoutControls(scope: TestScope | undefined): TestScope | undefined {
  return scope && Object.create(scope, { judging: { value: { ...scope.judging, controlled: undefined } } })
}

/** Each model of a panel as a judge by itself: its call is the first vote that it has. */
function membersOf(judge: Model): Model[] {
  const { members = [judge.name], ...alone } = judge
  return [...new Set(members)].map((member) => {
    const vote = members.indexOf(member)
    return {
      ...alone,
      name: member,
      note: (trace) => judge.note?.(trace, vote),
      ask: (prompt, options) => judge.ask(prompt, { ...options, vote }),
    }
  })
}

/** What is found of an answer, passed or not. */
interface Found extends Omit<Verdict, 'neutral' | 'lost' | 'message'> {
  /** Scores that say nothing about how good the answer is. */
  readonly figures?: Readonly<Record<string, number>>
  /** The message that `not` fails with. */
  readonly otherwise: string
}

/** A matcher's verdict. What passed has lost nothing. */
export function verdictOf({ figures = {}, otherwise, ...found }: Found, failure: () => Pick<Verdict, 'lost' | 'criteria' | 'message'>) {
  return {
    ...found,
    scores: { ...found.scores, ...figures },
    neutral: Object.keys(figures),
    ...(found.passed ? { lost: {}, message: otherwise } : failure()),
  }
}

/** The verdict on an answer that was graded by points. `verb`: what it is to do; `least`: the threshold as the message has it. Where `rubric` has `grade` no judge decides. */
export function gradedVerdict(
  verb: string,
  rubric: Pick<Rubric, 'points'> & { readonly grade?: unknown },
  grade: Grade,
  explain: () => Explanation,
  found: Found,
  least: number = found.threshold,
): Verdict {
  return verdictOf(found, () => {
    const { points } = rubric
    const weights = sum(points.map(({ weight }) => weight))
    const lossy = points.flatMap(({ name, title = name, ...point }) => {
      const share = (point.weight * (1 - (grade.points[name] ?? 0))) / weights
      return share > 1e-9 ? [{ title, share, point }] : []
    })
    return {
      lost: Object.fromEntries(lossy.map(({ title, share }) => [title, share])),
      criteria: Object.fromEntries(lossy.map(({ title, point }) => [title, writtenCriterion(point, 'grade' in rubric)])),
      message: rubricMessage(verb, rubric, grade, least, explain()),
    }
  })
}
