import { join } from 'node:path'
import { recordedFbBench } from '../../bench/stats/recorded.mjs'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { ComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import { readOfficialItems } from '../../suites/fb-bench/openItems.ts'
import { once } from '../outcome.ts'
import { sharedFolder } from '../shared.ts'

/** Three of the models whose FB-Bench runs are recorded. */
export const DEEPSEEK = 'DeepSeek-V3' as const
export const GPT = 'gpt-4o-2024-11-20' as const
export const CLAUDE = 'claude-3-5-sonnet-20241022' as const

const recorded = once(() => recordedFbBench(join(sharedFolder, 'data'), { readOfficialItems }))

/** The recorded run of a model, by its name. */
export function runOf(name: string): ComparedRun {
  return { name, document: undefined, records: recorded().get(name) as readonly ItemRecord[] }
}
