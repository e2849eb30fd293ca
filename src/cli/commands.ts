import type { ListedCommand } from '../running/worker/suiteCommand.ts'

const ENTRIES: readonly (readonly [name: string, summary: string, load: ListedCommand['load']])[] = [
  ['score', 'Score saved model outputs offline.', async () => (await import('./score.ts')).scoreCommand],
  ['summarize', 'Summarize item records, or merge shards, as scores.json.', async () => (await import('./summarize.ts')).summarizeCommand],
  ['plan', 'Show what a run would do and cost, without a call.', async () => (await import('./plan.ts')).planCommand],
  ['runs', 'List the runs under reports/runs.', async () => (await import('./runs.ts')).runsCommand],
  ['show', 'Show a run, its failed items, or one item.', async () => (await import('./show.ts')).showCommand],
  ['open', 'Open the page of a run in the browser.', async () => (await import('./open.ts')).openCommand],
  ['compare', 'Compare runs item by item.', async () => (await import('./compare.ts')).compareCommand],
  ['report', 'Write the page of a run again.', async () => (await import('./report.ts')).reportCommand],
  ['baseline', 'Make a run the baseline of that name.', async () => (await import('./baseline.ts')).baselineCommand],
  ['cache', 'Look at the response cache, or empty it.', async () => (await import('./cache.ts')).cacheCommand],
  ['rejudge', "Judge a run's answers again, without the candidate.", async () => (await import('./rejudge.ts')).rejudgeCommand],
  ['init', 'Make a new suite in suites/<name>.', async () => (await import('./init.ts')).initCommand],
]

/** The few verbs of the engine, as the list shows them; tools and suites bring their own. */
export const COMMANDS: readonly ListedCommand[] = ENTRIES.map(([name, summary, load]) => ({ name, summary, load }))
