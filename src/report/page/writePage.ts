import { existsSync } from 'node:fs'
import { readJson } from '../../base/data/readJson.ts'
import { HoldfastError } from '../../base/errors.ts'
import { writeWhole } from '../../base/files/writeWhole.ts'
import { votesOf } from '../../config/runSettings.ts'
import type { ItemRecord } from '../../format/records.ts'
import { redactedDocument } from '../../format/redactedDocument.ts'
import type { RunFolder } from '../../format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../format/scoresDocument.ts'
import { certificateText } from '../../judges/certificate/certificateText.ts'
import { baselineFiles, readBaseline, readItemRecords } from '../../results/baseline/baseline.ts'
import type { SuiteViews } from '../suiteView.ts'
import { findRunOf } from './findRunOf.ts'
import { firstScreen } from './firstScreen.ts'
import { flipsBySuite } from './itemIndex.ts'
import { html } from './markup.ts'
import { pageDocument } from './pageDocument.ts'
import { PageItems } from './pageItems.ts'
import { pageRun } from './pageRun.ts'
import { suiteSection } from './suiteSection.ts'
import { runVerdict } from './verdict.ts'

/** What the files of a run do not say. */
export interface PageOptions {
  /** Folder with `reports/baselines` and `reports/judges`. */
  readonly root: string
  /** Name of the baseline that the gates measured drops by. */
  readonly baseline?: string | undefined
  /** How each suite is shown. */
  readonly views: SuiteViews
  /** Why the run exits 1. */
  readonly reasons?: readonly string[]
  /** The run's items, where they are at hand; else they are read. */
  readonly records?: readonly ItemRecord[] | undefined
  /** The same, where they were written as they came. */
  readonly items?: PageItems | undefined
}

/** A page that was written. */
export interface WrittenPage {
  readonly path: string
  /** Characters of the page and of what lies beside it. */
  readonly size: number
  readonly dataSize: number
}

interface Base {
  readonly name: string
  readonly document: ScoresDocument
  readonly records: readonly ItemRecord[]
  /** The run it was made from, where that is still here. */
  readonly folder: RunFolder | undefined
}

/**
 * Writes `index.html` and the `data` folder of a run that ended: static, opened from disk, without a network. Calls are read
 * item by item, so a run may be larger than memory.
 *
 * @throws HoldfastError for a run that did not end.
 */
export async function writePage(folder: RunFolder, options: PageOptions): Promise<WrittenPage> {
  if (!existsSync(folder.scores))
    throw new HoldfastError(
      'USAGE',
      `Failed to write the page of ${folder.path}: no scores.json, the run did not end. Name a finished run.`,
    )
  const document = redactedDocument(readJson(folder.scores, scoresDocument))
  const records = options.records ?? (existsSync(folder.items) ? readItemRecords(folder.items) : [])
  const base = readBase(options)
  const items = options.items ?? writeItems(folder, records, base, options.views)
  const { index, dataSize } = items.close(
    [pageRun(document.run.id, document), ...(base ? [pageRun(`baseline ${base.name}`, base.document)] : [])],
    base ? `baseline ${base.name}` : null,
  )
  const simulated = Object.values(document.run.roles).some((role) => role.simulated)
  const suites = Object.entries(document.suites)
  const page = pageDocument({
    title: `holdfast · ${suites.map(([suite]) => suite).join(', ')} · ${document.run.id}`,
    links: suites.map(([suite]) => ({ href: `#suite-${suite}`, text: suite })),
    index,
    summary: html`${firstScreen({
      document,
      verdict: runVerdict(document, options.reasons),
      certificate: await certificateText(document, votesOf(folder), options.root),
      baseline: base,
    })}${suites.map(([suite, scores]) =>
      suiteSection({
        suite,
        view: options.views(suite),
        presentation: document.presentation?.[suite],
        scores,
        simulated,
        source: document.run.data[suite]?.source,
        metrics: scores.metrics,
        base: base?.document.suites[suite]?.metrics,
        records: records.filter((record) => record.suite === suite),
        baseRecords: base?.records.filter((record) => record.suite === suite),
      }),
    )}`,
  })
  writeWhole(folder.page, page)
  return { path: folder.page, size: page.length, dataSize }
}

/** The baseline, if there is one that can be read: the page is of use without. */
function readBase({ root, baseline }: PageOptions): Base | undefined {
  if (baseline === undefined) return undefined
  const { scores, items } = baselineFiles(root, baseline)
  if (!existsSync(scores) || !existsSync(items)) return undefined
  const document = readBaseline(root, baseline)
  return { name: baseline, document, records: readItemRecords(items), folder: findRunOf(document, root) }
}

/** The items of a run, where they were not written as they came. */
function writeItems(folder: RunFolder, records: readonly ItemRecord[], base: Base | undefined, views: SuiteViews): PageItems {
  const items = new PageItems(folder, views, base && { flips: flipsBySuite(records, base.records), folder: base.folder })
  items.add(records)
  return items
}
