import type { BoardLayout, LayOutBoard } from '../../src/kit.ts'
import { ASKED_AGAIN, TASK_TITLES } from './tasks.ts'

/** RefuteBench 2.0 over several models: the transient and the persistent dialogue by task (paper, Tables 4 to 7). */
export function refutebenchBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const tasks = Object.entries(TASK_TITLES)
  const columns = (protocol: string, figures: readonly (readonly [string, string])[]) =>
    tasks.flatMap(([task, title]) =>
      figures.map(([figure, label]) => ({ key: `${protocol}.${task}.${figure}`, label: `${title}: ${label}` })),
    )
  const counts = [...new Set(Object.values(metrics).flatMap(({ group, part }) => (group === ASKED_AGAIN ? (part ?? []) : [])))]
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
        columns: columns('persistent', [...counts.map((name) => [`c${name}`, `C = ${name}`] as const), ['forgetting', 'forgetting']]),
      },
    ],
  }
}
