import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/core/base/packageRoot.ts'

/** Official data, golden vectors and recorded outputs beside the checkout. Tests that need them are skipped without. */
export const sharedFolder: string = join(packageRoot, '..', 'shared')

/** Whether they are there. */
export const hasShared: boolean = existsSync(join(sharedFolder, 'golden'))

/** Whether this is the long run: more seeds, full sizes. */
export const isLong: boolean = process.env.TEST_LONG === '1'

/** Numbers of the rounds of a test of real processes. `TEST_ROUNDS=<from>-<to>` names those of the long run that a part of it takes. */
export function rounds(short: number, long: number): readonly number[] {
  const all = Array.from({ length: isLong ? long : short }, (_, round) => round)
  const [, from, to] = process.env.TEST_ROUNDS?.match(/^(\d+)-(\d+)$/) ?? []
  return from && to ? all.slice(Number(from), Number(to) + 1) : all
}

/** Official files that lie beside the checkout under another name than `<suite>/<path>`. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'pressure/mt-consistency-questions.csv': 'field/mt-consistency-questions.csv',
  'pressure/sycobench-questions.json': 'sycobench/questions.json',
}

/**
 * Where an official file lies beside the checkout.
 *
 * @param name `<suite>/<path in the suite's folder>`.
 */
export function sharedOfficialFile(name: string): string {
  return join(sharedFolder, 'data', ELSEWHERE[name] ?? name)
}
