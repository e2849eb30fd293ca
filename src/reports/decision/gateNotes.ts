import { present } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'

const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const RULES = new Intl.PluralRules('en', { type: 'ordinal' })

/** What bears on all rules of a run together: how often chance makes one red, reruns, and how the baseline was chosen. In sentences. */
export function gateNotes({ gates, baseline, redByChance }: Pick<ScoresDocument, 'gates' | 'baseline' | 'redByChance'>): string[] {
  const known = gates.filter(({ chance }) => chance !== undefined).length
  const isAboutDrops = gates.some(({ kind, verdict }) => kind === 'maxDrop' && verdict !== 'pending')
  const { name, earlier = 0, chosenOf = 1, meanOf } = baseline ?? {}
  return present([
    redByChance !== undefined && `A model that did not change is red by one of these ${known} gates in ${shareText(redByChance)} of runs.`,
    isAboutDrops &&
      earlier > 0 &&
      `This is the ${earlier + 1}${ENDINGS[RULES.select(earlier + 1)] ?? 'th'} gated run of a candidate of this name against the baseline ${name}. Repeated often enough, any run comes out green by chance.`,
    isAboutDrops &&
      chosenOf > 1 &&
      meanOf === undefined &&
      `The baseline ${name} was chosen of ${counted(chosenOf, 'run')}: if for its figure, a model that did not change looks worse.`,
  ])
}

/** `about 12 %`. */
export function shareText(share: number): string {
  const percent = 100 * share
  return percent < 0.1 ? 'under 0.1 %' : `about ${Number(percent.toPrecision(2))} %`
}
