import {
  type Block,
  columnsOf,
  counted,
  excerpt,
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
  withoutEmpty,
} from '../../../kit.ts'
import { CEILING_MARGIN, type HumanCeiling, type JudgeAgreement, type UnlabelledAnswers } from '../agreement/judgeAgreement.ts'
import type { WithInterval } from '../agreement/judgedUnit.ts'
import type { JudgeReport, JudgeSection, MeasuredPeople } from './measureJudge.ts'

/** Answers to look at first, and items named in a sentence; `--json` has all. */
const SHOWN = 10
/** Longest text that is shown whole. */
const LONGEST = 20_000
const ONLY_PAGE: readonly Face[] = ['page']

/** A judge against people, by kind of question: its agreement, the corrected figure, slices, and what to look at first. */
export function judgeBlocks({ sections, people = [], notes, simulated }: JudgeReport): Block[] {
  return [
    ...(simulated ? [{ kind: 'simulated' } as const] : []),
    ...sections.map(
      (section, at): Block => ({ kind: 'section', title: section.title, id: `judge-${at + 1}`, blocks: sectionBlocks(section) }),
    ),
    ...people.map(
      ({ title, isAsked, said }, at): Block => ({ kind: 'section', title, id: `people-${at + 1}`, blocks: peopleBlocks(said, isAsked) }),
    ),
    ...notes.flatMap((note): Block[] => [{ kind: 'gap' }, { kind: 'text', text: note, tone: 'note' }]),
  ]
}

function sectionBlocks(section: JudgeSection): Block[] {
  const { measured, otherJudge, models = [] } = section
  const { n, labelled, weighted, uncorrected, ceiling, tied, unlabelled } = measured
  const isOfPeople = otherJudge === undefined
  const moreTied = tied.length > SHOWN ? `, and ${grouped(tied.length - SHOWN)} more, listed by --json` : ''
  const isWhole = (!isOfPeople || section.isSample) && labelled === n
  return [
    ...sentences([
      `${counted(n, 'verdict')} of ${models.join(', ') || 'the judge'}, ${grouped(labelled)} of them ${isOfPeople ? 'labelled by people' : `also by ${otherJudge}`}.`,
      isOfPeople ? trustSentence(measured) : 'What it is measured by is another judge, and not people.',
      weighted &&
        `Labels count by the inverse of their chance of being drawn. They tell as much as ${weighted.effective.toFixed(0)} of equal chance.`,
    ]),
    figuresBlock(figureRows(section)),
    ...sentences([
      unlabelled && isOfPeople && unlabelledSentence(unlabelled),
      measured.corrected !== null && isOfPeople && !measured.drawn && `${UNKNOWN_DRAW[measured.method]} ${LOST_CHANCES}`,
      uncorrected !== undefined && !isWhole && `No corrected figure: ${uncorrected}.`,
      ceiling && ceilingSentence(ceiling),
    ]),
    ...confusionTable(section),
    ...sliceTable(section),
    ...titled(
      'Criteria, the worst first',
      ['criterion', 'labelled', 'accuracy', '95 % interval'],
      (measured.criteria ?? []).map(({ criterion, n: count, accuracy }) => [criterion, grouped(count), ...figureCells(accuracy)]),
    ),
    ...lookFirst(section),
    ...sentences([
      tied.length > 0 &&
        `Raters said yes and no equally often, so these count as not labelled: ${tied.slice(0, SHOWN).join(', ')}${moreTied}.`,
    ]),
  ]
}

function peopleBlocks({ slices, ...whole }: MeasuredPeople, isAsked: boolean): Block[] {
  const rows = Object.entries(slices).map(([slice, { labelled, human, people }]) => [
    slice,
    grouped(labelled),
    ...figureCells(human),
    figureCells(people?.agreement ?? null)[0],
    figureCells(people?.alpha ?? null)[0],
  ])
  return [
    ...sentences([
      `${counted(whole.labelled, 'answer')} labelled by people. ${isAsked ? 'The judge was asked, and gave no usable reply.' : 'No judge was asked.'}`,
    ]),
    figuresBlock([['labels alone', whole.human, 'mean of the labels'], ...raterRows(whole)]),
    ...titled('By question', ['question', 'labelled', 'mean', '95 % interval', 'equal', 'alpha'], rows),
  ]
}

const UNKNOWN_DRAW = {
  lee: 'No key tells how the labels were drawn: the corrected figure takes it that the judge errs among them as often as elsewhere.',
  ppi: 'No key tells how the labels were drawn: the corrected figure takes it that they are a random sample.',
} as const
const LOST_CHANCES = 'Labels that were drawn by doubt need their key.'

