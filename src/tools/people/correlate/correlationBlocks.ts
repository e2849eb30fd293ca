import { type Block, columnsOf, counted, grouped } from '../../../kit.ts'
import type { WithInterval } from '../agreement/judgedUnit.ts'
import type { CorrelatedKind, MeasureCorrelation } from './correlateKinds.ts'

/** What `holdfast judge measure --all` found. */
export interface CorrelationReport {
  readonly simulated: boolean
  readonly kinds: readonly CorrelatedKind[]
  /** Measures that are not computed, and why. */
  readonly missing: Readonly<Record<string, string>>
  /** Labels that do not count, answers without a reference, replies that were no use. */
  readonly notes: readonly string[]
}

const HEAD = ['', 'n', 'Pearson', 'Spearman', 'Kendall', 'variance'] as const
const PEOPLE = 'people, each other'
/** How the measures are computed. */
const METHOD =
  'Intervals are of 95 %, and draw clusters of answers again. ROUGE is F1 without stemming. BLEU-4 is of one text, smoothed by method 3 of Chen and Cherry (2014). Chinese and Japanese are taken character by character. Length is in words. Kendall is tau-b.'

/** The correlations, by kind of question. */
export function correlationBlocks({ simulated, kinds, missing, notes }: CorrelationReport): Block[] {
  return [
    ...(simulated ? [{ kind: 'simulated' } as const, { kind: 'gap' } as const] : []),
    ...kinds.map((kind): Block => ({ kind: 'section', title: `${kind.suite}: ${kind.kind}`, id: '', blocks: kindBlocks(kind) })),
    { kind: 'list', texts: [...Object.entries(missing).map(([name, why]) => `${name}: ${why}.`), ...notes, METHOD] },
  ]
}

function kindBlocks(kind: CorrelatedKind): Block[] {
  return [
    {
      kind: 'text',
      text: `${counted(kind.labelled, 'labelled answer')} by ${counted(kind.raters, 'rater')}.`,
    },
    { kind: 'table', label: 'Correlations', columns: columnsOf(HEAD), rows: rowsOf(kind), givingWay },
    { kind: 'list', texts: referenceNotes(kind) },
  ]
}

/** Intervals go below their figures where a screen is narrow. */
const givingWay = [0, 2, 3, 4].map((column) => ({ column, least: column === 0 ? 18 : 12 }))

function rowsOf({ measures, people }: CorrelatedKind): string[][] {
  const row = (name: string, { n, pearson, spearman, kendall, variance }: MeasureCorrelation) => [
    name,
    grouped(n),
    ...[pearson, spearman, kendall].map(inOne),
    varianceText(variance),
  ]
  const all = Object.entries(measures).map(([name, found]) => row(name, found))
  return people ? [...all, row(PEOPLE, { ...people, variance: null })] : all
}

/** Measures from 0 to 1 vary little: two digits that count. */
function varianceText(variance: number | null): string {
  if (variance === null) return ''
  return variance === 0 || variance >= 1 ? variance.toFixed(variance === 0 ? 0 : 3) : variance.toPrecision(2)
}

function inOne(figure: WithInterval | null): string {
  if (figure === null) return '–'
  return figure.ci95 ? `${figure.value.toFixed(3)} (${figure.ci95.map((end) => end.toFixed(2)).join(' to ')})` : figure.value.toFixed(3)
}

function referenceNotes({ references, labelled }: CorrelatedKind): string[] {
  const entries = Object.entries(references)
  const without = labelled - entries.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...entries.map(([of, count]) => `ROUGE and BLEU of ${counted(count, 'answer')} compare with ${of}.`),
    ...(without > 0 ? [`No ROUGE and BLEU of ${counted(without, 'answer')}: there is no reference.`] : []),
  ]
}
