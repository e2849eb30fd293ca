import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { findRun } from '../core/format/runFolder.ts'
import { printResult } from '../running/commands/output.ts'

/** `holdfast open [run]`: shows a run's page in the browser. */
export function openCommand(): Command {
  return new Command('open')
    .description('Open the page of a run in the browser. The path is printed too; where there is no desktop, as in CI, only that.')
    .argument('[run]', 'run folder, its name under reports/runs, or latest', 'latest')
    .option('--compare', 'open compare.html, which `holdfast report <run> --compare` writes')
    .action(async (run: string, { compare = false }: { compare?: boolean }) => {
      const root = process.cwd()
      const folder = findRun(run, root)
      const page = compare ? join(folder.path, 'compare.html') : folder.page
      const shown = relative(root, page) || page
      if (!existsSync(page)) {
        throw new HoldfastError(
          'DATA',
          `Failed to open ${shown}: there is no such file. Write it with ${holdfastCommand('report', run)}${compare ? ' --compare <other run>' : ''}.`,
        )
      }
      await printResult(undefined, [shown])
      const opener = openerOf({ platform: process.platform, env: process.env, isTTY: process.stdout.isTTY })
      if (!opener) return
      // No shell, which would read characters of the path.
      const child = spawn(opener, [resolve(page)], { detached: true, stdio: 'ignore' })
      // The path is printed, so nothing is lost.
      child.once('error', ({ message }) => note(`No browser opened: ${message}. Open the file above.`))
      child.unref()
    })
}

/** The program that opens a file as the desktop would; undefined where nobody sits before one: in CI, over SSH, in a pipe. */
export function openerOf({
  platform,
  env,
  isTTY,
}: Pick<NodeJS.Process, 'platform' | 'env'> & { readonly isTTY: boolean }): string | undefined {
  if (!isTTY || env.CI) return undefined
  const own: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }
  return own[platform] ?? (env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined)
}
