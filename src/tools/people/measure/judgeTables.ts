import { counted, grouped } from '../../../kit.ts'
import { CEILING_MARGIN, type HumanCeiling } from '../agreement/humanCeiling.ts'
import type { AgreementFigure, JudgeAgreement } from '../agreement/judgeAgreement.ts'
import type { JudgeSection } from './measuredJudge.ts'

/** Rows of a table of text; the first row is its head. */
export type TextTable = readonly (readonly string[])[]

/** A figure of the judge with what it means. */
export interface FigureRow {
  readonly title: string
  readonly figure: AgreementFigure
  readonly means: string
  /** Ends of the scale that the figure is shown on; undefined for what has the scale of the labels. */
  readonly ends?: readonly [number, number]
}

/** Answers to look at first that are shown on a screen. */
const SHOWN = 5

/** The agreement of judge and labels, then of people with each other, then the figure of the run. */
export function figureRows({ measured, otherJudge }: JudgeSection): FigureRow[] {
  const { people, ceiling, confusion, weighted, method } = measured
  const they = otherJudge === undefined ? 'people call' : 'the other judge calls'
  const share = [0, 1] as const
  const beyondChance = [-1, 1] as const
  const figures = [
    { title: 'accuracy', figure: measured.accuracy, means: 'share of equal verdicts', ends: share },
    { title: 'sensitivity', figure: measured.sensitivity, means: `of what ${they} right, called right`, ends: share },
    { title: 'specificity', figure: measured.specificity, means: `of what ${they} wrong, called wrong`, ends: share },
    { title: "Cohen's kappa", figure: measured.kappa, means: 'agreement beyond chance', ends: beyondChance },
    {
      title: 'kappa, quadratic',
      figure: confusion ? null : measured.weightedKappa,
      means: 'large differences count more',
      ends: beyondChance,
    },
    { title: 'Pearson', figure: measured.pearson, means: '', ends: beyondChance },
    { title: 'Spearman', figure: measured.spearman, means: 'by ranks', ends: beyondChance },
    { title: "Kendall's tau-b", figure: measured.kendall, means: 'by order', ends: beyondChance },
  ].filter(({ figure }) => figure !== null)
  const ofPeople: FigureRow[] = people
    ? [
        { title: 'people: equal', figure: people.agreement, means: 'pairs of raters who say the same', ends: share },
        { title: "people: Krippendorff's alpha", figure: people.alpha, means: 'agreement of raters beyond chance', ends: beyondChance },
      ]
    : []
  const scale = confusion ? { ends: share } : {}
  return [
    ...figures,
    ...ofPeople,
    ...(ceiling ? ceilingRows(ceiling) : []),
    { title: 'judge alone', figure: measured.raw, means: 'mean over all answers', ...scale },
    ...(otherJudge === undefined
      ? [
          {
            title: 'labels alone',
            figure: measured.human,
            means: weighted ? 'weighted mean of the labels' : 'mean of the labels',
            ...scale,
          },
          { title: 'corrected', figure: measured.corrected, means: METHODS[method], ...scale },
        ]
      : [{ title: 'other judge', figure: measured.human, means: 'mean over the same answers', ...scale }]),
  ]
}

const METHODS = { lee: 'by sensitivity and specificity', ppi: 'prediction-powered' } as const

function ceilingRows({ measure, people, judge }: HumanCeiling): FigureRow[] {
  const [unit, ends] = measure === 'accuracy' ? (['', { ends: [0, 1] as const }] as const) : ([', distance', {}] as const)
  return [
    { title: `one rater${unit}`, figure: people, means: 'against the other raters of an answer', ...ends },
    { title: `judge${unit}`, figure: judge, means: 'against the same raters', ...ends },
  ]
}

/** Value and interval of a figure as text. */
export function figureCells(figure: AgreementFigure): [value: string, interval: string] {
  if (figure === null) return ['–', '']
  return [figure.value.toFixed(3), figure.ci95 ? `${figure.ci95[0].toFixed(3)} to ${figure.ci95[1].toFixed(3)}` : 'not known']
}

/** What is said before the tables. */
export function openingSentences({ measured, otherJudge }: JudgeSection): string[] {
  const { n, labelled, weighted } = measured
  const by = otherJudge === undefined ? 'labelled by people' : `judged by ${otherJudge} too`
  return [
    `${counted(n, 'answer')} judged, ${grouped(labelled)} of them ${by}.`,
    ...(otherJudge === undefined ? [] : [`What it is measured by is another judge, and not people.`]),
    ...(weighted
      ? [
          `Labels count by the inverse of their chance of being drawn. They tell as much as ${weighted.effective.toFixed(0)} of equal chance.`,
        ]
      : []),
  ]
}

