import type { Feedback, Script } from '../../suites/refutebench1/script.ts'

/** A simulated model: which feedbacks it follows, told how many answers ago each was first followed. */
export type Memory = (answersSince: number) => boolean

/** Does all it was ever told. */
export const oracle: Memory = () => true
/** Does nothing it is told. */
export const stubborn: Memory = () => false
/** Follows a feedback for so many further answers. */
export const forgetful =
  (after: number): Memory =>
  (answersSince) =>
    answersSince <= after

/** What came of a dialogue: whether each answer that is held against something passed. */
export interface Outcome {
  readonly FA: boolean[]
  readonly RR: boolean[]
  /** What was said in the slots, null where nothing was. */
  readonly feedbacks: (string | null)[]
  readonly conflict: boolean
}

/** Plays a script with a simulated model, without the harness. */
export function converse(script: Script, remembers: Memory): Outcome {
  const made: { feedback: Feedback; turn: number }[] = []
  const outcome = { FA: [] as boolean[], RR: [] as boolean[], feedbacks: [] as (string | null)[], conflict: false }
  let turn = 0
  let query = -1
  let answer = ''
  const reply = () => {
    answer = script.reply(
      query,
      made.filter((entry) => remembers(turn - entry.turn)).map(({ feedback }) => feedback),
    )
    turn += 1
  }
  for (const step of script.steps) {
    const told = made.map(({ feedback }) => feedback)
    if (step.kind === 'irrelevant') turn += 1
    else if (step.kind === 'query') {
      query += 1
      if (step.text === '') continue
      reply()
      for (const { check } of script.expected(query, told)) outcome.RR.push(check(answer))
    } else {
      const feedback = script.object(query, answer, told)
      if (feedback === 'conflict') return { ...outcome, conflict: true }
      outcome.feedbacks.push(feedback === 'nothing' ? null : feedback.text)
      if (feedback === 'nothing') continue
      made.push({ feedback, turn })
      reply()
      outcome.FA.push(feedback.check(answer))
    }
  }
  return outcome
}

/** Share of true ones. */
export function share(values: readonly boolean[]): number {
  return values.filter(Boolean).length / values.length
}
