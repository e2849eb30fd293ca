import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { exploreRefutebenchCommand } from '../../suites/refutebench/commands/explore.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { openOutput } from '../running/commands/output.ts'
import { planSuite, runSuite } from '../running/commands/runSuite.ts'

interface ExploreOptions {
  readonly calls: number
  readonly seed?: number
  readonly maxUsd?: string
  readonly resume?: string
}

/** `holdfast explore [files…]`: runs the tests that hold properties of dialogues, with more calls than they take every day. */
export function exploreCommand(): Command {
  const refutebench = exploreRefutebenchCommand({
    openOutput,
    runSuite: (environment, root, suite = 'refutebench') => runSuite(suite, environment, root),
    planSuite: (environment, root) => planSuite('refutebench', environment, root),
  })
  return new Command('explore')
    .addCommand(refutebench)
    .enablePositionalOptions()
    .description('Run the tests that explore dialogues (forAllDialogues) with more calls, and print the smallest dialogue that fails.')
    .argument('[files...]', 'test files (default: all that use forAllDialogues)')
    .option('--calls <number>', 'most calls of each property', wholeNumber(1), 200)
    .option('--seed <number>', 'seed of the run', wholeNumber(0))
    .option('--max-usd <amount>', 'most that the run may cost')
    .option('--resume <run>', 'finish this run: a folder, a name, or latest')
    .action(async (files: string[], { calls, seed, maxUsd, resume }: ExploreOptions) => {
      const root = process.cwd()
      const chosen = files.length > 0 ? files : exploringFiles(root)
      if (chosen.length === 0) {
        throw new HoldfastError(
          'USAGE',
          'Failed to explore: no test file here uses forAllDialogues. Write one, or run this in the folder of the project.',
        )
      }
      const option = chosen.find((file) => file.startsWith('-'))
      if (option !== undefined) throw new HoldfastError('USAGE', `Failed to explore: ${option} is no file. Name test files.`)
      note(` exploring ${chosen.join(', ')}: at most ${calls} calls for each property`)
      const env = {
        ...process.env,
        HOLDFAST_EXPLORE_CALLS: String(calls),
        ...(seed !== undefined && { HOLDFAST_SEED: String(seed) }),
        ...(maxUsd !== undefined && { HOLDFAST_MAX_USD: maxUsd }),
        ...(resume !== undefined && { HOLDFAST_RESUME: resume }),
      }
      process.exitCode = await runVitest(chosen, env, root)
    })
}

/** Runs Vitest of the project; what it prints is what the command prints. Ctrl-C reaches it too, SIGTERM is told it: it decides how to end. */
async function runVitest(files: readonly string[], env: NodeJS.ProcessEnv, root: string): Promise<number> {
  const vitest = join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs')
  const wait = () => undefined
  process.on('SIGINT', wait)
  const child = spawn(process.execPath, [vitest, 'run', ...files], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const end = () => child.kill('SIGTERM')
  process.once('SIGTERM', end)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    })
  } finally {
    process.off('SIGINT', wait)
    process.off('SIGTERM', end)
  }
}

/** Test files below a folder in which `forAllDialogues` stands, by their names from there. */
function exploringFiles(root: string, folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|dist|reports|\..*)$/.test(entry.name) ? [] : exploringFiles(root, path)
    const isTest = entry.isFile() && /\.(?:test|spec|eval)\.[cm]?[jt]sx?$/.test(entry.name)
    return isTest && /\bforAllDialogues\b/.test(readFileSync(path, 'utf8')) ? [relative(root, path)] : []
  })
}

function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < least) throw new InvalidArgumentError(`expected a whole number of at least ${least}.`)
    return value
  }
}
