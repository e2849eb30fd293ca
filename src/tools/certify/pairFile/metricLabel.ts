const WHOLE: Readonly<Record<string, string>> = {
  null_rate: 'verdicts without an answer',
  tie_rate: 'pairs rated alike',
  first_bias: 'preference for the output shown first',
  'order.forward': 'accuracy, output 1 shown first',
  'order.swapped': 'accuracy, output 2 shown first',
  'kappa.forward': 'kappa with the labels, forward order',
  'kappa.swapped': 'kappa with the labels, swapped order',
  'kappa.agreement': 'kappa of both orders',
}

const FIGURES: Readonly<Record<string, string>> = {
  accuracy: 'accuracy',
  agreement: 'agreement of both orders',
  decision: 'right over both orders',
  orders: 'right verdicts',
}

/** Names of the metrics of a file of pairs, in words. */
export function pairLabel(key: string): string | undefined {
  const [group = '', ...rest] = key.split('.')
  const of = rest.join('.')
  const figure = FIGURES[group]
  if (figure === undefined || of === '') return WHOLE[key]
  return of === 'all' ? `${figure}, all pairs` : `${figure}, ${of}`
}
