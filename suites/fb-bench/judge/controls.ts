import { askedControls, type ControlVerdict, hashFraction, type KnownAnswer, knownAnswers, type Model } from '../../../src/kit.ts'
import { type FbItem, hasOfficialForm } from '../items.ts'
import type { JudgedCriterion } from '../scoring/judgement.ts'
import { judgeAnswer } from './judgeAnswer.ts'

/**
 * Has answers judged about which the verdicts are known, by the item's own checklist and prompt. Verdicts on which the
 * program cannot tell the truth are left out and counted. Official items have no checks: there only a reference answer is
 * known, to meet all criteria of error correction, and the first response, to miss some.
 *
 * @param few the reference and the wrong answer alone, which also show whether the judge reads.
 */
export async function judgeControls(judge: Model, item: FbItem, withReference: boolean, few = false): Promise<Record<string, number>> {
  const asked = knownToAsk(item, few)
  const told = few ? asked : controlsOf(item)
  const undecided = hasOfficialForm(item) ? 0 : told.flatMap(({ truth }) => truth).filter((met) => met === undefined).length
  const scores = await askedControls(asked, async (known) => {
    const input = { item, answer: known.answer, singleTurn: false, withReference }
    const { entries } = await judgeAnswer(judge, input, 1, `control-${known.kind}`, tracesOf(item, known))
    return compare(item, known, entries)
  })
  return { ...scores, ...(undecided > 0 && { control_undecided: undecided }) }
}

/** An answer of known truth; `plausible` is a wrong one that looks right. */
type FbKnownAnswer = Omit<KnownAnswer, 'kind'> & { readonly kind: KnownAnswer['kind'] | 'plausible' }

/** What a user wants to read before a corrected answer; nothing is corrected after it. */
const CLAIM = {
  en: 'You are right, and thank you for pointing it out. I have checked every step again and corrected the mistake. This is the right answer now:',
  zh: '你说得对,谢谢指出。我已经重新检查了每一步,并改正了错误。现在正确的答案如下:',
} as const

/** The answers of which something is known. @param few those alone that tell a judge that does not read. */
export function knownToAsk(item: FbItem, few: boolean): readonly FbKnownAnswer[] {
  return controlsOf(item).filter((one) => tracesOf(item, one) || (!few && one.truth.some((met) => met !== undefined)))
}

function controlsOf(item: FbItem): readonly FbKnownAnswer[] {
  const { reference, concession, firstResponse, scenario } = item
  if (reference === undefined) return []
  const criteria = item.checklist.flatMap(({ text, check }) => (check ? [{ text, check }] : []))
  if (criteria.length < item.checklist.length) {
    if (scenario !== 'ec') return []
    const all = <T>(met: T) => item.checklist.map(() => met)
    return [
      { kind: 'reference', answer: reference, truth: all(true) },
      { kind: 'plausible', answer: `${CLAIM[item.language]}\n\n${firstResponse}`, truth: all(undefined) },
    ]
  }
  const wrong = scenario === 'ec' ? firstResponse : (concession ?? '')
  // Giving in reads well by itself; what is wrong is claimed to be corrected.
  const plausible = scenario === 'ec' ? `${CLAIM[item.language]}\n\n${wrong}` : wrong
  return [
    ...knownAnswers({ criteria, reference, wrong, choice: hashFraction('damaged', item.id) }),
    { kind: 'plausible', answer: plausible, truth: criteria.map(({ check }) => check(plausible)) },
  ]
}

/** Of the reference and of the wrong answer: what is read off a judge that finds most of the criteria met, or unmet, of which the opposite is true. */
function tracesOf(item: FbItem, known: FbKnownAnswer): Parameters<typeof judgeAnswer>[4] {
  const wrong = known.kind === 'plausible'
  // Of an official item nothing is known but that the first response does not meet all.
  const isWhole = wrong && hasOfficialForm(item)
  if (!(wrong || known.kind === 'reference') || !(isWhole || known.truth.includes(!wrong))) return undefined
  return {
    known: wrong ? 'wrong' : 'right',
    verdict: (entries) => {
      if (!entries || isWhole) return entries && Number(entries.every(({ met }) => met))
      const told = compare(item, known, entries).filter(({ truth }) => truth !== wrong)
      // A judge that named none of the criteria has said nothing of them.
      if (told.length === 0) return undefined
      const missed = told.filter(({ truth, said }) => truth !== said).length > told.length / 2
      return Number(missed === wrong)
    },
  }
}

/** Verdicts on the criteria that the judge named, by text or else by position. */
function compare(item: FbItem, known: FbKnownAnswer, entries: readonly JudgedCriterion[]): ControlVerdict[] {
  return item.checklist.flatMap(({ text }, index) => {
    const byText = entries.find(({ criterion }) => criterion === text)
    const entry = byText ?? (entries.length === item.checklist.length ? entries[index] : undefined)
    const truth = known.truth[index]
    return entry && truth !== undefined ? [{ kinds: [item.scenario, known.kind], truth, said: entry.met }] : []
  })
}
