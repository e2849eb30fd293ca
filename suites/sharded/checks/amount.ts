const NUMBER = /[-−]?\d[\d., ’']*/

/**
 * The amount that a text gives: a number with or without thousands separators, a sign of a currency before it or a unit after it.
 * Of a calculation the result counts. Undefined where there is none.
 */
export function amountIn(text: string): number | undefined {
  const result = text.slice(text.lastIndexOf('=') + 1)
  const written = NUMBER.exec(result)?.[0]
  return written === undefined ? undefined : readAmount(written)
}

function readAmount(written: string): number | undefined {
  const sign = /^[-−]/.test(written) ? -1 : 1
  // What follows a space belongs to the number only where it is a group of three digits.
  const [all = ''] = /^\d+(?:[ ’'](?=\d{3}(?!\d))\d{3})*(?:[.,]\d+)*/.exec(written.replace(/^[-−]/, '')) ?? []
  const digits = all.replace(/[ ’']/g, '')
  if (/^\d+(?:\.\d+)?$/.test(digits)) return sign * Number(digits)
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return sign * Number(digits.replaceAll(',', ''))
  if (/^\d+,\d{1,2}$/.test(digits)) return sign * Number(digits.replace(',', '.'))
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return sign * Number(digits.replaceAll('.', '').replace(',', '.'))
  return undefined
}
