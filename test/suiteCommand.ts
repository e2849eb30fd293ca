import type { Command } from 'commander'
import { terminalBlocks } from '../src/reports/blocks/terminalBlocks.ts'
import type { CompareView } from '../src/running/commands/compareView.ts'
import type { CommandTools } from '../src/running/worker/suiteCommand.ts'

/**
 * Runs a command that runs suites in this process.
 *
 * @param runSuite what it is lent to make runs.
 * @param planSuite what it is lent to plan them; by default it may plan none.
 * @throws HoldfastError as the command does.
 */
export async function suiteCommand(
  command: (tools: CommandTools) => Command,
  args: readonly string[],
  runSuite: CommandTools['runSuite'],
  planSuite: CommandTools['planSuite'] = () => Promise.reject(new Error('no run is planned')),
): Promise<{ readonly code: number; readonly stdout: string }> {
  let stdout = ''
  const { exitCode } = process
  const { write } = process.stdout
  process.stdout.write = (text: string | Uint8Array) => {
    stdout += String(text)
    return true
  }
  process.exitCode = 0
  try {
    await command({ runSuite, planSuite })
      .exitOverride()
      .parseAsync([...args], { from: 'user' })
    return { code: Number(process.exitCode), stdout }
  } finally {
    process.exitCode = exitCode
    process.stdout.write = write
  }
}

/** What `holdfast compare` would print of runs by a view, on 80 columns or as JSON (`--json` among the names), and its exit code. */
export async function suiteView(view: CompareView, names: readonly string[]): Promise<{ readonly code: number; readonly stdout: string }> {
  const runs = names.filter((name) => name !== '--json')
  const { json, blocks, isNo = false } = await view(runs, {}, process.cwd())
  const text = runs.length < names.length ? JSON.stringify(json, null, 2) : terminalBlocks(blocks, 80).join('\n')
  return { code: Number(isNo), stdout: `${text}\n` }
}
