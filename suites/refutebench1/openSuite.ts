import {
  type BenchmarkContext,
  Dialogue,
  type OpenSuite,
  type PlannedMessage,
  planDialogue,
  type SuiteRun,
  type Turn,
} from '../../src/kit.ts'
import { withoutEcho } from './checks/strict.ts'
import { ANSWER_TOKENS, type HeldDialogue, holdDialogue } from './holdDialogue.ts'
import type { Rb1Item } from './items.ts'
import { CHECKERS, NCS, type Rb1Task, type Refutebench1Options, TASK_TITLES, TASKS } from './names.ts'
import { openItems } from './openItems.ts'
import { cutRefutebench1, refutebench1Parts } from './parts.ts'
import { FULFILLED, feedbackName, responseName, STRICT } from './ratingNames.ts'
import type { Expectation, Feedback, Script } from './script.ts'

/**
 * How many tokens an answer has as a rule, for `holdfast plan`. No outputs of models are published. A translation is about as long
 * as its sentence, which has 28 tokens in the bundled data and 43 in the official; a question is to be answered without
 * anything else; an e-mail is short. What is talked about in between has references of 18 tokens, and models say more.
 */
export const TYPICAL_TOKENS: Readonly<Record<Rb1Task | 'irrelevant', number>> = { mt: 45, email: 150, qa: 8, irrelevant: 60 }

/** What a slot says where a reference answer leaves nothing to object to, as one of a model may. */
const FEEDBACK_TOKENS = 25

/** What the user says, with the feedback that a reference answer gets. */
function messagesOf({ task, script }: Rb1Item, of: (text: string) => number): PlannedMessage[] {
  const typical = TYPICAL_TOKENS[task]
  const made: Feedback[] = []
  let query = -1
  let feedbacks = 0
  return script.steps.flatMap((step): PlannedMessage[] => {
    if (step.kind === 'irrelevant') return [{ tokens: of(step.text), typical: TYPICAL_TOKENS.irrelevant }]
    if (step.kind === 'query') {
      query += 1
      return step.text === '' ? [] : [{ tokens: of(step.text), typical }]
    }
    if (feedbacks === script.feedbacks) return []
    feedbacks += 1
    const found = script.object(query, script.reply(query, made), made)
    if (typeof found === 'string') return [{ tokens: FEEDBACK_TOKENS, typical }]
    made.push(found)
    return [{ tokens: of(found.text), typical }]
  })
}

/** Opens RefuteBench 1.0 for a run. */
export async function openRefutebench1({ config, options }: SuiteRun<Refutebench1Options>): Promise<OpenSuite<Rb1Item>> {
  const { items, leftOut, ...data } = await openItems(config.data, options, config.seed)
  return {
    items,
    task: ({ task }) => task,
    tags: ({ kind, nc, pair, checker, script }) => ({
      kind,
      nc,
      slots: script.steps.filter((step) => step.kind === 'slot').length,
      ...(pair && { pair }),
      ...(checker && { checker }),
      ...(options.targets === 'random' && { targets: 'random' }),
    }),
    clusters: ({ row }) => ({ row }),
    stratum: ({ kind, nc, pair }) => [kind, nc, ...(pair === undefined ? [] : [pair])].join(' '),
    threshold: 1,
    // The same whatever is asked or demanded: what is objected to once is still missing later.
    wrong: () => 'The harbour was empty when the ferry came in.',
    floor: ({ script }) => echoRatings(script),
    parts: refutebench1Parts,
    cut: cutRefutebench1,
    freeTurns: false,
    data,
    leftOut,
    notes: () => [
      'lexical checks, no judge',
      ...(options.targets === 'random' ? ['words are to be translated as what is no translation of them'] : []),
    ],
    display: () => ({
      beside: [
        { key: 'FA', label: 'feedback accepted (FA)' },
        { key: 'RR_given_FA', label: 'kept where accepted' },
        { key: 'strict.RR', label: 'strict: kept later' },
        { key: 'strict.FA', label: 'strict: accepted' },
      ],
      taskKeys: Object.fromEntries(TASKS.map((task) => [task, `${task}.RR`])),
      rows: [
        {
          label: 'kept when',
          text: 'asked the same again (memory) or another query it applies to (generalization), nc: after so many irrelevant queries; multi: feedback on several answers',
        },
        ...TASKS.flatMap((task) => [
          { label: TASK_TITLES[task], keys: [`${task}.FA`, `${task}.multi.nc0.RR`] },
          { label: '… same query again', keys: NCS.map((nc) => `${task}.memory.nc${nc}.RR`) },
          { label: '… another query', keys: NCS.map((nc) => `${task}.generalization.nc${nc}.RR`) },
        ]),
        { label: 'e-mails', keys: CHECKERS.map((checker) => `email.checker.${checker}.RR`) },
        { label: 'by strict checks', keys: ['strict.FA', 'strict.RR', 'strict.RR_given_FA'] },
        { label: 'no feedback', keys: TASKS.flatMap((task) => [`${task}.skipped`, `${task}.conflicts`]) },
      ],
    }),
    planned: planDialogue(config, ANSWER_TOKENS, (item, of) => ({ opening: of(item.script.system), messages: messagesOf(item, of) })),
    planNotes: () => ['what is objected to depends on the answers: there may be fewer calls'],
    body: async ({ script }, context) => {
      const held = await holdDialogue(script, context.dialogue)
      await rate(script, held, context)
    },
  }
}

