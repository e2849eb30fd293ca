import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { orUndefined, usageError } from '../../core/base/errors.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { votesOf } from '../../core/config/runSettings.ts'
import { redactedDocument } from '../../core/format/redactedRecord.ts'
import { type RunFolder, readItemRecords, readRunRecords, runFolder } from '../../core/format/runFolder.ts'
import { type BaselineChanges, isSimulated, type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'
import { baselineFiles, readBaseline } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline } from '../../deciding/baseline/compareWithBaseline.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { endedRecords } from '../../deciding/decide.ts'
import { standingNow } from '../../judging/certificate/certificate.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { comparisonBlocks, sectionId } from '../compare/comparisonBlocks.ts'
import { nextStep, runName } from '../decision/nextStep.ts'
import { suitesOf, suiteTitle } from '../decision/suiteRow.ts'
import type { SuiteViews } from '../suiteView.ts'
import { firstScreen } from './firstScreen.ts'
import { html, type Markup } from './markup.ts'
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
    // Without the suites that cannot be compared: their items did not change, they are others.
    flip:
      base &&
      flipsBySuite(
        records,
        base.records.filter(({ suite }) => document.baseline?.suites[suite]?.incomparable === undefined),
      ),
    // A baseline has no transcripts of its own, and its records no reasons.
    others: base?.folder && [{ records: readItemRecords(base.folder.items), folder: base.folder }],
    about: { runs: [pageRun(document.run.id, document), ...(against === null ? [] : [pageRun(against, base?.document)])], against },
  })
  const suites = suitesOf(document)
  const run = runName(realpathSync(folder.path), realpathSync(options.root))
  const page = pageDocument({
    heading: document.run.id,
    simulated: isSimulated(document),
    links: suites.map((suite) => ({ href: `#suite-${suite}`, text: suiteTitle(suite, document.presentation) })),
    index,
    summary: html`${firstScreen(
      document,
      await standingNow(document, votesOf(folder), options.root),
      nextStep(document, run),
    )}${suites.map((suite) => suiteSection(suite, options.views(suite), { document, records, run }, base))}`,
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

/** A run with the folder that has its transcripts. */
export interface PageComparedRun extends ComparedRun {
  readonly folder: RunFolder | undefined
}

/** One run against another, suite by suite, by name. */
export interface RunComparison {
  readonly other: PageComparedRun
  readonly suites: readonly SuiteComparison[]
}

/** Writes `compare.html` beside a run's page: differences from another run, and the items that pass in one only. @returns its path. */
export async function writeComparePage(folder: RunFolder, run: PageComparedRun, comparison: RunComparison, views: SuiteViews) {
  const { other } = comparison
  const about = { runs: [run, other].map(({ name, document }) => pageRun(name, document)), against: other.name }
  const flip = flipsBySuite(run.records, other.records)
  const index = await writeItems(folder, { records: run.records, views, flip, others: [other], about }, 'compare')
  const page = pageDocument({
    heading: `${run.name} against ${other.name}`,
    simulated: [run, other].some(({ document }) => isSimulated(document)),
    links: compareLinks(comparison),
    summary: compareSections(run, comparison, views),
    index,
  })
  const path = join(folder.path, 'compare.html')
  writeWhole(path, page)
  return path
}

/** What the compare page says before its items: the comparison, then pictures of both runs. */
export function compareSections(run: PageComparedRun, { other, suites }: RunComparison, views: SuiteViews): Markup {
  const pictures = suites.flatMap(({ suite }) => views(suite).comparePicture?.([run, other]) ?? [])
  return html`${pageBlocks(comparisonBlocks(other, run, suites, { flipped: false, all: true }))}
${pictures.length > 0 && html`<section class="suite" aria-labelledby="both-runs"><h2 id="both-runs">Both runs</h2><div class="pictures">${pictures}</div></section>`}`
}

/** Links to the section of each suite. */
export function compareLinks({ suites }: RunComparison): { readonly href: string; readonly text: string }[] {
  return suites.map(({ suite, shown }) => ({ href: `#${sectionId(suite)}`, text: shown?.title ?? suite }))
}
