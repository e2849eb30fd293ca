import type { Order, Pair } from './pair.ts'
import { debatePrompt, type PromptParts } from './prompts.ts'
import { askVerdict, majorityVerdict, type PairJudge, type PairVerdict } from './verdict.ts'

/** The referees in the order they speak. An odd number, so that their votes decide. */
const REFEREES = [
  {
    name: 'public',
    speaker: 'Member of the public',
    persona: 'You speak for ordinary readers: was what they asked for done, so that they can use it?',
  },
  {
    name: 'critic',
    speaker: 'Critic',
    persona: 'You are a strict critic: look for what was asked and not done, for mistakes, and for what only looks good.',
  },
  { name: 'checker', speaker: 'Fact checker', persona: 'You check facts, numbers and every single constraint of the instruction.' },
] as const

const ROUNDS = 2
const MAX_TOKENS = 300

/**
 * ChatEval (Chan et al., 2023) as LLMBar's paper describes it: referees take turns, each hearing all that was said before,
 * over two rounds; the majority of their last verdicts decides. The official code has none of it: docs/decisions/0004.
 */
export async function debate(
  judge: PairJudge,
  pair: Pair,
  order: Order,
  parts: PromptParts,
  simulatedWinner: 1 | 2 | undefined,
): Promise<PairVerdict> {
  const said: { speaker: string; text: string }[] = []
  const verdicts: PairVerdict[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { name, speaker, persona } of REFEREES) {
      const messages = debatePrompt(pair, order, parts, persona, said)
      const call = `${order}-${round}-${name}`
      const verdict = await askVerdict(judge, { call, order, messages, form: 'phrase', maxTokens: MAX_TOKENS, simulatedWinner })
      said.push({ speaker, text: verdict.text })
      verdicts.push(verdict)
    }
  }
  return majorityVerdict(verdicts.slice(-REFEREES.length))
}
