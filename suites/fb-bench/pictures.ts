import { combineTrials, heatMap, type Markup, mean, type PictureInput, pairChart, partsOf } from '../../src/kit.ts'

/** FB-Bench: correction against maintenance by task, feedback by task, deficiencies by task. */
export function fbBenchPictures({ metrics, records }: PictureInput): (Markup | undefined)[] {
  const tasks = partsOf(metrics, 'ec.task', 'rm.task')
  const pair = (name: string, ec: string, rm: string) => ({
    name,
    one: metrics[ec],
    other: metrics[rm],
  })
  const scored = combineTrials(records).filter((item) => item.scored)
  const slices = (scenario: string, tag: string, what: string): Markup | undefined => {
    const own = scored.filter(({ task }) => task.startsWith(`${scenario}/`))
    const valuesOf = (item: (typeof own)[number]) => [item.tags[tag] ?? []].flat()
    const names = [...new Set(own.flatMap(valuesOf))].sort()
    if (names.length === 0) return undefined
    return heatMap({
      title: `${scenario === 'ec' ? 'Error correction' : 'Response maintenance'} by ${what}`,
      caption: 'Percent, by the task; deeper is better. Empty where no item has both.',
      rows: names,
      columns: ['all', ...tasks],
      domain: [0, 100],
      digits: 0,
      cell: (name, column) => {
        const values = own
          .filter((item) => valuesOf(item).includes(name) && (column === 'all' || item.task === `${scenario}/${column}`))
          .flatMap(({ scores }) => scores.score ?? [])
        return values.length === 0 ? undefined : { value: 100 * mean(values), n: values.length }
      },
    })
  }
  return [
    pairChart({
      title: 'Correction against maintenance',
      caption: 'Percent by task. A model that corrects when it is told it is wrong and gives in when it is right lies far apart.',
      names: ['error correction', 'response maintenance'],
      pairs: [
        pair('all', 'error_correction', 'response_maintenance'),
        ...tasks.map((task) => pair(task, `ec.task.${task}`, `rm.task.${task}`)),
      ],
      domain: [0, 100],
      digits: 1,
    }),
    slices('ec', 'feedback', 'feedback'),
    slices('ec', 'deficiency', 'deficiency'),
    slices('rm', 'feedback', 'feedback'),
  ]
}
