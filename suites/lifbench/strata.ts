import type { ItemRecord, Stratum } from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { taskById } from './tasks.ts'

/**
 * What a context was drawn from: its scenario and length, since what lengths differ by is no part of how contexts of one length
 * do. Of single contexts those of neighbouring lengths are put together.
 */
export function lifbenchStratum({ item, task, tags }: ItemRecord, kind: string): Stratum | undefined {
  if (kind !== 'context') return undefined
  const length = [tags.length ?? lengthName(Number(item.split('/')[1]))].flat()[0] ?? ''
  const scenario = taskById(task)?.scenario ?? task
  return { name: `${scenario}/${length}`, within: scenario, order: Number.parseFloat(length) }
}
