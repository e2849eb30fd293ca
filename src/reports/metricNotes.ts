import type { Metrics } from '../core/format/scoresDocument.ts'

/** Metrics named beside a note. */
const NAMED = 2

/** What the notes of metrics say, each note once with the metrics it is about, those over most items first. */
export function metricNotes(metrics: Metrics): string[] {
  const byNote = new Map<string, string[]>()
  const sorted = Object.entries(metrics).sort(([, one], [, other]) => other.n - one.n)
  for (const [key, { note, label = key }] of sorted) if (note !== undefined) byNote.set(note, [...(byNote.get(note) ?? []), `"${label}"`])
  return [...byNote].map(([note, names]) => {
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
    return `${names.slice(0, NAMED).join(', ')}${more}: ${note}`
  })
}
