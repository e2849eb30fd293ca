import { dataError, findRun, type RunFolder, readJson, type ScoresDocument, scoresDocument } from '../../../src/kit.ts'

/** A run that a view was given: what `read` makes of it. Throws HoldfastError where that is nothing, for want of interviews. */
export function readRun<T>(name: string, root: string, read: (document: ScoresDocument, folder: RunFolder) => T | undefined): T {
  const folder = findRun(name, root)
  const found = read(readJson(folder.scores, scoresDocument), folder)
  if (found !== undefined) return found
  throw dataError(`Failed to read ${name}: it has no interviews. Name runs of the kieval suite.`)
}

/** A p value with three digits, and a bound for one that is smaller than anybody needs to know; a dash for none. */
export function pValueText(p: number | null): string {
  if (p === null) return '–'
  return p < 1e-9 ? '< 1e-9' : p.toPrecision(3)
}
