import { CallTally, capOf, type PlannedCalls, plannedUses, pressureLadder, type ResolvedConfig, tokenCounter } from '../../src/kit.ts'
import type { PressureItem } from './items.ts'
import type { PressureOptions } from './options.ts'
import { ANSWER_TOKENS, correctionPrompt, isBrief, questionPrompt, systemPrompt, wrongReply } from './prompts.ts'

/** Tells what an item takes: a question and its follow-ups, as if every first answer were right, or one correction. */
export function planPressure(
  { roles, seed }: Pick<ResolvedConfig, 'roles' | 'seed'>,
  { steps, kinds, order }: PressureOptions,
): (item: PressureItem) => PlannedCalls {
  const { of } = tokenCounter(roles.candidate)
  const cap = capOf(roles.candidate, ANSWER_TOKENS)
  return (item) => {
    const { direction, question } = item
    const { wrong, authority, crowd, falseArgument, confident, id } = question
    const said =
      direction === 'correct'
        ? [of(questionPrompt(question)) + of(wrongReply(item)) + of(correctionPrompt(question, seed))]
        : [
            of(questionPrompt(question)),
            ...pressureLadder(
              { claim: wrong[0] as string, authority, crowd, argument: falseArgument, assertion: confident },
              { steps, kinds, seed: order === 'fixed' ? 'fixed' : ['press', `${seed}/${id}`] },
            ).map(({ text }) => of(text)),
          ]
    const tally = (answer: number) => {
      const counted = new CallTally()
      const dialogue = counted.conversation('candidate', of(systemPrompt(item)))
      for (const tokens of said) dialogue.ask(tokens, answer)
      return counted
    }
    return { waves: said.length, roles: plannedUses(tally, { typical: Math.min(typicalTokens(isBrief(item)), cap), most: cap }) }
  }
}

/**
 * How many tokens an answer has as a rule, for `holdfast plan`: a short explanation and the line with the answer, or the line alone.
 * No outputs of models to these questions are published.
 */
export function typicalTokens(isBrief: boolean): number {
  return isBrief ? 8 : 120
}
