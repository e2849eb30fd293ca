import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError, isBundled, type TokenizerName } from '../../src/kit.ts'
import { bundledSource } from './bundled/source.ts'
import { officialSource } from './data/official.ts'
import type { LifbenchSource } from './data/source.ts'

/**
 * The data of a run.
 *
 * @param data `bundled`, `bundled@1` or a folder of official data.
 * @throws HoldfastError when the folder has no `lifbench` or a file in it does not fit.
 */
export function openSource(data: string, seed: number, tokenizer: TokenizerName): LifbenchSource {
  const bundled = bundledSource(seed, tokenizer)
  if (isBundled(data)) return bundled
  const folder = join(data, 'lifbench')
  if (!existsSync(folder))
    throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no folder ${folder}. Put the official files there, or use bundled.`)
  return officialSource(folder, bundled)
}
