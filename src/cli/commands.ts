import type { ListedCommand } from '../running/worker/suiteCommand.ts'

type Verb = readonly [name: string, summary: string, load: Required<ListedCommand>['load'], group?: string]

const VERBS: readonly Verb[] = [
  ['plan', 'What a run would do and cost, without a call.', async () => (await import('./plan.ts')).planCommand],
  ['init', 'The plugin and a first test, a suite, or a job for CI.', async () => (await import('./init.ts')).initCommand],
  ['show', 'The runs, one run, or one item with its conversation.', async () => (await import('./show.ts')).showCommand],
  ['compare', 'Whether a run is better than another.', async () => (await import('./compare.ts')).compareCommand],
  ['judge', 'Whether the judge can be trusted.', async () => (await import('./judge.ts')).judgeCommand],
  ['judge again', 'Judge the answers of a run by another judge.', async () => (await import('./judgeAgain.ts')).judgeAgainCommand],
  ['merge', 'Put the parts of a run together, and decide its gates.', async () => (await import('./merge.ts')).mergeCommand, 'Runs'],
  ['score', 'Score saved outputs, without a run.', async () => (await import('./score.ts')).scoreCommand, 'Runs'],
  ['cache', 'How many answers the cache holds.', async () => (await import('./cache.ts')).cacheCommand, 'Calls'],
  ['cache clear', 'Remove all answers.', async () => (await import('./cache.ts')).cacheClearCommand],
]

/** The verbs of the engine, as the lists show them; tools bring their own. */
export const COMMANDS: readonly ListedCommand[] = VERBS.map(([name, summary, load, group]) => ({
  name,
  summary,
  load,
  ...(group && { group }),
}))
