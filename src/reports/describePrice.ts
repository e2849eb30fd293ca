import type { ModelEntry } from '../core/format/modelEntry.ts'

/** What a model costs, to be put behind its name, with the table that says so; empty without a price. */
export function describePrice({ price, priceFrom, priceShare }: Pick<ModelEntry, 'price' | 'priceFrom' | 'priceShare'>): string {
  if (!price) return ''
  return `, $${figure(price.in)} in and $${figure(price.out)} out a million${priceShare === undefined ? '' : ' by batch'}${priceFrom === undefined ? '' : ` (${priceFrom})`}`
}

/** A mean over the models of a panel may have any number of digits. */
function figure(value: number): string {
  return String(Number(value.toPrecision(4)))
}