function unlabelledSentence({ drawn, missing, bounds }: UnlabelledAnswers): string {
  const said = `${grouped(drawn)} drawn, ${grouped(missing)} without a label. People skip what is hard, and there judges err.`
  return bounds === null
    ? said
    : `${said} With these at either end of the scale the mean that people would give lies from ${bounds.map((end) => end.toFixed(3)).join(' to ')}.`
}

/** A table under its title, which a page alone shows; nothing where it has no rows. */
function titled(title: string, heads: readonly string[], rows: readonly (readonly Phrase[])[], more: Partial<TableBlock> = {}): Block[] {
  if (rows.length === 0) return []
  return [
    { kind: 'heading', text: title, on: ONLY_PAGE },
    withoutEmpty({ kind: 'table', label: title, columns: columnsOf(heads), rows, ...more }),
  ]
}

/** A figure of the judge: its title, what it means, and the ends of the scale that it is shown on; none for the scale of the labels. */
type FigureRow = readonly [title: string, figure: WithInterval | null, means: string, ends?: readonly [number, number] | undefined]

const SHARE = [0, 1] as const
const BEYOND_CHANCE = [-1, 1] as const

function figuresBlock(figures: readonly FigureRow[]): Block {
  const rows = figures.map(([title, figure, means, ends]): Phrase[] => {
    const [value, interval] = figureCells(figure)
    const bar = figure && ends && intervalBar(figure, undefined, ends)
    // Bars of one table lie on two scales.
    const scale = ends === BEYOND_CHANCE && html`<span class="quiet"> -1 to 1</span>`
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
function figureRows({ measured, otherJudge, isSample = false }: JudgeSection): FigureRow[] {
  const { ceiling, confusion, weighted, method } = measured
  const they = otherJudge === undefined ? 'people call' : 'the other judge calls'
  const agreement: FigureRow[] = [
    ['accuracy', measured.accuracy, 'share of equal verdicts', SHARE],
    ['sensitivity', measured.sensitivity, `of what ${they} right, called right`, SHARE],
    ['specificity', measured.specificity, `of what ${they} wrong, called wrong`, SHARE],
    ["Cohen's kappa", measured.kappa, 'agreement beyond chance', BEYOND_CHANCE],
    ['kappa, quadratic', confusion ? null : measured.weightedKappa, 'large differences count more', BEYOND_CHANCE],
    ['Pearson', measured.pearson, 'by values', BEYOND_CHANCE],
    ['Spearman', measured.spearman, 'by ranks', BEYOND_CHANCE],
    ["Kendall's tau-b", measured.kendall, 'by order', BEYOND_CHANCE],
  ]
  const [unit, ends] = ceiling?.measure === 'accuracy' ? (['', SHARE] as const) : ([', distance', undefined] as const)
  const ofCeiling: FigureRow[] = ceiling
    ? [
        [`one rater${unit}`, ceiling.people, 'against the other raters of an answer', ends],
        [`judge${unit}`, ceiling.judge, 'against the same raters', ends],
      ]
    : []
  const scale = confusion && SHARE
  const ofRun: FigureRow[] =
    otherJudge === undefined
      ? [
          ['labels alone', measured.human, weighted ? 'weighted mean of the labels' : 'mean of the labels', scale],
          ['mean, corrected', measured.corrected, METHODS[method], scale],
        ]
      : [['other judge', measured.human, 'mean over the same answers', scale]]
  return [
    ...agreement.filter(([, figure]) => figure !== null),
    ...raterRows(measured),
    ...ofCeiling,
    ['judge alone', measured.raw, `mean over ${isSample ? 'the answers drawn' : 'all answers'}`, scale],
    ...ofRun,
  ]
}

/** How far people agree with each other. */
function raterRows({ people }: Pick<JudgeAgreement, 'people'>): FigureRow[] {
  if (!people) return []
  return [
    ['people: equal', people.agreement, 'pairs of raters who say the same', SHARE],
    ["people: Krippendorff's alpha", people.alpha, 'agreement of raters beyond chance', BEYOND_CHANCE],
  ]
}

const METHODS = { lee: 'by sensitivity and specificity', ppi: 'prediction-powered' } as const

/** Value and interval of a figure as text. */
function figureCells(figure: WithInterval | null): [value: string, interval: string] {
  if (figure === null) return ['–', '']
  return [figure.value.toFixed(3), figure.ci95 ? `${figure.ci95[0].toFixed(3)} to ${figure.ci95[1].toFixed(3)}` : 'not known']
}

/** Whether verdicts of right and wrong can be trusted, by kappa; nothing of finer scales. */
function trustSentence({ kappa, confusion }: JudgeAgreement): string | undefined {
  if (!kappa || !confusion) return undefined
  const shown = figureCells(kappa).filter(Boolean).join(', ')
  if ((kappa.ci95?.[0] ?? 0) <= 0)
    return `These labels do not show that the judge does better than chance (kappa ${shown}): do not go by it, or label more answers.`
  const { bothWrong, onlyJudge } = confusion
  const passes =
    onlyJudge > bothWrong ? ` It passes ${grouped(onlyJudge)} of ${grouped(onlyJudge + bothWrong)} that people call wrong.` : ''
  return `The judge agrees with people beyond chance (kappa ${shown}).${passes}`
}

function ceilingSentence({ verdict, difference, measure }: HumanCeiling): string {
  const by = difference.ci95 ? ` (difference ${difference.ci95.map((end) => end.toFixed(3)).join(' to ')})` : ''
  if (verdict === 'cannot tell')
    return `These labels cannot tell whether the judge agrees with people as often as people with each other${by}.`
  const margin = measure === 'accuracy' ? `within ${CEILING_MARGIN}` : `within ${100 * CEILING_MARGIN} % of the scale`
  const others = verdict === 'as often' ? `as people with each other, ${margin}` : 'than people with each other'
  return `The judge agrees with people ${verdict} ${others}${by}.`
}

/** Numbers of answers by what judge and labels say; nothing where they say more than yes and no. */
function confusionTable({ measured: { confusion }, otherJudge }: JudgeSection): Block[] {
  if (!confusion) return []
  const { bothRight, bothWrong, onlyJudge, onlyPeople } = confusion
  const they = otherJudge === undefined ? 'people' : 'other'
  const rows = [
    ['judge: 1', grouped(bothRight), grouped(onlyJudge)],
    ['judge: 0', grouped(onlyPeople), grouped(bothWrong)],
  ]
  return titled('Confusions', ['', `${they}: 1`, `${they}: 0`], rows)
}

/** The slices. Their names are broken between words only, as long as the other columns leave room for the longest word. */
function sliceTable({ measured: { slices } }: JudgeSection): Block[] {
  const all = Object.entries(slices)
  // Slices often have too few labels: then there is more room for their names.
  const isCorrected = all.some(([, { corrected }]) => corrected !== null)
  const rows = all.map(([slice, { n, labelled, accuracy, raw, corrected }]) => [
    slice,
    grouped(n),
    grouped(labelled),
    ...[accuracy, raw].map((figure) => figureCells(figure)[0]),
    ...(isCorrected ? figureCells(corrected) : []),
  ])
  const heads = ['slice', 'answers', 'labelled', 'accuracy', 'judge alone', ...(isCorrected ? ['mean, corrected', '95 % interval'] : [])]
  const givingWay = [
    { column: heads.indexOf('judge alone'), least: 'judge'.length },
    { column: 0, least: Math.max(...['slice', ...Object.keys(slices)].map(longestPiece)) },
    { column: 0, least: 12 },
  ]
  return titled('Slices', heads, rows, { givingWay })
}

/** The first disagreements; a page has with each what was shown of it, where that is known. */
function lookFirst({ measured: { disagreements }, otherJudge, textsOf }: JudgeSection): Block[] {
  const first = disagreements.slice(0, SHOWN)
  const hasSeveral = first.some(({ raters }) => raters > 1)
  const number = (value: number) => value.toFixed(Number.isInteger(value) ? 0 : 1)
  const rows = first.map(({ id, judge, human, raters, agree, slice = '', criterion = '' }): Phrase[] => {
    const shown = textsOf?.(id)
    return [
      shown ? { text: id, html: html`${id}${shownTexts(shown)}` } : id,
      slice,
      criterion,
      number(judge),
      number(human),
      hasSeveral ? `${Math.round(agree * raters)} of ${raters}` : '',
    ]
  })
  const heads = ['look at first', 'slice', 'criterion', 'judge', otherJudge === undefined ? 'people' : 'other', 'agree']
  const givingWay = [2, 1, 0].map((column) => ({ column, least: 16 }))
  const more = disagreements.length - first.length
  return [
    ...titled('Look at first', heads, rows, { columns: columnsOf(heads, 3), givingWay }),
    ...sentences(more > 0 ? [`and ${grouped(more)} more, listed by --json`] : [], { tone: 'quiet' }),
  ]
}

function shownTexts(shown: readonly ShownText[]): Markup {
  const length = shown.reduce((sum, { text }) => sum + text.length, 0)
  return html`<details><summary>what was shown, ${counted(length, 'character')}</summary>${shown.map(
    ({ title, text, isJudged }) =>
      html`<h4>${title}${isJudged && html` <span class="quiet">is what is judged</span>`}</h4><pre>${excerpt(text, 0, LONGEST)}</pre>${text.length > LONGEST && html`<p class="quiet">${grouped(text.length - LONGEST)} more characters are in the run.</p>`}`,
  )}</details>`
}
