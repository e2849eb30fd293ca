import { counted, HoldfastError, singleLine } from '../../../kit.ts'
import type { JudgedLine } from '../labels/judgedLabel.ts'
import { type Label, questionKey } from '../labels/label.ts'
import type { LabelKey } from '../labels/labelKey.ts'
import { withLabels } from './judgedRun.ts'
import { boundKey, type JudgedSource, judgedId, linesOf, refusedLines } from './judgedSource.ts'

/**
 * Gives labels to the questions of a key: a label counts for the text alone that its hash is of, and the last of a rater counts.
 *
 * @throws HoldfastError where keys differ in what the judge said of one text, and where no label is of the key.
 */
export function readJudgedKey(labels: readonly Label[], keys: readonly LabelKey[]): JudgedSource {
  const known = new Map<string, LabelKey>()
  for (const key of keys) {
    const other = known.get(boundKey(key))
    if (other && other.judge !== key.judge)
      throw new HoldfastError(
        'DATA',
        `Failed to read the keys: they differ in what the judge said of ${singleLine(judgedId(key))}. Give the key of one judge.`,
      )
    known.set(boundKey(key), key)
  }
  const asked = new Set(keys.map(questionKey))
  const given = new Map<string, Map<string, Label>>()
  const refused = { otherText: [] as Label[], unknown: [] as Label[], offScale: [] as Label[] }
  for (const label of labels) {
    const bound = boundKey(label)
    if (known.has(bound)) {
      const own = given.get(bound) ?? new Map<string, Label>()
      own.set(label.rater, label)
      given.set(bound, own)
    } else (asked.has(questionKey(label)) ? refused.otherText : refused.unknown).push(label)
  }
  if (given.size === 0)
    throw new HoldfastError(
      'DATA',
      `Failed to measure the judge: none of ${counted(labels.length, 'label')} is of the key. ${refusedLines(refused, 'key').join(' ')} Name the key that was written with the labels.`,
    )
  const suites: Record<string, Record<string, JudgedLine[]>> = {}
  let unjudged = 0
  for (const [bound, key] of known) {
    const { suite, kind, judge, item, criterion, task, cluster, probability } = key
    const own = [...(given.get(bound)?.values() ?? [])]
    if (judge === undefined) unjudged += Number(own.length > 0)
    else {
      const kinds = suites[suite] ?? {}
      const lines = kinds[kind] ?? []
      lines.push(...linesOf({ id: judgedId(key), judge, slice: task, cluster, item, criterion, probability }, own))
      suites[suite] = { ...kinds, [kind]: lines }
    }
  }
  const simulated = keys.some(({ model }) => model?.startsWith('sim:'))
  return { suites: withLabels(suites), refused, simulated, unjudged, texts: new Map(), isSample: true }
}
