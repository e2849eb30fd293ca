import type { BoardLayout } from '../../src/kit.ts'
import { TASK_TITLES } from './tasks.ts'

/** RefuteBench 2.0 over several models: the transient and the persistent dialogue by task (paper, Tables 4 to 7). */
export function refutebenchBoard(keys: readonly string[]): BoardLayout {
  const tasks = Object.entries(TASK_TITLES)
  const columns = (protocol: string, figures: readonly (readonly [string, string])[]) =>
    tasks.flatMap(([task, title]) =>
      figures.map(([figure, label]) => ({ key: `${protocol}.${task}.${figure}`, label: `${title}: ${label}` })),
    )
  const counts = [...new Set(keys.flatMap((key) => /^persistent\.\w+\.(c\d+)$/.exec(key)?.[1] ?? []))]
  return {
    tables: [
      {
        title: 'Objections followed, and forgotten (transient)',
        columns: columns('transient', [
          ['satisfaction', 'followed'],
          ['turn1', 'answer 1'],
          ['turn3', 'answer 3'],
          ['forgetting', 'forgetting'],
        ]),
      },
      {
        title: 'Quality of the task (transient)',
        columns: columns('transient', [
          ['initial', 'first'],
          ['final', 'last'],
          ['drift', 'drift'],
        ]),
      },
      {
        title: 'After other queries (persistent)',
        columns: columns('persistent', [...counts.map((name) => [name, `C = ${name.slice(1)}`] as const), ['forgetting', 'forgetting']]),
      },
    ],
  }
}