/** What is said after the table of figures. */
export function figureSentences({ measured, otherJudge }: JudgeSection): string[] {
  const { uncorrected, ceiling, labelled, n } = measured
  return [
    ...(uncorrected === undefined || (otherJudge !== undefined && labelled === n) ? [] : [`No corrected figure: ${uncorrected}.`]),
    ...(ceiling ? [ceilingSentence(ceiling)] : []),
  ]
}

function ceilingSentence({ verdict, difference, measure }: HumanCeiling): string {
  const by = difference.ci95 ? ` (difference ${difference.ci95.map((end) => end.toFixed(3)).join(' to ')})` : ''
  const margin = measure === 'accuracy' ? `within ${CEILING_MARGIN}` : `within ${100 * CEILING_MARGIN} % of the scale`
  switch (verdict) {
    case 'as often':
      return `The judge agrees with people as often as people with each other, ${margin}${by}.`
    case 'more often':
      return `The judge agrees with people more often than people with each other${by}.`
    case 'less often':
      return `The judge agrees with people less often than people with each other${by}.`
    case 'cannot tell':
      return `These labels cannot tell whether the judge agrees with people as often as people with each other${by}.`
  }
}

/** What is said at the end. */
export function closingSentences({ measured: { tied } }: JudgeSection): string[] {
  if (tied.length === 0) return []
  const more = tied.length > SHOWN ? `, and ${grouped(tied.length - SHOWN)} more, listed by --json` : ''
  return [`Raters said yes and no equally often, so these count as not labelled: ${tied.slice(0, SHOWN).join(', ')}${more}.`]
}

/** Numbers of answers by what judge and labels say; nothing where they say more than yes and no. */
export function confusionTable({ measured: { confusion }, otherJudge }: JudgeSection): TextTable {
  if (!confusion) return []
  const { bothRight, bothWrong, onlyJudge, onlyPeople } = confusion
  const they = otherJudge === undefined ? 'people' : 'other'
  return [
    ['', `${they}: 1`, `${they}: 0`],
    ['judge: 1', grouped(bothRight), grouped(onlyJudge)],
    ['judge: 0', grouped(onlyPeople), grouped(bothWrong)],
  ]
}

/** The slices; nothing where there is none. */
export function sliceTable({ measured: { slices } }: JudgeSection): TextTable {
  const all = Object.entries(slices)
  if (all.length === 0) return []
  // Slices often have too few labels: then there is more room for their names.
  const isCorrected = all.some(([, { corrected }]) => corrected !== null)
  const rows = all.map(([slice, { n, labelled, accuracy, raw, corrected }]: [string, JudgeAgreement]) => [
    slice,
    grouped(n),
    grouped(labelled),
    ...[accuracy, raw].map((figure) => figureCells(figure)[0]),
    ...(isCorrected ? figureCells(corrected) : []),
  ])
  return [['slice', 'answers', 'labelled', 'accuracy', 'judge alone', ...(isCorrected ? ['corrected', '95 % interval'] : [])], ...rows]
}

/** The criteria that several items have; nothing where there is none. */
export function criteriaTable({ measured: { criteria = [] } }: JudgeSection): TextTable {
  if (criteria.length === 0) return []
  const rows = criteria.map(({ criterion, n, accuracy }) => [criterion, grouped(n), ...figureCells(accuracy)])
  return [['criterion', 'labelled', 'accuracy', '95 % interval'], ...rows]
}

/** The first disagreements, and how many more there are. */
export function lookFirstTable(
  { measured: { disagreements }, otherJudge }: JudgeSection,
  shown = SHOWN,
): { readonly table: TextTable; readonly more: number } {
  if (disagreements.length === 0) return { table: [], more: 0 }
  const first = disagreements.slice(0, shown)
  const has = {
    slice: first.some(({ slice }) => slice !== undefined),
    criterion: first.some(({ criterion }) => criterion !== undefined),
    raters: first.some(({ raters }) => raters > 1),
  }
  const number = (value: number) => value.toFixed(Number.isInteger(value) ? 0 : 1)
  const rows = first.map(({ id, judge, human, raters, agree, slice = '', criterion = '' }) => [
    id,
    ...(has.slice ? [slice] : []),
    ...(has.criterion ? [criterion] : []),
    number(judge),
    number(human),
    ...(has.raters ? [`${Math.round(agree * raters)} of ${raters}`] : []),
  ])
  const head = [
    'look at first',
    ...(has.slice ? ['slice'] : []),
    ...(has.criterion ? ['criterion'] : []),
    'judge',
    otherJudge === undefined ? 'people' : 'other',
    ...(has.raters ? ['agree'] : []),
  ]
  return { table: [head, ...rows], more: disagreements.length - first.length }
}
