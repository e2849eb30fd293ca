import type { ItemMean, PlacedItem } from '../../src/kit.ts'

/**
 * FB-Bench's metrics as means of items (docs/suites/fb-bench.md, R5): scenario-by-task cells that count alike, in all and within
 * slices. A gap is a difference of two and none.
 */
export function fbBenchMeanOf(key: string): ItemMean | undefined {
  const [score, name] = key.startsWith('strict.') ? ['strict', key.slice('strict.'.length)] : ['score', key]
  const isOf = sliceOf(name)
  return (
    isOf && {
      cellOf: (item) => (isOf(item) ? item.task : undefined),
      weigh: 'cells',
      valueOf: ({ scored, scores }) => {
        const value = scored ? scores[score] : undefined
        return value === undefined ? undefined : 100 * value
      },
      range: [0, 100],
    }
  )
}

type IsOf = (item: PlacedItem) => boolean

const isMaintenance: IsOf = ({ task }) => task.startsWith('rm/')
const isCorrection: IsOf = (item) => !isMaintenance(item)
const SCENARIOS: Readonly<Record<string, IsOf>> = {
  error_correction: isCorrection,
  response_maintenance: isMaintenance,
  overall: () => true,
}

/** Which items a metric is over. */
function sliceOf(name: string): IsOf | undefined {
  if (Object.hasOwn(SCENARIOS, name)) return SCENARIOS[name]
  const [, scenario, kind, value] = /^(ec|rm)\.(task|subtask|feedback|deficiency)\.(.+)$/s.exec(name) ?? []
  if (scenario && kind && value !== undefined) {
    const isScenario = scenario === 'rm' ? isMaintenance : isCorrection
    if (kind === 'task') return (item) => isScenario(item) && item.task.slice(item.task.indexOf('/') + 1) === value
    return (item) => isScenario(item) && has(item, kind, value)
  }
  const [, level, of] = /^level\.(.+)\.(error_correction|response_maintenance|overall)$/s.exec(name) ?? []
  const isOfScenario = of === undefined ? undefined : SCENARIOS[of]
  return level !== undefined && isOfScenario ? (item) => isOfScenario(item) && has(item, 'level', level) : undefined
}

function has({ tags }: PlacedItem, name: string, value: string): boolean {
  return [tags[name] ?? []].flat().includes(value)
}
