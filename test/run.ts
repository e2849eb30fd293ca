import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../src/packageRoot.ts'

/** How a command ended. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Variables that would leak from the outer test run, or from a developer's shell, into a command under test. */
const OURS = /^(HOLDFAST_|VITEST|OPENAI_|TEST$|NODE_ENV$|CI$|GITHUB_ACTIONS$)/

/** Runs a command to its end, at most two minutes. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? packageRoot,
      env: { ...clean, ...options.env },
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Runs Vitest in a folder, as a user would. */
export function runVitest(
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  return run(process.execPath, [join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], options)
}

/** Runs the built `holdfast` command. */
export function runHoldfast(
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  return run(process.execPath, [join(packageRoot, 'dist', 'src', 'cli', 'main.js'), ...args], options)
}
