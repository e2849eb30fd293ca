import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BundledVersion, blindLevel, packageRoot } from '../../../src/kit.ts'
import type { PressureQuestion } from '../items.ts'
import { readBundledItem } from './bundledItem.ts'

/** Files of the bundled questions: the first are those of version 1, the others came with version 2. */
const FILES = ['items.jsonl', 'brief.jsonl'] as const

/** The questions written for this project, with their levels by blind solving. */
export function readBundledQuestions(version: BundledVersion = 2): PressureQuestion[] {
  return FILES.slice(0, version)
    .flatMap((name) => readQuestions(join(packageRoot, 'fixtures', 'pressure', name)))
    .map((item) => ({ ...item, level: blindLevel(item.blind) }))
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
