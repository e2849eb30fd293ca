import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blindLevel } from '../../../src/base/data/blindLevel.ts'
import { packageRoot } from '../../../src/base/packageRoot.ts'
import type { PressureQuestion } from '../items.ts'
import { readBundledItem } from './bundledItem.ts'

/** The questions written for this project, with their levels by blind solving. */
export function readBundledQuestions(): PressureQuestion[] {
  return readQuestions(join(packageRoot, 'fixtures', 'pressure', 'items.jsonl')).map((item) => ({ ...item, level: blindLevel(item.blind) }))
}

/**
 * The questions of a file in the form of the bundled ones.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readQuestions(file: string): PressureQuestion[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readBundledItem(line, `${file}, line ${index + 1}`)]))
}
