import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { madeDocument, madeScores } from '../madeDocument.ts'
import { temporaryFolder } from './fixtureRun.ts'

/** A run in short: total of each item, by task where there are several. */
export interface TotalsRun {
  readonly totals: Readonly<Record<string, readonly number[]>>
  readonly suite?: string
  readonly model?: string
  readonly sha256?: string
}

const FULL = 1 - 1e-6

/** Writes run folders under reports/runs of an empty folder, the last of them `latest`. */
export function rootWith(runs: Readonly<Record<string, TotalsRun>>): string {
  const root = temporaryFolder()
  for (const [name, run] of Object.entries(runs)) writeRun(join(root, 'reports', 'runs', name), run)
  symlinkSync(Object.keys(runs).at(-1) ?? '', join(root, 'reports', 'runs', 'latest'), 'dir')
  return root
}

function writeRun(path: string, { totals, suite = 'demo', model = 'openai:demo', sha256 = '0'.repeat(64) }: TotalsRun): void {
  const records = Object.entries(totals).flatMap(([task, own]) =>
    own.map(
      (total, index): ItemRecord => ({
        suite,
        item: `${task}/${index}`,
        task,
        trial: 0,
        status: total >= FULL ? 'passed' : 'failed',
        tags: {},
        scores: { total },
      }),
    ),
  )
  const time = '2026-11-22T05:00:00.000Z'
  const document = madeDocument({
    run: {
      id: `kestrel-${basename(path)}`,
      startedAt: time,
      finishedAt: time,
      roles: { candidate: { model, simulated: model.startsWith('sim:') } },
      data: { [suite]: { source: 'demo', sha256, items: records.length } },
    },
    suites: { [suite]: madeScores({ items: records.length, headline: 'score', metrics: figuresOf(totals) }) },
  })
  const folder = runFolder(path)
  mkdirSync(path, { recursive: true })
  writeFileSync(folder.items, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  writeFileSync(folder.scores, JSON.stringify(document))
}

/** The mean of all items, and of each task where there are several. */
function figuresOf(totals: TotalsRun['totals']) {
  const figure = (label: string, own: readonly number[]) => ({
    value: own.reduce((sum, total) => sum + total, 0) / own.length,
    n: own.length,
    ci95: null,
    label,
    range: [0, 1] as const,
    better: 'higher' as const,
  })
  const tasks = Object.entries(totals).map(([task, own]) => [`score.${task}`, figure(task, own)] as const)
  return { score: figure('score', Object.values(totals).flat()), ...(tasks.length > 1 && Object.fromEntries(tasks)) }
}

/** So many items of one total. */
export const times = (count: number, total: number) => Array.from({ length: count }, () => total)

/**
 * Runs of 40 items each.
 *
 * Of 40 items the second lost half of 20: the change is -0.25. Its differences have the variance 40/39 * 0.0625, so that the
 * standard error is sqrt(0.0625 / 39) = 0.04003. By itself 0.75 with that error is as 117 yes-or-no observations, lowered by
 * Student's t for 39 degrees of freedom, (1.96 / 2.0227)², to 109.86: Wilson's 0.6615 to 0.8216. Of 40 items without one that
 * differs z² / (40 + z²) = 0.0876 may: 0.9124 to 1. The two do not correlate: down 0.0885, up sqrt(0.0716² + 0.0876²) = 0.1132.
 */
export const DEMO = {
  good: { totals: { demo: times(40, 1) } },
  half: { totals: { demo: [...times(20, 0.5), ...times(20, 1)] } },
  // As good as half, on other items.
  other: { totals: { demo: [...times(10, 1), ...times(20, 0.5), ...times(10, 1)] } },
  low: { totals: { demo: [...times(10, 0.25), ...times(20, 0), ...times(10, 0.5)] } },
}

/** What is said once, on stderr, of a suite that no file here declares. */
export const NOTE = 'No test file here declares demo: its metrics are the mean total, overall and by task.\n'
