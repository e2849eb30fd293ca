import type { DatasetDescription } from '../../src/kit.ts'
import { openItems } from './openItems.ts'
import { refutebench1Options } from './options.ts'

/** Describes all dialogues with their tasks, language pairs and demands, and the queries of their scripts. */
export async function describeRefutebench1Data(data: string): Promise<DatasetDescription> {
  const { items, source, version, sha256 } = await openItems(data, refutebench1Options.parse({}), 0)
  const steps = items.flatMap(({ script }) => script.steps)
  const texts = (kind: 'query' | 'irrelevant') => steps.flatMap((step) => (step.kind === kind && step.text !== '' ? [step.text] : []))
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ task, kind, nc }) => `${task}/${kind} ${nc} between`),
    labels: [
      { label: 'task', of: items.map(({ task }) => task), order: 'appearance' },
      { label: 'language pair', of: items.map(({ pair }) => pair) },
      { label: 'demand on e-mails', of: items.map(({ checker }) => checker) },
    ],
    lengths: [
      { texts: 'query', of: texts('query') },
      { texts: 'irrelevant query', of: texts('irrelevant') },
    ],
  }
}
