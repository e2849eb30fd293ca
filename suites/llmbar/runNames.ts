import type { ComparedRun } from '../../src/kit.ts'

/** What runs are called in a picture: the strategy, with the judge where there are several judges. */
export function runNames(runs: readonly ComparedRun[]): string[] {
  const judges = new Set(runs.map(judgeOf))
  return runs.map((run) => {
    const strategy = [run.records.find(({ suite }) => suite === 'llmbar')?.tags.strategy ?? run.name].flat()[0] ?? run.name
    return judges.size > 1 ? `${strategy}, ${judgeOf(run)}` : strategy
  })
}

function judgeOf({ document }: ComparedRun): string {
  return document?.run.roles.judge?.model ?? ''
}
