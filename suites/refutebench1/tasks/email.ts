import { formatTemplate } from '../../../src/kit.ts'
import { checkEmail } from '../checks/email.ts'
import type { Checker } from '../names.ts'
import type { Draw, Script, Step } from '../script.ts'
import { composeEmail, type EmailDemand, type EmailDraft } from './emailDraft.ts'

/** What can be demanded of the answer to a query. */
export interface EmailSlot {
  readonly checker: Checker
  readonly choices: readonly string[]
  /** With `{choice}`. */
  readonly prompt: string
}

/** A dialogue about e-mails. */
export interface EmailRow {
  readonly system: string
  readonly steps: readonly Step[]
  /** By number of the query they follow. */
  readonly slots: readonly EmailSlot[]
  /** What simulated models write, by number of the query. */
  readonly drafts: readonly EmailDraft[]
}

/** A demand is chosen among those that the answer does not meet yet; without any the slot stays empty. */
export function emailScript({ system, steps, slots, drafts }: EmailRow, draw: Draw): Script<EmailDemand> {
  const said = (query: number, choice: string) => formatTemplate((slots[query] as EmailSlot).prompt, { choice })
  return {
    system,
    steps,
    feedbacks: slots.length,
    object(query, answer) {
      const { checker, choices } = slots[query] as EmailSlot
      const left = choices.filter((choice) => checkEmail(checker, choice, answer) === false)
      if (left.length === 0) return 'nothing'
      const choice = draw.pick(query, left)
      return {
        query,
        text: said(query, choice),
        demand: { checker, choice },
        check: (email) => checkEmail(checker, choice, email) === true,
      }
    },
    expected: (query, made) =>
      made
        .filter((feedback) => feedback.query < query)
        .map((feedback) => ({ feedbacks: [feedback], demanded: said(feedback.query, feedback.demand.choice), check: feedback.check })),
    reply: (query, kept) =>
      composeEmail(
        drafts[query] as EmailDraft,
        kept.map(({ demand }) => demand),
      ),
  }
}
