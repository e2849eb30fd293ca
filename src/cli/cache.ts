import { relative } from 'node:path'
import { Command } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { type CacheSize, cacheSize, clearCache } from '../models/cache/responseCache.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { printResult } from '../running/commands/output.ts'

const MEGABYTE = 2 ** 20

/** `holdfast cache ls|clear`: the response cache of the configuration in the folder. Each run keeps it within `cacheMegabytes`. */
export function cacheCommand(): Command {
  const command = new Command('cache').description('Look at the response cache, or empty it.')
  const add = (name: string, description: string, run: (folder: string) => Promise<string>) =>
    command
      .command(name)
      .description(description)
      .exitOverride()
      .showHelpAfterError('Add --help for what it takes.')
      .action(async () => {
        const root = process.cwd()
        const { cache } = await folderConfig(root)
        if (cache === undefined)
          throw new HoldfastError('USAGE', 'Failed to open the cache: it is off. Unset HOLDFAST_CACHE or name a folder.')
        await printResult(undefined, [`${relative(root, cache) || '.'}: ${await run(cache)}`])
      })
  add('ls', 'how many answers it holds', async (folder) => sizeText(await cacheSize(folder)))
  add('clear', 'remove all answers', async (folder) => `removed ${sizeText(await clearCache(folder))}`)
  return command
}

function sizeText({ entries, bytes }: CacheSize): string {
  return `${entries.toLocaleString('en')} answers, ${(bytes / MEGABYTE).toFixed(1)} MB`
}
