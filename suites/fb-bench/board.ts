import { type BoardLayout, groupColumns, type LayOutBoard } from '../../src/kit.ts'
import { TASKS } from './names.ts'

/** FB-Bench over several models: scenarios (paper, Table 3), tasks, and what the slices of correction and maintenance give. */
export function fbBenchBoard(metrics: Parameters<LayOutBoard>[0]): BoardLayout {
  const tasks = (scenario: 'ec' | 'rm') => TASKS.map((task) => ({ key: `${scenario}.task.${task}`, label: task }))
  return {
    tables: [
      {
        title: 'Scenarios',
        columns: [
          { key: 'overall', label: 'overall' },
          { key: 'error_correction', label: 'error correction' },
          { key: 'response_maintenance', label: 'response maintenance' },
        ],
      },
      { title: 'Error correction by task', columns: tasks('ec') },
      { title: 'Response maintenance by task', columns: tasks('rm') },
      { title: 'Error correction by deficiency', columns: groupColumns(metrics, 'ec.deficiency') },
      { title: 'Error correction by feedback', columns: groupColumns(metrics, 'ec.feedback') },
      { title: 'Response maintenance by feedback', columns: groupColumns(metrics, 'rm.feedback') },
    ].filter(({ columns }) => columns.length > 0),
    radars: [
      { title: 'Error correction', columns: tasks('ec') },
      { title: 'Response maintenance', columns: tasks('rm') },
    ],
    scatters: [
      {
        title: 'Correction and maintenance',
        x: { key: 'error_correction', label: 'error correction' },
        y: { key: 'response_maintenance', label: 'response maintenance' },
      },
    ],
  }
}
