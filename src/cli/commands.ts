import type { ListedCommand } from '../running/worker/suiteCommand.ts'

/** The commands that are no suite's own, as the list shows them. */
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
  {
    name: 'board',
    summary: 'Set many models side by side.',
    load: async () => (await import('../tools/board/boardCommand.ts')).boardCommand,
  },
  {
    name: 'history',
    summary: 'Follow metrics over runs, with alarms.',
    load: async () => (await import('../tools/history/historyCommand.ts')).historyCommand,
  },
  {
    name: 'canary',
    summary: 'Notice that an endpoint serves another model than before.',
    load: async () => (await import('../tools/history/canary/canaryCommand.ts')).canaryCommand,
  },
  { name: 'report', summary: 'Write the page of a run again.', load: async () => (await import('./report.ts')).reportCommand },
  {
    name: 'baseline',
    summary: 'Make a run the baseline of that name.',
    load: async () => (await import('./baseline.ts')).baselineCommand,
  },
  { name: 'cache', summary: 'Look at the response cache, or empty it.', load: async () => (await import('./cache.ts')).cacheCommand },
  { name: 'batch', summary: 'Run by a Batch API.', load: async () => (await import('../tools/batch/batchCommand.ts')).batchCommand },
  {
    name: 'rejudge',
    summary: "Judge a run's answers again, without the candidate.",
    load: async () => (await import('./rejudge.ts')).rejudgeCommand,
  },
  {
    name: 'shrink',
    summary: 'Find the smallest conversation that still fails.',
    load: async () => (await import('../tools/shrink/shrinkCommand.ts')).shrinkCommand,
  },
  {
    name: 'influence',
    summary: 'Show which turn of an item changes its outcome.',
    load: async () => (await import('../tools/shrink/influenceCommand.ts')).influenceCommand,
  },
  {
    name: 'annotate',
    summary: 'Draw items of a run for people to label.',
    load: async () => (await import('../tools/people/label/annotateCommand.ts')).annotateCommand,
  },
  {
    name: 'judge',
    summary: 'Measure a judge against the labels of people.',
    load: async () => (await import('../tools/people/measure/judgeCommand.ts')).judgeCommand,
  },
  {
    name: 'correlate',
    summary: 'Correlate judge and other measures with labels.',
    load: async () => (await import('../tools/people/correlate/correlateCommand.ts')).correlateCommand,
  },
  {
    name: 'explore',
    summary: 'Run the tests that explore dialogues, with more calls.',
    load: async () => (await import('./explore.ts')).exploreCommand,
  },
  {
    name: 'export',
    summary: 'Write a run in a format of others.',
    load: async () => (await import('../tools/exchange/exportCommand.ts')).exportCommand,
  },
  { name: 'init', summary: 'Make a new suite in suites/<name>.', load: async () => (await import('./init.ts')).initCommand },
  {
    name: 'data',
    summary: 'List, pull and verify official data, and make more.',
    load: async () => (await import('../tools/data/dataCommand.ts')).dataCommand,
  },
]