/** The ratings of a model that repeats every message, as `sim:echo` does: the checks look for words that the feedback has. */
function echoRatings(script: Script): Record<string, number> {
  const made: Feedback[] = []
  const ratings: Record<string, number> = {}
  const rating = (name: string, passed: boolean) => {
    ratings[name] = passed ? FULFILLED : 1
  }
  let [query, text] = [-1, '']
  for (const step of script.steps) {
    if (step.kind === 'query') {
      query += 1
      text = step.text
      for (const { feedbacks, check } of script.expected(query, made)) rating(responseName(feedbacks, query), check(text))
    } else if (step.kind === 'slot') {
      const found = script.object(query, text, made)
      if (typeof found === 'string') continue
      made.push(found)
      rating(feedbackName(query), found.check(found.text))
    }
  }
  return ratings
}

/**
 * Rates a dialogue by 2.0's matchers with lexical checks in place of a judge: every answer to a feedback by what that
 * demands (FA), and every answer to a later query it applies to by what it demands there (RR). Each has a strict score beside it.
 */
export async function rate(
  script: Script,
  held: HeldDialogue,
  { dialogue, expect, record }: Pick<BenchmarkContext, 'dialogue' | 'expect' | 'record'>,
): Promise<void> {
  const { made } = held
  // A feedback that opens its dialogue was asked like a question.
  const turns = dialogue.turns.map((turn, at): Turn => (made.some((one) => one.turn === at) ? { ...turn, kind: 'refutation' } : turn))
  const told = new Dialogue(undefined, turns)
  const strictly = (name: string, turn: number, { strict }: Pick<Feedback, 'strict'>, given: readonly Feedback[]) => {
    const said = given.map(({ text }) => text)
    record(`${STRICT}${name}`, Number(strict(withoutEcho(turns[turn]?.assistant ?? '', said))))
  }
  for (const [index, feedback] of made.entries()) {
    const name = feedbackName(feedback.query)
    await expect(told).toSatisfyRefutation({ name, objection: index, threshold: FULFILLED })
    strictly(name, feedback.turn, feedback, [feedback])
  }
  for (const { query, turn } of held.asked) {
    for (const expectation of script.expected(query, made)) {
      const index = made.findLastIndex((feedback) => expectation.feedbacks.includes(feedback))
      const at = made[index]?.turn ?? 0
      const name = responseName(expectation.feedbacks, query)
      await expect(upTo(turns, turn, at, expectation)).toRetainAfterTurns(turn - at, { name, objection: index, threshold: FULFILLED })
      strictly(name, turn, expectation, expectation.feedbacks)
    }
  }
  if (held.skipped > 0) record('skipped', held.skipped)
}

/** The dialogue up to the answer to a query, which is held against what the feedback demands there. */
function upTo(turns: readonly Turn[], turn: number, feedbackTurn: number, { demanded, check }: Expectation): Dialogue {
  const until = turns.slice(0, turn + 1).map((entry, at) => (at === feedbackTurn ? { ...entry, user: demanded, check } : entry))
  return new Dialogue(undefined, until)
}
