import type { DatasetDescription } from '../../src/kit.ts'
import { openItems } from './openItems.ts'

/** Describes the items with their languages, deficiencies, kinds of feedback and checklists. */
export function describeFbBenchData(data: string): DatasetDescription {
  const { items, source, version, sha256 } = openItems(data)
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ scenario, task }) => `${scenario}/${task}`).sort(),
    labels: [
      { label: 'language', of: items.map(({ language }) => language) },
      { label: 'deficiency', of: items.flatMap(({ deficiency }) => deficiency) },
      { label: 'feedback', of: items.flatMap(({ feedbackTypes }) => feedbackTypes) },
      { label: 'level', of: items.map(({ level }) => level), order: 'sorted' },
      { label: 'criteria per item', of: items.map(({ checklist }) => checklist.length) },
    ],
    lengths: [
      { texts: 'query', of: items.map(({ query }) => query) },
      { texts: 'first response', of: items.map(({ firstResponse }) => firstResponse) },
      { texts: 'feedback', of: items.map(({ feedback }) => feedback) },
      { texts: 'reference', of: items.map(({ reference }) => reference) },
      { texts: 'criterion', of: items.flatMap(({ checklist }) => checklist.map(({ text }) => text)) },
    ],
    blind: { of: items.map(({ blind }) => blind), slices: [items.map(({ scenario }) => scenario), items.map(({ task }) => task)] },
  }
}
