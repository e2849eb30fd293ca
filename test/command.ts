import '../src/registered.ts'
import { Limiter } from '../src/models/limiter.ts'
import type { Environment, Finished } from './run.ts'

// Folder, variables, streams and exit code are the process's: one command at a time.
const one = new Limiter(1)

/** Runs the `holdfast` command within this process, from the sources; what its start is about needs {@link runHoldfast}. */
export function holdfastHere(args: readonly string[], cwd: string, env: Environment = {}): Promise<Finished> {
  return one.run(async () => {
    // Only where a command is run: all of the program takes a second to load.
    const { runCommand } = await import('../src/cli/program.ts')
    const before = { folder: process.cwd(), env: process.env, exitCode: process.exitCode }
    const printed = { stdout: '', stderr: '' }
    const streams = (['stdout', 'stderr'] as const).map((name) => ({ name, write: process[name].write }))
    for (const { name } of streams) {
      process[name].write = (text: string | Uint8Array) => {
        printed[name] += String(text)
        return true
      }
    }
    process.chdir(cwd)
    process.env = { ...before.env, ...env }
    process.exitCode = undefined
    try {
      await runCommand(args)
      return { code: Number(process.exitCode ?? 0), ...printed }
    } finally {
      for (const { name, write } of streams) process[name].write = write
      process.chdir(before.folder)
      process.env = before.env
      process.exitCode = before.exitCode
    }
  })
}
