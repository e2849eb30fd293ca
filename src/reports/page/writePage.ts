import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { orUndefined, usageError } from '../../core/base/errors.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { votesOf } from '../../core/config/runSettings.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { redactedDocument } from '../../core/format/redactedRecord.ts'
import { type RunFolder, readItemRecords, readRunRecords, runFolder } from '../../core/format/runFolder.ts'
import { type BaselineChanges, isSimulated, type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'
import { baselineFiles, readBaseline } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline } from '../../deciding/baseline/compareWithBaseline.ts'
import { endedRecords } from '../../deciding/decide.ts'
import { certificateText } from '../../judging/certificate/certificate.ts'
import { suiteTitle } from '../decision/metricNaming.ts'
import { nextStep, runName } from '../decision/nextStep.ts'
import { suitesOf } from '../decision/suiteRow.ts'
import type { SuiteViews } from '../suiteView.ts'
import { firstScreen } from './firstScreen.ts'
import { html } from './markup.ts'
import { pageDocument } from './pageDocument.ts'
import { flipsBySuite, pageRun, writeItems } from './pageItems.ts'
import { suiteSection } from './suiteSection.ts'

/** What the files of a run do not say. */
export interface PageOptions {
  /** Folder with `reports/baselines` and `reports/judges`. */
  readonly root: string
  /** Name of the baseline to show beside its figures. Default: the one that its gates name, as scores.json says. */
  readonly baseline?: string | undefined
  /** How the run changed from that baseline, where scores.json does not say it of this one. */
  readonly changes?: BaselineChanges | undefined
  /** How each suite is shown. */
  readonly views: SuiteViews
}

/**
 * Writes `index.html` and the `data` folder of a run, item by item: it may be larger than memory. @returns its path. @throws HoldfastError
 * for a run that did not end.
 */
export async function writePage(folder: RunFolder, options: PageOptions): Promise<string> {
  if (!existsSync(folder.scores))
    throw usageError(`Failed to write the page of ${folder.path}: no scores.json, the run did not end. Name a finished run.`)
  const scores = redactedDocument(readJson(folder.scores, scoresDocument))
  const base = readBase(options, scores)
  const document: ScoresDocument = { ...scores, baseline: shownChanges(scores, base, options.changes) }
  const records = endedRecords(readRunRecords(folder), { interrupted: scores.run.incomplete?.interrupted ?? false })
  const against = base ? `baseline ${base.name}` : null
  const index = await writeItems(folder, {
    records,
    views: options.views,
    flip: base && flipsBySuite(records, comparable(base.records, document.baseline)),
    // A baseline has no transcripts of its own, and its records no reasons.
    others: base?.folder && [{ records: readItemRecords(base.folder.items), folder: base.folder }],
    about: { runs: [pageRun(document.run.id, document), ...(against === null ? [] : [pageRun(against, base?.document)])], against },
  })
  const suites = suitesOf(document)
  const page = pageDocument({
    heading: document.run.id,
    simulated: isSimulated(document),
    links: suites.map((suite) => ({ href: `#suite-${suite}`, text: suiteTitle(suite, document.presentation) })),
    index,
    summary: html`${firstScreen(
      document,
      await certificateText(document, votesOf(folder), options.root),
      nextStep(document, runName(realpathSync(folder.path), realpathSync(options.root))),
    )}${suites.map((suite) => suiteSection(suite, options.views(suite), { document, records }, base))}`,
  })
  writeWhole(folder.page, page)
  return folder.page
}

type Base = ReturnType<typeof readBase>

/** The baseline, if there is one that can be read: the page is of use without. Its folder is of the run it was made from, where that is still here. */
function readBase({ root, baseline }: PageOptions, scores: ScoresDocument) {
  const name = baseline ?? scores.baseline?.name
  if (name === undefined) return undefined
  return orUndefined(() => {
    const document = readBaseline(root, name)
    return { name, document, records: readItemRecords(baselineFiles(root, name).items), folder: findRunOf(document, root) }
  })
}

/** How the run changed from the baseline that is shown: as its scores say it, unless that was another one. */
function shownChanges({ baseline }: ScoresDocument, base: Base, changes: BaselineChanges | undefined): BaselineChanges | undefined {
  if (!base) return baseline
  return isOfBaseline(baseline, base.name, base.document) ? baseline : (changes ?? baselineChanges(base.name, base.document, {}))
}

/** The baseline's records without the suites that cannot be compared: their items did not change, they are others. */
function comparable(records: readonly ItemRecord[], changes: BaselineChanges | undefined): ItemRecord[] {
  return records.filter(({ suite }) => changes?.suites[suite]?.incomparable === undefined)
}

/** The folder of the run that a baseline was made from, if it is still under `reports/runs`: a baseline has no transcripts. */
function findRunOf({ run }: ScoresDocument, root: string): RunFolder | undefined {
  const runs = join(root, 'reports', 'runs')
  // Folders are named after their run, so that few have to be read.
  const names = existsSync(runs) ? readdirSync(runs).filter((name) => name.includes(run.id)) : []
  return names
    .map((name) => runFolder(join(runs, name)))
    .find(({ scores, items, calls }) => {
      if (!existsSync(scores) || !existsSync(items) || !existsSync(calls)) return false
      const { id, startedAt } = readJson(scores, scoresDocument).run
      return id === run.id && startedAt === run.startedAt
    })
}
