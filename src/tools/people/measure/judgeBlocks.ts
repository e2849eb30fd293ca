import {
  type Block,
  columnsOf,
  counted,
  type Face,
  grouped,
  html,
  intervalBar,
  longestPiece,
  type Markup,
  type Phrase,
  type ShownText,
  sentences,
  type TableBlock,
} from '../../../kit.ts'
import { CEILING_MARGIN, type HumanCeiling } from '../agreement/humanCeiling.ts'
import type { AgreementFigure, JudgeAgreement } from '../agreement/judgeAgreement.ts'
import type { JudgeReport, JudgeSection } from './measuredJudge.ts'

/** Answers to look at first, and items named in a sentence; a page has more answers, and `--json` all. */
const SHOWN = 5
const ON_PAGE = 50
/** Longest text that is shown whole. */
const LONGEST = 20_000
const ONLY_PAGE: readonly Face[] = ['page']
const ONLY_TEXT: readonly Face[] = ['terminal', 'markdown']

/** A judge against people, by kind of question: its agreement, the corrected figure, slices, and what to look at first. */
export function judgeBlocks({ sections, notes, simulated }: JudgeReport): Block[] {
  return [
    ...(simulated ? [{ kind: 'simulated' } as const] : []),
    ...sections.map(
      (section, at): Block => ({ kind: 'section', title: judgeTitle(section), id: judgeSectionId(at), blocks: sectionBlocks(section) }),
    ),
    ...notes.flatMap((note): Block[] => [{ kind: 'gap' }, { kind: 'text', text: note, tone: 'note' }]),
  ]
}

/** The title of a section. */
export function judgeTitle({ title, otherJudge }: JudgeSection): string {
  return title ?? (otherJudge === undefined ? 'The judge against people' : 'The judge against another')
}

/** The id of a section, by its place. */
export function judgeSectionId(at: number): string {
  return `judge-${at + 1}`
}

function sectionBlocks(section: JudgeSection): Block[] {
  return [
    ...sentences(openingSentences(section)),
    figureTable(section),
    ...sentences(figureSentences(section)),
    ...confusionTable(section),
    ...sliceTable(section),
    ...criteriaTable(section),
    ...lookFirst(section, SHOWN, ONLY_TEXT),
    ...lookFirst(section, ON_PAGE, ONLY_PAGE),
    ...sentences(closingSentences(section)),
  ]
}

/** A table under its title, which a page alone shows; nothing where it has no rows. */
function titled(title: string, heads: readonly string[], rows: readonly (readonly Phrase[])[], more: Partial<TableBlock> = {}): Block[] {
  if (rows.length === 0) return []
  return [
    { kind: 'heading', text: title, on: ONLY_PAGE },
    { kind: 'table', label: title, columns: columnsOf(heads), rows, ...more },
  ]
}

/** A figure of the judge with what it means. */
interface FigureRow {
  readonly title: string
  readonly figure: AgreementFigure
  readonly means: string
  /** Ends of the scale that the figure is shown on; undefined for what has the scale of the labels. */
  readonly ends?: readonly [number, number]
}

function figureTable(section: JudgeSection): Block {
  const rows = figureRows(section).map(({ title, figure, means, ends }): Phrase[] => {
    const [value, interval] = figureCells(figure)
    const bar = figure && ends && intervalBar({ value: figure.value, ci95: figure.ci95 ?? null }, undefined, ends)
    // Bars of one table lie on two scales.
    const scale = ends?.[0] === -1 && html`<span class="quiet"> −1 to 1</span>`
    return [
      title,
      { text: value, html: html`<strong>${value}</strong>` },
      { text: interval, html: html`${bar}<span class="quiet">${interval}</span>${scale}` },
      means,
    ]
  })
  const columns = [{ head: 'figure' }, { head: 'value', isFigure: true }, { head: '95 % interval', isFigure: true }, { head: 'meaning' }]
  return { kind: 'table', label: 'Figures', columns, rows, givingWay: [{ column: 3, least: 12 }] }
}

