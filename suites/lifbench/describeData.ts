import { type DatasetDescription, leftOutTexts } from '../../src/kit.ts'
import { lifbenchOptions } from './options.ts'
import { planLifbench } from './plan.ts'

/** Describes the items of all lengths. A context or template that several items share is counted once. */
export function describeLifbenchData(data: string): DatasetDescription {
  const options = lifbenchOptions.parse({ lengths: 'all' })
  const { items, data: from, notes, leftOut } = planLifbench({ data, seed: 0, roles: {} }, options)
  const contexts = [...new Set(items.map(({ context }) => context.context))]
  const scenarios = [...new Set(contexts.map(({ scenario }) => scenario))]
  const templates = new Map(items.map(({ task, expression }) => [`${task.id}/${expression}`, task.id]))
  return {
    ...from,
    tasks: items.map(({ task }) => `${task.id} ${task.title}`),
    labels: [
      { label: 'length', of: items.map(({ length }) => length.name), order: 'appearance' },
      { label: 'contexts', of: contexts.map(({ scenario }) => scenario), order: 'appearance' },
      { label: 'templates', of: [...templates.values()], order: 'appearance' },
    ],
    lengths: [
      ...scenarios.map((scenario) => ({
        texts: `${scenario} context`,
        of: contexts.filter((context) => context.scenario === scenario).map(({ text }) => text),
      })),
      { texts: 'instruction', of: items.map(({ promptTail }) => promptTail) },
    ],
    notes: [...notes, ...leftOutTexts(leftOut)],
  }
}
