/** A p value with three digits, and a bound for one that is smaller than anybody needs to know; a dash for none. */
export function pValueText(p: number | null): string {
  if (p === null) return '–'
  return p < 1e-9 ? '< 1e-9' : p.toPrecision(3)
}
