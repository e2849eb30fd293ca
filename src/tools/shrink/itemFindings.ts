import { existsSync } from 'node:fs'
import { type ItemFindings, type ItemRecord, type RunFolder, screenWidth } from '../../kit.ts'
import { influencePath, readInfluence, readShrunk, shrunkPath, shrunkTestPath } from './caseFiles.ts'
import { influenceLines } from './influenceLines.ts'
import { PageCases } from './page/pageCases.ts'
import { withShrunkItems } from './shrunkItems.ts'
import { shrunkLines } from './shrunkLines.ts'

/** Smallest cases and influence of turns, for the places that show a run. */
export const itemFindings: ItemFindings = {
  page: (folder, data) => new PageCases(folder, data),
  markdown: withShrunkItems,
  lines: caseLines,
}

function caseLines(folder: RunFolder, { suite, item, trial }: ItemRecord, isSaid: boolean): string[] {
  const [shrunk, influence] = [readShrunk(folder, suite, item), readInfluence(folder, suite, item)]
  const [result, width] = [shrunkPath(folder, suite, item), screenWidth()]
  const test = shrunkTestPath(result)
  const place = { width, maxCalls: undefined }
  return [
    ...(shrunk?.trial === trial
      ? [
          '',
          ...shrunkLines(isSaid ? { ...shrunk, simulated: false } : shrunk, {
            ...place,
            result,
            test: existsSync(test) ? test : undefined,
          }),
        ]
      : []),
    ...(influence?.trial === trial
      ? [
          '',
          ...influenceLines(isSaid ? { ...influence, simulated: false } : influence, {
            ...place,
            result: influencePath(folder, suite, item),
          }),
        ]
      : []),
  ]
}
