const WHOLE: Readonly<Record<string, string>> = {
  null_rate: 'verdicts without an answer',
  tie_rate: 'verdicts that name a tie',
  first_bias: 'preference for the output shown first',
}

/** Names of levels: how hard pairs are by blind solving. */
const LEVELS: Readonly<Record<string, string>> = { hard: 'hard pairs', other: 'other pairs', unmeasured: 'pairs not measured' }

const SUBSETS: Readonly<Record<string, string>> = { average: 'mean of the five subsets', adversarial: 'mean of the adversarial subsets' }

/** Names of LLMBar's metrics in words (suites/llmbar/README.md, Metrics). */
export function llmbarLabel(key: string): string | undefined {
  const [group = '', ...rest] = key.split('.')
  const of = rest.join('.')
  if (of === '') return WHOLE[key]
  if (group === 'accuracy') return `accuracy, ${SUBSETS[of] ?? of}`
  if (group === 'agreement') return `agreement of both orders, ${SUBSETS[of] ?? of}`
  if (group === 'level') return `${rest[1]}, ${LEVELS[rest[0] ?? ''] ?? rest[0]}`
  if (group === 'kappa') return of === 'agreement' ? 'kappa of both orders' : `kappa with the labels, ${of} order`
  return group === 'strict' ? `strict: ${llmbarLabel(of) ?? of}` : undefined
}
