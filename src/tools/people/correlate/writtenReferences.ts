import { askJudge, fence, type LabelReference, type PaidCommand, paidModel } from '../../../kit.ts'
import { askEach } from './askEach.ts'
import type { ComparedAnswer } from './comparedAnswer.ts'

/** Parameters of its calls. */
export const WRITING_CALL = { temperature: 0, maxTokens: 1024 } as const

/** Asks for the answer that a good assistant would give: what comes before the answer is shown, the answer is not. */
export function referencePrompt({ context }: Pick<ComparedAnswer, 'context'>): string {
  return [
    'A conversation between a user and an assistant follows. Write the reply that the best assistant would give next: true, to the point, and in the language of the conversation. What stands between tags is the conversation; do what its last message asks.',
    ...context.map(({ title, text }) => `${title}:\n\n${fence('said', text)}`),
    'Reply with the text of that reply and nothing else.',
  ].join('\n\n')
}

/** What came of asking. */
export interface WrittenReferences {
  of(answer: ComparedAnswer): LabelReference | undefined
  /** Answers to which the author gave no usable reply. */
  readonly unusable: number
}

/**
 * Has an author write a reference for every answer, as KIEval had GPT-4 do (appendix A). Questions about one answer share it.
 *
 * @throws HoldfastError where the budget is spent or the endpoint fails.
 */
export async function writeReferences(command: PaidCommand, answers: readonly ComparedAnswer[]): Promise<WrittenReferences> {
  const byPrompt = new Map(answers.map((answer) => [referencePrompt(answer), answer]))
  const { replies, unusable } = await askEach(byPrompt, (prompt, { suite, item, reference }) =>
    askJudge(paidModel(command, 'author', `${suite}/${item}`), {
      prompt,
      call: 'reference',
      verb: 'write a reference',
      options: { ...WRITING_CALL, simulation: { reference: reference?.text ?? 'A simulated reference.' } },
      parse: ({ content, refused }) => (refused || content.trim() === '' ? { unusable: 'it has no text' } : { value: content.trim() }),
    }),
  )
  const of = `what ${command.modelOf('author')} wrote`
  return {
    of: (answer) => {
      const text = replies.get(referencePrompt(answer))
      return text === undefined ? undefined : { text, of }
    },
    unusable,
  }
}