/** The agreement of judge and labels, then of people with each other, then the figure of the run. */
function figureRows({ measured, otherJudge }: JudgeSection): FigureRow[] {
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
function figureCells(figure: AgreementFigure): [value: string, interval: string] {
  if (figure === null) return ['–', '']
  return [figure.value.toFixed(3), figure.ci95 ? `${figure.ci95[0].toFixed(3)} to ${figure.ci95[1].toFixed(3)}` : 'not known']
}

/** What is said before the tables. */
function openingSentences({ measured, otherJudge }: JudgeSection): string[] {
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
function figureSentences({ measured, otherJudge }: JudgeSection): string[] {
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
function closingSentences({ measured: { tied } }: JudgeSection): string[] {
  if (tied.length === 0) return []
  const more = tied.length > SHOWN ? `, and ${grouped(tied.length - SHOWN)} more, listed by --json` : ''
  return [`Raters said yes and no equally often, so these count as not labelled: ${tied.slice(0, SHOWN).join(', ')}${more}.`]
}

/** Numbers of answers by what judge and labels say; nothing where they say more than yes and no. */
function confusionTable({ measured: { confusion }, otherJudge }: JudgeSection): Block[] {
  if (!confusion) return []
  const { bothRight, bothWrong, onlyJudge, onlyPeople } = confusion
  const they = otherJudge === undefined ? 'people' : 'other'
  return titled(
    'Confusions',
    ['', `${they}: 1`, `${they}: 0`],
    [
      ['judge: 1', grouped(bothRight), grouped(onlyJudge)],
      ['judge: 0', grouped(onlyPeople), grouped(bothWrong)],
    ],
  )
}

/** The slices. Their names are broken between words only, as long as the other columns leave room for the longest word. */
function sliceTable({ measured: { slices } }: JudgeSection): Block[] {
  const all = Object.entries(slices)
  // Slices often have too few labels: then there is more room for their names.
  const isCorrected = all.some(([, { corrected }]) => corrected !== null)
  const rows = all.map(([slice, { n, labelled, accuracy, raw, corrected }]: [string, JudgeAgreement]) => [
    slice,
    grouped(n),
    grouped(labelled),
    ...[accuracy, raw].map((figure) => figureCells(figure)[0]),
    ...(isCorrected ? figureCells(corrected) : []),
  ])
  const heads = ['slice', 'answers', 'labelled', 'accuracy', 'judge alone', ...(isCorrected ? ['corrected', '95 % interval'] : [])]
  const givingWay = [
    { column: heads.indexOf('judge alone'), least: 'judge'.length },
    { column: 0, least: Math.max(...['slice', ...Object.keys(slices)].map(longestPiece)) },
    { column: 0, least: 12 },
  ]
  return titled('Slices', heads, rows, { givingWay })
}

/** The criteria that several items have. */
function criteriaTable({ measured: { criteria = [] } }: JudgeSection): Block[] {
  const rows = criteria.map(({ criterion, n, accuracy }) => [criterion, grouped(n), ...figureCells(accuracy)])
  return titled('Criteria, the worst first', ['criterion', 'labelled', 'accuracy', '95 % interval'], rows)
}

/** The first disagreements; a page has with each what was shown of it, where that is known. */
function lookFirst({ measured: { disagreements }, otherJudge, textsOf }: JudgeSection, most: number, on: readonly Face[]): Block[] {
  const first = disagreements.slice(0, most)
  const has = {
    slice: first.some(({ slice }) => slice !== undefined),
    criterion: first.some(({ criterion }) => criterion !== undefined),
    raters: first.some(({ raters }) => raters > 1),
  }
  const number = (value: number) => value.toFixed(Number.isInteger(value) ? 0 : 1)
  const rows = first.map(({ id, judge, human, raters, agree, slice = '', criterion = '' }): Phrase[] => {
    const shown = on.includes('page') ? textsOf?.(id) : undefined
    return [
      shown ? { text: id, html: html`${id}${shownTexts(shown)}` } : id,
      ...(has.slice ? [slice] : []),
      ...(has.criterion ? [criterion] : []),
      number(judge),
      number(human),
      ...(has.raters ? [`${Math.round(agree * raters)} of ${raters}`] : []),
    ]
  })
  const texts = ['look at first', ...(has.slice ? ['slice'] : []), ...(has.criterion ? ['criterion'] : [])]
  const heads = [...texts, 'judge', otherJudge === undefined ? 'people' : 'other', ...(has.raters ? ['agree'] : [])]
  const givingWay = texts.map((_, column) => ({ column, least: 16 })).reverse()
  const more = disagreements.length - first.length
  return [
    ...titled('Look at first', heads, rows, { columns: columnsOf(heads, texts.length), givingWay }),
    ...sentences(more > 0 ? [`and ${grouped(more)} more, listed by --json`] : [], { tone: 'quiet' }),
  ].map((block) => ({ ...block, on: block.on ?? on }))
}

function shownTexts(shown: readonly ShownText[]): Markup {
  const length = shown.reduce((sum, { text }) => sum + text.length, 0)
  return html`<details><summary>what was shown, ${counted(length, 'character')}</summary>${shown.map(
    ({ title, text, isJudged }) =>
      html`<h4>${title}${isJudged && html` <span class="quiet">is what is judged</span>`}</h4><pre>${text.slice(0, LONGEST)}</pre>${text.length > LONGEST && html`<p class="quiet">${grouped(text.length - LONGEST)} more characters are in the run.</p>`}`,
  )}</details>`
}
