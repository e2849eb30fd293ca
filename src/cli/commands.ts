import type { ListedCommand } from '../running/worker/suiteCommand.ts'

/** The few verbs of the engine, as the list shows them; tools and suites bring their own. */
export const COMMANDS: readonly ListedCommand[] = [
  { name: 'score', summary: 'Score saved model outputs offline.', load: async () => (await import('./score.ts')).scoreCommand },
  {
    name: 'summarize',
    summary: 'Summarize item records, or merge shards, as scores.json.',
    load: async () => (await import('./summarize.ts')).summarizeCommand,
  },
  {
    name: 'plan',
    summary: 'Show what a run would do and cost, without a call.',
    load: async () => (await import('./plan.ts')).planCommand,
  },
  { name: 'runs', summary: 'List the runs under reports/runs.', load: async () => (await import('./runs.ts')).runsCommand },
  { name: 'show', summary: 'Show a run, its failed items, or one item.', load: async () => (await import('./show.ts')).showCommand },
  { name: 'open', summary: 'Open the page of a run in the browser.', load: async () => (await import('./open.ts')).openCommand },
  { name: 'compare', summary: 'Compare runs item by item.', load: async () => (await import('./compare.ts')).compareCommand },
  { name: 'report', summary: 'Write the page of a run again.', load: async () => (await import('./report.ts')).reportCommand },
  {
    name: 'baseline',
    summary: 'Make a run the baseline of that name.',
    load: async () => (await import('./baseline.ts')).baselineCommand,
  },
  { name: 'cache', summary: 'Look at the response cache, or empty it.', load: async () => (await import('./cache.ts')).cacheCommand },
  {
    name: 'rejudge',
    summary: "Judge a run's answers again, without the candidate.",
    load: async () => (await import('./rejudge.ts')).rejudgeCommand,
  },
  { name: 'init', summary: 'Make a new suite in suites/<name>.', load: async () => (await import('./init.ts')).initCommand },
]
