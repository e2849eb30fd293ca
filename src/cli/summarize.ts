import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { SUITES } from '../../suites/catalogue.ts'
import { readJsonl } from '../base/data/jsonl.ts'
import { readJson } from '../base/data/readJson.ts'
import { HoldfastError } from '../base/errors.ts'
import { nearest } from '../base/text/nearest.ts'
import { resolveConfig } from '../config/resolve.ts'
import { votesOf } from '../config/runSettings.ts'
import type { SuiteDefinition } from '../config/suite.ts'
import { type ItemRecord, inOrder, itemRecord, latestRecords } from '../format/records.ts'
import { assertFreshFolder, type RunFolder, runFolder } from '../format/runFolder.ts'
import { scoresDocument } from '../format/scoresDocument.ts'
import { suiteRules } from '../results/compare/suiteComparison.ts'
import { decideMerged } from '../results/gates/decideMerged.ts'
import { mergeDocuments, missingShards } from '../results/mergeDocuments.ts'
import { type MetricRange, withIntervals } from '../stats/intervals.ts'
import { suiteScores } from '../stats/summary/suiteScores.ts'
import { findSuite } from './findSuite.ts'
import { loadOptions } from './loadOptions.ts'
import { openOutput } from './output.ts'
import { writeMergedRun } from './writeMergedRun.ts'

/** `holdfast summarize <suite> <paths…>`: item records to scores.json; several paths are merged. */
export function summarizeCommand(): Command {
  return new Command('summarize')
    .description('Summarize item records as a scores.json document. Several files or run folders, for instance shards, are merged.')
    .argument('<suite>', 'name of the suite')
    .argument('<paths...>', 'items.jsonl files or run folders')
    .option('--run <folder>', 'folder to merge them into as a run of its own: records, calls, scores.json, report.md, index.html')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(summarize)
}

async function summarize(suite: string, paths: readonly string[], { run, out }: { run?: string; out?: string }): Promise<void> {
  const definition = findDefinition(suite)
  if (run !== undefined) assertFreshFolder(run)
  const sources = paths.map(locate)
  const records: ItemRecord[] = []
  for (const { items } of sources) for await (const record of readJsonl(items, itemRecord)) if (record.suite === suite) records.push(record)
  if (records.length === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to summarize ${paths.join(', ')}: no record of the suite ${suite}. Name its items.jsonl or run folder.`,
    )
  const latest = inOrder(latestRecords(records))
  const scores = suiteScores(latest, withIntervals(latest, await definition.summarizer(), definition.range))
  const documents = sources.flatMap(({ folder }) => (folder && existsSync(folder.scores) ? [readJson(folder.scores, scoresDocument)] : []))
  const root = process.cwd()
  const config = resolveConfig(await loadOptions(root), process.env, root, SUITES)
  const merged = mergeDocuments(suite, latest, scores, documents, basename(paths[0] ?? ''))
  const folders = sources.flatMap(({ folder }) => folder ?? [])
  const parts = {
    sharded: documents.some(({ run }) => run.shard !== undefined),
    missing: missingShards(documents),
    votes: folders.map(votesOf).find((votes) => votes !== undefined),
  }
  const decided = await decideMerged(definition, merged, latest, parts, config)
  const { document, reasons } = decided
  if (run !== undefined) await writeMergedRun(runFolder(run), folders, latest, decided, { root, baseline: config.gates?.baseline })
  if (run === undefined || out !== undefined) {
    const output = openOutput(out)
    await output.line(JSON.stringify(document, null, 2))
    await output.close()
  }
  if (reasons.length === 0) return
  process.stderr.write(`exit 1: ${reasons.join('; ')}.\n`)
  // Of a whole run the document says how it came out; of parts nobody has said it yet.
  if (parts.sharded) process.exitCode = 1
}

type Summarized = Pick<SuiteDefinition, 'name' | 'roles' | 'summarizer' | 'lowerIsBetter'> & { readonly range?: MetricRange }

/** A bundled suite. A name that is nearly one is mistyped; any other may be a benchmark of the user's own. */
function findDefinition(name: string): Summarized {
  const bundled = SUITES.find((suite) => suite.name === name)
  if (bundled) return bundled
  const near = nearest(
    name,
    SUITES.map((suite) => suite.name),
  )
  return near === undefined ? ownSuite(name) : findSuite(name)
}

/** A benchmark of the user's own, whose summary stands in a test file: its mean total, overall and by task. */
function ownSuite(name: string): Summarized {
  process.stderr.write(`${name} is no bundled suite: its metrics here are the mean total, overall and by task.\n`)
  return { name, roles: ['candidate', 'judge'], summarizer: async () => (await suiteRules(name, true)).summarize }
}

/** Where the records of a path are, and the run folder it is, if one. */
function locate(path: string): { items: string; folder: RunFolder | undefined } {
  if (!existsSync(path))
    throw new HoldfastError('USAGE', `Failed to summarize ${path}: no such file or folder. Name an items.jsonl or a run folder.`)
  if (!statSync(path).isDirectory()) return { items: path, folder: undefined }
  const folder = runFolder(path)
  if (!existsSync(folder.items)) throw new HoldfastError('USAGE', `Failed to summarize ${path}: it has no items.jsonl. Name a run folder.`)
  return { items: folder.items, folder }
}
