import { stripVTControlCharacters } from 'node:util'
import { remembered } from '../../core/base/remembered.ts'
import { counted } from '../../core/base/text/counted.ts'
import { modelText } from '../../core/format/modelText.ts'
import { type ItemRecord, trialKey } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { measuredRole, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import { digitsApart } from '../decision/suiteRow.ts'
import { itemFindings } from '../itemFindings.ts'
import { FILE_WIDTH } from '../layout.ts'
import type { SuiteView, SuiteViews } from '../suiteView.ts'
import { chunkFolder } from './chunks.ts'
import { lostPoints } from './failureGroups.ts'
import type { Flip, IndexRow, PageIndex, RecordDetail } from './shared/pageIndex.ts'
import { reasonParts } from './shared/reasonParts.ts'
import { sliceNames } from './slices.ts'
import { transcriptRows } from './transcripts.ts'

/** Lost points of an item that it is listed under. */
const POINTS = 6

/** The index of a page, to be filled row by row; names that repeat are stored once. */
function pageIndex(about: Pick<PageIndex, 'runs' | 'against'>) {
  const names = { suites: [] as string[], tasks: [] as string[], tags: [] as string[], lost: [] as string[] }
  const placeIn = (list: string[]) => remembered((name: string) => list.push(name) - 1)
  const [suite, task, tag, lost] = [placeIn(names.suites), placeIn(names.tasks), placeIn(names.tags), placeIn(names.lost)]
  const index = { ...about, ...names, rows: [] as IndexRow[] } satisfies PageIndex
  const add = (record: ItemRecord, { lostPoint }: SuiteView, own: Pick<IndexRow, 'flip' | 'record' | 'transcripts'>) => {
    const { total } = record.scores
    const points = new Set(lostPoints(record, lostPoint).map(({ name }) => name))
    index.rows.push({
      suite: suite(record.suite),
      task: task(record.task),
      id: record.item,
      trial: record.trial,
      state: record.status,
      total: total === undefined ? null : Number(total.toFixed(4)),
      tags: sliceNames(record).slice(1).map(tag),
      lost: [...points].slice(0, POINTS).map(lost),
      ...own,
    })
  }
  return { index, add }
}

/** How each item changed from another run, of the items that both have scored. */
export function flipsBySuite(records: readonly ItemRecord[], base: readonly ItemRecord[] | undefined) {
  if (!base) return (): Flip => ''
  const passes = (some: readonly ItemRecord[]) => {
    const suites = [...new Set(some.map(({ suite }) => suite))]
    const items = suites.flatMap((name) =>
      combineTrials(some.filter(({ suite }) => suite === name)).flatMap(({ item, scored, status }) =>
        scored ? [[JSON.stringify([name, item]), status === 'passed'] as const] : [],
      ),
    )
    return new Map(items)
  }
  const [now, before] = [passes(records), passes(base)]
  return ({ suite, item }: Pick<ItemRecord, 'suite' | 'item'>): Flip => {
    const key = JSON.stringify([suite, item])
    const [pass, passed] = [now.get(key), before.get(key)]
    if (pass === undefined || passed === undefined || pass === passed) return ''
    return pass ? 'gained' : 'lost'
  }
}

/** A run by the model it is about: the candidate, or the judge where there is none. */
export function pageRun(name: string, document: ScoresDocument | undefined): PageIndex['runs'][number] {
  const measured = document && measuredRole(document.run)
  return { name, model: measured ? modelText(measured) : '', simulated: measured?.simulated ?? false }
}

/** The items of a page, and what they are set beside. */
export interface PageItems {
  readonly records: readonly ItemRecord[]
  readonly views: SuiteViews
  /** How an item changed. Default: none did. */
  readonly flip?: ((record: ItemRecord) => Flip) | undefined
  /** Runs that stand beside an item that changed; one without a folder has no transcripts. */
  readonly others?: readonly { readonly records: readonly ItemRecord[]; readonly folder: RunFolder | undefined }[] | undefined
  readonly about: Pick<PageIndex, 'runs' | 'against'>
}

/** Writes the items of a page into chunks, in place of earlier ones. @param kind a page that compares runs has items that changed only. */
export async function writeItems(
  folder: RunFolder,
  { records, views, flip: flipOf = () => '', others: beside = [], about }: PageItems,
  kind: 'run' | 'compare' = 'run',
): Promise<PageIndex> {
  const data = chunkFolder(folder.data, `${kind}-`)
  const { index, add } = pageIndex(about)
  const details = data.rows('records')
  const transcripts = transcriptRows(folder, data, 'calls')
  const findings = await itemFindings.open()
  const others = beside.map((other, at) => ({
    records: new Map(other.records.map((record) => [trialKey(record), record])),
    transcripts: other.folder && transcriptRows(other.folder, data, `${at + 1}-calls`),
  }))
  for (const record of records) {
    const flip = flipOf(record)
    if (flip === '' && kind === 'compare') continue
    const row = index.rows.length
    const view = views(record.suite)
    const changed = flip === '' ? [] : others.map((other) => ({ ...other, found: other.records.get(trialKey(record)) }))
    const { reason, error, scores } = record
    const found = findings?.(folder, record, { isSaid: false, width: FILE_WIDTH }).map(stripVTControlCharacters).join('\n').trim()
    const detail: RecordDetail = {
      reason,
      error,
      rule: scoreRule(record, view),
      scores,
      findings: found ? data.stored(found, 'what was found') : undefined,
      others: changed.map(({ found }) => (found ? { state: found.status, rule: scoreRule(found, view), reason: found.reason } : null)),
    }
    const places = [
      transcripts.add(row, record, view),
      ...changed.map(({ found, transcripts: own }) => (found && own?.add(row, found, view)) ?? null),
    ]
    add(record, view, { flip, record: details.add(row, detail), transcripts: places })
  }
  details.flush()
  for (const own of [transcripts, ...others.map((other) => other.transcripts)]) own?.close()
  return index
}

const OVER_MAXIMUM = 'made by points over their maximum'
/** The most that toFixed takes. */
const MOST_DIGITS = 100

/** An item's score with what it needs, in words: of several matchers each must pass. Undefined for an item without a score. */
export function scoreRule(record: ItemRecord, { rule }: SuiteView): string | undefined {
  const { scores, threshold, status, reason = '' } = record
  const { total } = scores
  if (total === undefined || (status !== 'passed' && status !== 'failed')) return undefined
  const own = rule?.(record)
  if (own !== undefined) return own
  const failed = status === 'failed' ? reasonParts(reason).length : 0
  if (failed === 1 && reason.includes(OVER_MAXIMUM)) return `score ${total.toFixed(3)}, ${OVER_MAXIMUM}`
  if (failed > 1 || (failed === 1 && threshold !== undefined && total >= threshold))
    return `${counted(failed, 'check')} failed, every check must pass; mean ${total.toFixed(3)}`
  if (threshold === undefined) return `score ${total.toFixed(3)}`
  const digits = digitsApart(total, threshold, 3, MOST_DIGITS)
  return `score ${total.toFixed(digits)}, needs ${threshold.toFixed(digits)}`
}
