import { existsSync } from 'node:fs'
import {
  ChunkedRows,
  type ChunkFolder,
  type ItemFindings,
  type ItemRecord,
  type LongText,
  messageOf,
  type PageCase,
  type RunFolder,
  screenWidth,
} from '../../kit.ts'
import { casePath, readCase, shrunkTestPath } from './caseFiles.ts'
import { influenceLines, shrunkLines } from './caseLines.ts'
import { shownInfluence, shownShrunk } from './page/shownCase.ts'
import { withShrunkItems } from './shrunkItems.ts'

/** Smallest cases and influence of turns for a run's page, written into chunks; most items have none. */
function pageCases(folder: RunFolder, data: ChunkFolder): ReturnType<ItemFindings['page']> {
  const rows = new ChunkedRows(data, 'cases')
  const add = (row: number, { suite, item, trial }: ItemRecord) => {
    const unread: string[] = []
    const read = <Kind extends 'shrunk' | 'influence'>(kind: Kind) => {
      try {
        const found = readCase(folder, kind, suite, item)
        return found?.trial === trial ? found : undefined
      } catch (error) {
        // The page is of use without.
        if (trial === 0) unread.push(messageOf(error))
        return undefined
      }
    }
    const [shrunk, influence] = [read('shrunk'), read('influence')]
    if (!shrunk && !influence && unread.length === 0) return undefined
    const texts: (string | LongText)[] = []
    const places = new Map<string, number>()
    const place = (text: string, name: string): number => {
      const known = places.get(text)
      if (known !== undefined) return known
      places.set(text, texts.length)
      return texts.push(data.stored(text, name)) - 1
    }
    const shown: PageCase = {
      sections: [
        ...(influence ? [{ title: 'Influence of each turn', blocks: shownInfluence(influence) }] : []),
        ...(shrunk ? [{ title: 'Smallest failing case', blocks: shownShrunk(shrunk, place) }] : []),
      ],
      texts,
      simulated: shrunk?.simulated === true || influence?.simulated === true,
      unread,
    }
    return rows.add(row, shown)
  }
  return { add, close: () => rows.flush() }
}

/** Smallest cases and influence of turns, for the places that show a run. */
export const itemFindings: ItemFindings = {
  page: pageCases,
  markdown: withShrunkItems,
  lines: caseLines,
}

function caseLines(folder: RunFolder, { suite, item, trial }: ItemRecord, isSaid: boolean): string[] {
  const of = <Kind extends 'shrunk' | 'influence'>(kind: Kind) => {
    const found = readCase(folder, kind, suite, item)
    return found?.trial === trial ? { ...found, simulated: found.simulated && !isSaid } : undefined
  }
  const [shrunk, influence] = [of('shrunk'), of('influence')]
  const place = (kind: 'shrunk' | 'influence') => ({
    width: screenWidth(),
    maxCalls: undefined,
    result: casePath(folder, kind, suite, item),
  })
  const test = shrunkTestPath(place('shrunk').result)
  return [
    ...(shrunk ? ['', ...shrunkLines(shrunk, { ...place('shrunk'), test: existsSync(test) ? test : undefined })] : []),
    ...(influence ? ['', ...influenceLines(influence, place('influence'))] : []),
  ]
}
