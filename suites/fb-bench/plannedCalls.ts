import { CallTally, capOf, type PlannedCalls, plannedUses, type ResolvedConfig, tokenCounter } from '../../src/kit.ts'
import { answerCap } from './answerCap.ts'
import { conversationTexts } from './givenTurns.ts'
import type { FbItem } from './items.ts'
import { VERDICT_TOKENS } from './judge/judgeAnswer.ts'
import { judgePrompt } from './judge/prompt.ts'
import type { FbBenchOptions } from './options.ts'

/**
 * How long answers are as a rule, for `holdfast plan`.
 *
 * An answer is as long as the first one of its item, and a fifth longer: second answers of twelve models to official items have
 * 450 tokens on average, first ones 380 (`replay/*.jsonl.gz` of the official data, docs/suites/fb-bench.md). A verdict of the
 * judge has 88 tokens for each criterion, by the 7,092 stored judgements of the same models. Counted in o200k_base.
 */
export const TYPICAL = { answerPerFirst: 1.2, verdictPerCriterion: 88 } as const

/** Most answers of which the verdict is known, per item. */
const CONTROLS = 5

/** Tells what an item takes: the answer and its verdicts, and those to the query alone where that is asked too. */
export function planFbBench(
  { roles, votes, controls }: Pick<ResolvedConfig, 'roles' | 'votes' | 'controls'>,
  options: Pick<FbBenchOptions, 'control'>,
  withReference: boolean,
): (item: FbItem) => PlannedCalls {
  const candidate = tokenCounter(roles.candidate)
  const judge = tokenCounter(roles.judge)
  const cap = answerCap(roles.candidate)
  return (item) => {
    const [query, first] = [item.query, item.firstResponse].map((text) => candidate.of(text)) as [number, number]
    const conversation = conversationTexts(item).reduce((sum, text) => sum + candidate.of(text), 0)
    // All of the judge's prompt but the answer.
    const asked = (singleTurn: boolean) => judge.of(judgePrompt({ item, answer: '', singleTurn, withReference }))
    const tally = ({ answer, verdict }: { answer: number; verdict: number }) => {
      const counted = new CallTally().add('candidate', conversation, answer).add('judge', asked(false) + answer, verdict, votes)
      if (options.control) counted.add('candidate', query, answer).add('judge', asked(true) + answer, verdict, votes)
      return counted.add('judge', asked(false) + answer, verdict, controls * CONTROLS)
    }
    return {
      // The votes for an answer follow one another, and so do the answers of which the verdict is known.
      waves: (options.control ? 2 : 1) * (1 + votes) + (controls > 0 ? CONTROLS : 0),
      roles: plannedUses(tally, {
        typical: {
          answer: Math.min(Math.round(TYPICAL.answerPerFirst * first), capOf(roles.candidate, cap(item))),
          verdict: TYPICAL.verdictPerCriterion * item.checklist.length,
        },
        most: { answer: capOf(roles.candidate, cap(item)), verdict: capOf(roles.judge, VERDICT_TOKENS) },
      }),
    }
  }
}
