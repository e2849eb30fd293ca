import { withoutSet } from './withoutSet.ts'

const WHOLE: Readonly<Record<string, string>> = {
  accuracy: 'right static answers, share',
  dropped: 'questions dropped, count',
  rounds: 'rounds of an interview, mean',
  unparsable_rate: 'evaluations that could not be read, share',
}

/** Names of KIEval's metrics in words (suites/kieval/README.md, Metrics). */
export function kievalLabel(key: string): string | undefined {
  const name = withoutSet(key)
  const [kind, part] = key.split('.')
  const label = plainLabel(name)
  if (label === undefined || key === name) return label
  return kind === 'level' ? `${label}, ${part} level` : `${part}: ${label}`
}

function plainLabel(name: string): string | undefined {
  const [group = '', ...rest] = name.split('.')
  const of = rest.join('.')
  if (of === '') return WHOLE[name]
  if (group === 'score') return `KIEval score, ${of}`
  if (group === 'paper') return `score by the paper's formula, ${of}`
  if (group === 'domain') return `KIEval score, ${of.replaceAll('-', ' ')}`
  return group === 'stop' ? `interviews ended by ${of.replaceAll('_', ' ')}, share` : undefined
}
