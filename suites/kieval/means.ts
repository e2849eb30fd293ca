import { INTERVIEW_METRICS, type ItemMean, type PlacedItem } from '../../src/kit.ts'
import { kievalRange } from './metricRange.ts'

/**
 * KIEval's metrics as means of questions (docs/suites/kieval.md, R9, R12): scores of interviews and right static answers, by set, field
 * and level. Counts and rates over rounds are none.
 */
export function kievalMeanOf(key: string): ItemMean | undefined {
  const [, domain] = /^domain\.(.+)$/s.exec(key) ?? []
  if (domain !== undefined) return meanOf('score.overall', key, ({ tags }) => (tags.domain === domain ? 'all' : undefined))
  const [, level, ofLevel] = /^level\.(.+?)\.(accuracy|score\.overall)$/s.exec(key) ?? []
  if (level !== undefined && ofLevel) return meanOf(scoreOf(ofLevel) ?? '', key, ({ tags }) => (tags.level === level ? 'all' : undefined))
  const name = nameOf(key)
  const score = scoreOf(name)
  if (score === undefined) return undefined
  const set = name === key ? undefined : key.slice('set.'.length, -name.length - 1)
  return meanOf(score, key, ({ task }) => (set === undefined || task === set ? task : undefined))
}

/** A set's name may hold dots: the metric is what stands at the end. */
function nameOf(key: string): string {
  return key.startsWith('set.') ? (/\.((?:score|paper)\.\w+|accuracy)$/.exec(key)?.[1] ?? key) : key
}

function scoreOf(name: string): string | undefined {
  if (name === 'accuracy') return 'static'
  const [kind, metric] = name.split('.')
  const isScore = (kind === 'score' || kind === 'paper') && (INTERVIEW_METRICS as readonly (string | undefined)[]).includes(metric)
  return isScore ? name : undefined
}

function meanOf(score: string, key: string, cellOf: (item: PlacedItem) => string | undefined): ItemMean {
  return { cellOf, weigh: 'cells', valueOf: ({ scored, scores }) => (scored ? scores[score] : undefined), range: kievalRange(key) }
}
