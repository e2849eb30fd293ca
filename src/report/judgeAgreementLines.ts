import { counted } from '../base/text/counted.ts'
import type { AgreementFigure, JudgeAgreement } from '../stats/agreement/judgeAgreement.ts'
import { fittedTable } from './fittedTable.ts'
import { grouped, wrapWords } from './layout.ts'

/** A judge against people, over all answers and over each slice. */
export interface MeasuredJudge extends JudgeAgreement {
  readonly slices: Readonly<Record<string, JudgeAgreement>>
  /** Ids whose raters said yes and no equally often. */
  readonly tied: readonly string[]
  /** Labelled answers on which judge and people differ, those that differ most first. */
  readonly disagreements: readonly { readonly id: string; readonly judge: number; readonly human: number }[]
}

/** Answers to look at first that are shown. */
const SHOWN = 5

const ROWS = [
  ['accuracy', 'accuracy', 'share of equal verdicts'],
  ['sensitivity', 'sensitivity', 'of what people call right, called right'],
  ['specificity', 'specificity', 'of what people call wrong, called wrong'],
  ['kappa', "Cohen's kappa", 'agreement beyond chance'],
  ['weightedKappa', 'kappa, quadratic', 'large differences count more'],
  ['pearson', 'Pearson', ''],
  ['spearman', 'Spearman', 'by ranks'],
  ['kendall', "Kendall's tau-b", 'by order'],
] as const
const METHODS = { lee: 'by sensitivity and specificity', ppi: 'prediction-powered' } as const

/** What `holdfast judge` prints: the judge against people, the corrected figure, and the slices. */
export function judgeAgreementLines(measured: MeasuredJudge, width: number): string[] {
  const sentence = (text: string) => wrapWords(text, width - 1, 2).map((line) => ` ${line}`)
  const { n, labelled, confusion, people, slices, tied, disagreements } = measured
  const figures = ROWS.filter(([key]) => measured[key] !== null && (key !== 'weightedKappa' || !confusion))
  return [
    ...sentence(`${counted(n, 'answer')} judged, ${grouped(labelled)} of them labelled by people.`),
    '',
    ...fittedTable(
      [
        ['', 'value', '95 % interval', ''],
        ...figures.map(([key, title, means]) => [title, ...cells(measured[key]), means]),
        ...(people
          ? [
              ['people: equal', ...cells(people.agreement), 'pairs of raters who say the same'],
              ["people: Krippendorff's alpha", ...cells(people.alpha), 'agreement of raters beyond chance'],
            ]
          : []),
        ['judge alone', ...cells(measured.raw), 'mean over all answers'],
        ['corrected', ...cells(measured.corrected), METHODS[measured.method]],
      ],
      width,
      new Set([0, 3]),
      [{ column: 3, least: 12 }],
    ),
    ...(measured.uncorrected === undefined ? [] : sentence(`No corrected figure: ${measured.uncorrected}.`)),
    ...(confusion ? ['', ...confusionTable(confusion, width)] : []),
    ...sliceTable(slices, width),
    ...(disagreements.length === 0 ? [] : ['', ...disagreementTable(disagreements, width)]),
    ...(tied.length === 0 ? [] : sentence(`Raters said yes and no equally often, so these count as not labelled: ${tied.join(', ')}.`)),
  ]
}

function cells(figure: AgreementFigure): [string, string] {
  if (figure === null) return ['–', '']
  return [figure.value.toFixed(3), figure.ci95 ? `${figure.ci95[0].toFixed(3)} to ${figure.ci95[1].toFixed(3)}` : 'not known']
}

function confusionTable(confusion: NonNullable<JudgeAgreement['confusion']>, width: number): string[] {
  const { bothRight, bothWrong, onlyJudge, onlyPeople } = confusion
  return fittedTable(
    [
      ['', 'people: 1', 'people: 0'],
      ['judge: 1', grouped(bothRight), grouped(onlyJudge)],
      ['judge: 0', grouped(onlyPeople), grouped(bothWrong)],
    ],
    width,
  )
}

function disagreementTable(disagreements: MeasuredJudge['disagreements'], width: number): string[] {
  const shown = disagreements.slice(0, SHOWN)
  const rows = shown.map(({ id, judge, human }) => [id, String(judge), human.toFixed(Number.isInteger(human) ? 0 : 1)])
  const more = disagreements.length - shown.length
  return [
    ...fittedTable([['look at first', 'judge', 'people'], ...rows], width),
    ...(more > 0 ? [` and ${grouped(more)} more, listed by --json`] : []),
  ]
}

function sliceTable(slices: MeasuredJudge['slices'], width: number): string[] {
  const all = Object.entries(slices)
  if (all.length === 0) return []
  // Slices often have too few labels: then there is more room for their names.
  const isCorrected = all.some(([, { corrected }]) => corrected !== null)
  const rows = all.map(([slice, { n, labelled, accuracy, raw, corrected }]) => [
    slice,
    grouped(n),
    grouped(labelled),
    ...[accuracy, raw].map((figure) => cells(figure)[0]),
    ...(isCorrected ? [cells(corrected)[0], corrected === null ? '' : cells(corrected)[1]] : []),
  ])
  const head = ['slice', 'answers', 'labelled', 'accuracy', 'judge alone', ...(isCorrected ? ['corrected', '95 % interval'] : [])]
  return ['', ...fittedTable([head, ...rows], width)]
}
