import { type ExpectStatic, expect } from 'vitest'
import { MemoryJournal } from '../../../../test/memoryJournal.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { markAssertion } from '../../../running/worker/itemScope.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import { openSearch, searchCase } from '../cases/declareCase.ts'
import type { CaseJob, CaseResult, ShrunkCase, TurnInfluence } from '../shrunkCase.ts'

/** What a search within a test is made with, beside the suite and the item. */
export interface SearchHere extends Partial<Pick<CaseJob, 'kind' | 'maxCalls' | 'runs' | 'keep'>> {
  /** Name of a planted model, or a URI. */
  readonly model: string
  /** Folder of the journal; without one it is in memory. */
  readonly folder?: string
  /** Gets the lines that the screen gets. */
  readonly told?: (line: string) => void
}

/** Searches through smaller cases of an item within this process, with a planted model. */
export async function searchHere(
  suite: Suite,
  item: string,
  { model, folder, kind = 'shrink', maxCalls = 100_000, runs = 5, keep = [], told }: SearchHere,
): Promise<CaseResult> {
  const uri = model.includes(':') ? model : `module:./src/tools/shrink/test/plantedModels.ts#${model}`
  const config = resolveConfig({ cache: 'off', model: uri }, {}, packageRoot, [suite])
  const job: CaseJob = { kind, suite: suite.name, item, trial: 0, folder: folder ?? packageRoot, maxCalls, runs, keep }
  const search = await openSearch(suite, job, config, folder === undefined ? new MemoryJournal() : undefined)
  const { signal } = new AbortController()
  const how = {
    signal,
    stopping: signal,
    expect: (scope: Parameters<typeof markAssertion>[1]) =>
      ((...args: Parameters<ExpectStatic>) => markAssertion(expect(...args), scope)) as ExpectStatic,
  }
  return searchCase(search, job, how, told)
}

/** The smallest case of an item. */
export async function shrinkHere(suite: Suite, item: string, options: SearchHere): Promise<ShrunkCase> {
  const result = await searchHere(suite, item, options)
  if (!('shrunk' in result)) throw new Error(JSON.stringify(result))
  return result.shrunk
}

/** The influence of an item's turns. */
export async function influenceHere(suite: Suite, item: string, options: SearchHere): Promise<TurnInfluence> {
  const result = await searchHere(suite, item, { ...options, kind: 'influence' })
  if (!('influence' in result)) throw new Error(JSON.stringify(result))
  return result.influence
}

/** Names of the parts of which a case keeps something. */
export function keptParts({ parts, sizes }: Pick<ShrunkCase, 'parts' | 'sizes'>): string[] {
  return parts.filter(({ name, size }) => (sizes[name] ?? size) > 0).map(({ name }) => name)
}
