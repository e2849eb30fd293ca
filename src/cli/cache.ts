import { relative } from 'node:path'
import { Command } from 'commander'
import { usageError } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import { type CacheSize, cacheSize, clearCache } from '../models/cache/responseCache.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { printResult } from '../running/commands/output.ts'

const MEGABYTE = 2 ** 20

/** `holdfast cache`: how many answers the cache of the folder's configuration holds. Each run keeps it within `cacheMegabytes`. */
export function cacheCommand(): Command {
  return new Command('cache')
    .description('Say how many answers the response cache holds.')
    .action(() => onCache(async (folder) => sizeText(await cacheSize(folder))))
}

/** `holdfast cache clear`: removes all answers. */
export function cacheClearCommand(): Command {
  return new Command('clear')
    .description('Remove all answers of the response cache.')
    .action(() => onCache(async (folder) => `removed ${sizeText(await clearCache(folder))}`))
}

async function onCache(run: (folder: string) => Promise<string>): Promise<void> {
  const root = process.cwd()
  const { cache } = await folderConfig(root)
  if (cache === undefined) throw usageError('Failed to open the cache: it is off. Unset HOLDFAST_CACHE or name a folder.')
  await printResult(undefined, [`${relative(root, cache) || '.'}: ${await run(cache)}`])
}

function sizeText({ entries, bytes }: CacheSize): string {
  return `${counted(entries, 'answer')}, ${(bytes / MEGABYTE).toFixed(1)} MB`
}
