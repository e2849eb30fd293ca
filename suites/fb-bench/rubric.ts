import type { JudgedGrade, JudgedRubric } from '../../src/kit.ts'
import type { FbItem } from './items.ts'
import { judgeControls } from './judge/controls.ts'
import { judgeAnswer } from './judge/judgeAnswer.ts'
import { type StrictRule, strictScore } from './scoring/strict.ts'

/** Which answer of an item is judged, and how. */
export interface FbRubricOptions {
  readonly withReference: boolean
  /** What decides response maintenance by strict rules. Default: the first criterion. */
  readonly strict?: StrictRule | undefined
  /** Judge the answer to the query alone, under the score names `control` and `strict_control`. */
  readonly singleTurn?: boolean
}

/**
 * An item's checklist in the hands of a judge, by the official protocol. The item has one point, its score: the judge's
 * own keys and weights decide it (docs/suites/fb-bench.md, R4), so criteria cannot be points of their own.
 */
export function fbRubric(item: FbItem, { withReference, strict, singleTurn = false }: FbRubricOptions): JudgedRubric {
  const suffix = singleTurn ? 'control' : 'score'
  return {
    points: [{ name: suffix, weight: 1, title: singleTurn ? 'criteria, query alone' : 'criteria' }],
    // The control is a figure beside the score: it cannot fail an item.
    threshold: singleTurn ? 0 : 1,
    recordOnly: singleTurn,
    controls: singleTurn ? undefined : (judge) => judgeControls(judge, item, withReference),
    async judged({ answer }, judge, votes): Promise<JudgedGrade> {
      const call = singleTurn ? 'verdict-control' : 'verdict'
      const judgement = await judgeAnswer(judge, { item, answer, singleTurn, withReference }, votes, call)
      const { entries, refused, agreement, doubt } = judgement
      // Bundled items say where any criterion is not enough; officially it always is.
      const score = item.holds === 'all' ? strictScore(item, entries, 'all') : judgement.score
      const unmet = entries.filter((entry) => !entry.met)
      const listed = unmet.map(({ criterion, reason, weight }) => `${criterion}${weight === null ? '' : ` (${weight})`}: ${reason}`)
      return {
        points: { [suffix]: score },
        total: score,
        scores: {
          [singleTurn ? 'strict_control' : 'strict']: strictScore(item, entries, strict),
          ...(refused && { [singleTurn ? 'refused_control' : 'refused']: 1 }),
          ...(votes > 1 && { [singleTurn ? 'judge_agreement_control' : 'judge_agreement']: agreement }),
        },
        doubt,
        explanation: {
          asked: item.feedback,
          ...(item.reference !== undefined && { expected: item.reference }),
          received: answer,
          evidence: { [suffix]: refused ? 'the judge refused the prompt' : ['not met', ...listed] },
        },
      }
    },
  }
}
