import type { ScoresDocument } from '../../src/kit.ts'

/** Options that make other interviews or other scores; which questions there are, and a leak, are what points differ in. */
const ALIKE = ['rounds', 'stop', 'weights', 'parse', 'validation', 'list', 'selection'] as const

/** In what runs differ that their points should share: who interviewed, who judged, and how. One text for each difference. */
export function differingSettings(documents: readonly ScoresDocument[]): string[] {
  const differences: string[] = []
  const compare = (what: string, of: (document: ScoresDocument) => string | undefined) => {
    const values = [...new Set(documents.flatMap((document) => of(document) ?? []))]
    if (values.length > 1) differences.push(`${what} ${values.join(' and ')}`)
  }
  compare('judged by', ({ run }) => run.roles.judge?.model)
  compare('interviewed by', ({ run }) => run.roles.interactor?.model)
  compare('scored by rules of version', ({ run }) => run.scoring?.kieval?.toString())
  for (const option of ALIKE) {
    compare(`made with ${option}`, ({ run }) => {
      const value = run.options?.kieval?.[option]
      return value === undefined ? undefined : String(value)
    })
  }
  return differences
}
