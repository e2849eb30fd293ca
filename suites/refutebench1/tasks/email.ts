import { z } from 'zod'
import { formatTemplate } from '../../../src/kit.ts'
import { checkEmail } from '../checks/email.ts'
import { followsInEmail } from '../checks/strict.ts'
import { CHECKERS, type Checker } from '../names.ts'
import type { Draw, Script, Step } from '../script.ts'

const text = z.string().min(1)
const texts = z.array(text).nonempty().readonly()

/** What can be demanded of the answer to a query. */
export const emailSlot = z.strictObject({
  checker: z.enum(CHECKERS),
  choices: texts,
  /** With `{choice}`. */
  prompt: text,
})

type EmailSlot = z.output<typeof emailSlot>

/** What an e-mail of a simulated model is made of. */
export const emailDraft = z.strictObject({
  subject: text,
  /** `Dear Ann,` */
  opening: text,
  sentences: texts,
  /** Sentences for e-mails that must be longer. */
  more: z.array(text).default([]),
  closing: text,
  /** The whole e-mail in other languages, where one is demanded. */
  languages: z.record(text, text).default({}),
})

/** What an e-mail of a simulated model is made of. */
export type EmailDraft = z.output<typeof emailDraft>

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
        strict: (email) => followsInEmail(checker, choice, email),
      }
    },
    expected: (query, made) =>
      made
        .filter((feedback) => feedback.query < query)
        .map((feedback) => {
          const { check, strict, demand } = feedback
          return { feedbacks: [feedback], demanded: said(feedback.query, demand.choice), check, strict }
        }),
    reply(query, kept) {
      const demands = kept.map(({ demand }) => demand)
      return composeEmail(drafts[query] as EmailDraft, demands)
    },
  }
}

/** One thing that is demanded of an e-mail. */
interface EmailDemand {
  readonly checker: Checker
  readonly choice: string
}

/** The e-mail that meets some demands. A later demand of one kind takes the place of an earlier one. */
export function composeEmail(draft: EmailDraft, demands: readonly EmailDemand[]): string {
  const chosen = (checker: Checker) => demands.findLast((demand) => demand.checker === checker)?.choice
  const translated = draft.languages[chosen('response_language') ?? '']
  if (translated !== undefined) return translated
  const greeting = chosen('greetings')
  const compose = (sentences: readonly string[]) =>
    [
      ...titleLines(draft.subject, chosen('title')),
      ...(greeting === undefined ? [] : [/[.,!]$/.test(greeting) ? greeting : `${greeting}.`]),
      draft.opening,
      sentences.join(' '),
      chosen('signature') ?? draft.closing,
    ].join('\n\n')
  const length = chosen('sentence')
  if (length === undefined) return compose(draft.sentences)
  const pool = [...draft.sentences, ...draft.more]
  // Longer and longer, or shorter and shorter, until it is as demanded.
  const counts = pool.map((_, index) => index + 1)
  const tried = length.startsWith('less than') ? counts.filter((count) => count <= draft.sentences.length).reverse() : counts
  const emails = tried.map((count) => compose(pool.slice(0, count)))
  return emails.find((email) => checkEmail('sentence', length, email)) ?? compose(draft.sentences)
}

function titleLines(subject: string, choice: string | undefined): string[] {
  if (choice === undefined) return [`Subject: ${subject}`]
  return [choice.includes('angular') ? `<<${subject}>>` : `**${subject}**`]
}
