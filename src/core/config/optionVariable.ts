/** The variable of a suite option: `HOLDFAST_FB_BENCH_REFERENCE` for `reference` of `fb-bench`. */
export function optionVariable(suite: string, option: string): string {
  const upper = (text: string) =>
    text
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase()
  return `HOLDFAST_${upper(suite)}_${upper(option)}`
}
