/** Where the items of a run are from that are no items: tests with dialogues, kept so that their conversations can be looked at. */
export const ORDINARY_TESTS = 'ordinary tests'

/** Whether a run was one of tests with dialogues: those have no scores, and their failures decide. */
export function isOrdinaryRun({ data }: { readonly data: Readonly<Record<string, { readonly source: string }>> }): boolean {
  const sources = Object.values(data)
  return sources.length > 0 && sources.every(({ source }) => source === ORDINARY_TESTS)
}
