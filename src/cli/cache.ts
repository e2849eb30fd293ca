import { relative } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { cacheSize, clearCache, pruneCache } from '../models/cache/responseCache.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { openOutput } from '../running/commands/output.ts'

const MEGABYTE = 2 ** 20

/** `holdfast cache ls|prune|clear`: the response cache of the configuration in the folder. */
export function cacheCommand(): Command {
  const command = new Command('cache').description('Look at the response cache, make it smaller, or empty it.')
  const add = (name: string, description: string, run: (folder: string, megabytes: number) => Promise<string>) =>
    command
      .command(name)
      .description(description)
      .option('--out <file>', 'file for the result instead of stdout')
      .exitOverride()
      .showHelpAfterError('Add --help for what it takes.')
      .action(async ({ megabytes, out }: { megabytes?: number; out?: string }) => {
        const root = process.cwd()
        const { cache, cacheBytes } = await folderConfig(root)
        if (cache === undefined)
          throw new HoldfastError('USAGE', 'Failed to open the cache: it is off. Unset HOLDFAST_CACHE or name a folder.')
        const output = openOutput(out)
        await output.line(`${relative(root, cache) || '.'}: ${await run(cache, megabytes ?? cacheBytes / MEGABYTE)}`)
        await output.close()
      })
  add('ls', 'how many answers it holds', async (folder) => sizeText(await cacheSize(folder)))
  add('prune', 'remove the least recently used answers beyond its size', async (folder, megabytes) =>
    sizeText(await pruneCache(folder, megabytes * MEGABYTE)),
  ).option('--megabytes <number>', 'size to keep; by default that of the configuration', readMegabytes)
  add('clear', 'remove all answers', async (folder) => `removed ${sizeText(await clearCache(folder))}`)
  return command
}

function sizeText({ entries, bytes }: { entries: number; bytes: number }): string {
  return `${entries.toLocaleString('en')} answers, ${(bytes / MEGABYTE).toFixed(1)} MB`
}

function readMegabytes(text: string): number {
  if (!/^\d*\.?\d+$/.test(text)) throw new InvalidArgumentError('expected a number of megabytes.')
  return Number(text)
}
