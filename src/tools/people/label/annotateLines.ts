import { join } from 'node:path'
import { columns, counted, holdfastCommand, shellWord, wrapWords } from '../../../kit.ts'
import { SECONDS_A_JUDGEMENT, WORDS_A_MINUTE } from './asking.ts'
import type { Population } from './population.ts'
import type { AnnotateFlags, WrittenSample } from './writeSample.ts'

/** How the sample was drawn. */
export interface SampleFacts extends Pick<AnnotateFlags, 'by' | 'items' | 'seed' | 'out' | 'labels'> {
  /** Kinds that are asked. */
  readonly kinds: ReadonlySet<string>
  readonly all: Pick<Population, 'kinds'>
  /** How many items it was drawn of. */
  readonly population: number
  /** How many items every rater gets. */
  readonly overlap: number
}

const HOW = { random: 'at random', doubt: 'by doubt', slice: 'by slice', doubtful: 'whole' } as const

/** What is printed of a sample: what was drawn, the pages and the key, how long it takes, and what comes next. */
export function annotateLines(written: WrittenSample, facts: SampleFacts, width: number): string[] {
  const { kinds, overlap, population, items, by, seed } = facts
  const text = (line: string) => wrapWords(line, width - 1, 2).map((part) => ` ${part}`)
  const lacking = [...facts.all.kinds].flatMap(([kind, isJudged]) => (isJudged && !kinds.has(kind) ? [kind] : []))
  const pages = written.raters.flatMap(({ rater, page, judgements, seconds }) =>
    page === undefined ? [] : [[rater, page, counted(judgements, 'judgement'), timeOf(seconds)]],
  )
  const idle = written.raters.flatMap(({ rater, page }) => (page === undefined ? [rater] : []))
  return [
    ...text(
      by === 'doubtful'
        ? `All ${counted(written.items, 'item')} whose verdicts are left to people, with ${counted(written.questions, 'question')} (${[...kinds].sort().join(', ')}).`
        : `Drawn ${HOW[by]}, seed ${seed}: ${written.items} of ${counted(population, 'item')}, with ${counted(written.questions, 'question')} (${[...kinds].sort().join(', ')}). A trial of an item counts as an item.`,
    ),
    ...(by !== 'doubtful' && items > population ? text(`There are no ${items}, so all are taken.`) : []),
    ...(overlap > 0 ? text(`Every rater gets ${counted(overlap, 'item')} of these, so that it can be told how far raters agree.`) : []),
    ...(lacking.length > 0
      ? text(
          `The judge was asked more: ${lacking.join(', ')}. Labels of some kinds measure the judge, but correct no score that takes all.`,
        )
      : []),
    '',
    ...columns([...pages, ['key', written.keyFile, 'not for raters', '']], new Set([0, 1, 2, 3])),
    ...(idle.length > 0 ? text(`Nothing is left to ask: ${idle.join(', ')}.`) : []),
    '',
    ...text(
      `Times are a guess: ${WORDS_A_MINUTE} words a minute, each text of an item read once, and ${SECONDS_A_JUDGEMENT} seconds a judgement.`,
    ),
    ...text(`Put the files that raters save into ${facts.out}. Then:`),
    `   ${holdfastCommand('judge')} ${labelFiles(written, facts)}`,
  ]
}

/** The key with the labels of this sample: in a folder with other keys, labels of other samples lie beside them. */
function labelFiles({ stem, otherKeys, keyFile }: WrittenSample, { out, labels = [] }: Pick<SampleFacts, 'out' | 'labels'>): string {
  if (labels.length > 0) return [shellWord(keyFile), ...labels.map(shellWord), `${shellWord(join(out, `${stem}-`))}*.jsonl`].join(' ')
  return `${shellWord(join(out, otherKeys > 0 ? stem : '/'))}*.jsonl`
}

/** `about 1 h 20 min`. */
function timeOf(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  // Whole ten minutes where it is long: it is no more exact.
  const shown = minutes > 60 ? Math.round(minutes / 10) * 10 : minutes
  const [hours, rest] = [Math.floor(shown / 60), shown % 60]
  return `about ${[hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')}`
}
