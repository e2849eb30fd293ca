import type { DatasetDescription } from '../../src/kit.ts'
import { openItems } from './openItems.ts'

/** Describes the items with their languages, deficiencies, kinds of feedback and checklists. */
export function describeFbBenchData(data: string): DatasetDescription {
  const { items, source, version, sha256 } = openItems(data)
  const each = <Key extends keyof (typeof items)[number]>(key: Key) => items.map((item) => item[key])
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ scenario, task }) => `${scenario}/${task}`).sort(),
    labels: [
      { label: 'language', of: each('language') },
      { label: 'deficiency', of: items.flatMap(({ deficiency }) => deficiency) },
      { label: 'feedback', of: items.flatMap(({ feedbackTypes }) => feedbackTypes) },
      { label: 'level', of: each('level'), order: 'sorted' },
      { label: 'criteria per item', of: items.map(({ checklist }) => checklist.length) },
    ],
    lengths: [
      { texts: 'query', of: each('query') },
      { texts: 'first response', of: each('firstResponse') },
      { texts: 'feedback', of: each('feedback') },
      { texts: 'reference', of: each('reference') },
      { texts: 'criterion', of: items.flatMap(({ checklist }) => checklist.map(({ text }) => text)) },
    ],
    blind: { of: each('blind'), slices: [each('scenario'), each('task')] },
  }
}
