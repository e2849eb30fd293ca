import { join } from 'node:path'
import { columns, counted, holdfastCommand, shellWord, wrapWords } from '../../../kit.ts'
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

/** What is printed of a sample: what was drawn, the pages and the key, and what comes next. */
export function annotateLines(written: WrittenSample, facts: SampleFacts, width: number): string[] {
  const { kinds, overlap, population, items, by, seed } = facts
  const text = (line: string) => wrapWords(line, width - 1, 2).map((part) => ` ${part}`)
  const lacking = [...facts.all.kinds].flatMap(([kind, isJudged]) => (isJudged && !kinds.has(kind) ? [kind] : []))
  const pages = written.raters.flatMap(({ rater, page, judgements }) =>
    page === undefined ? [] : [[rater, page, counted(judgements, 'judgement')]],
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
    ...columns([...pages, ['key', written.keyFile, 'not for raters']], new Set([0, 1, 2])),
    ...(idle.length > 0 ? text(`Nothing is left to ask: ${idle.join(', ')}.`) : []),
    '',
    ...text(`Put the files that raters save into ${facts.out}. Then:`),
    `   ${holdfastCommand('judge')} ${labelFiles(written, facts)}`,
  ]
}

/** The key with the labels of this sample: in a folder with other keys, labels of other samples lie beside them. */
function labelFiles({ stem, otherKeys, keyFile }: WrittenSample, { out, labels = [] }: Pick<SampleFacts, 'out' | 'labels'>): string {
  if (labels.length > 0) return [shellWord(keyFile), ...labels.map(shellWord), `${shellWord(join(out, `${stem}-`))}*.jsonl`].join(' ')
  return `${shellWord(join(out, otherKeys > 0 ? stem : '/'))}*.jsonl`
}
