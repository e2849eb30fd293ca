import type { CommandTools, SuiteCommand } from '../src/running/worker/suiteCommand.ts'

/**
 * Runs a suite's own command in this process.
 *
 * @param runSuite what it is lent to make runs; by default it may make none.
 * @param planSuite what it is lent to plan them; by default it may plan none.
 * @throws HoldfastError as the command does.
 */
export async function suiteCommand(
  command: SuiteCommand,
  args: readonly string[],
  runSuite: CommandTools['runSuite'] = () => Promise.reject(new Error('no run is made')),
  planSuite: CommandTools['planSuite'] = () => Promise.reject(new Error('no run is planned')),
): Promise<{ readonly code: number; readonly stdout: string }> {
  const lines: string[] = []
  const line = async (text: string) => void lines.push(text)
  const json = (value: unknown, indent?: number) => line(JSON.stringify(value, null, indent))
  const before = process.exitCode
  process.exitCode = 0
  try {
    await command({ runSuite, planSuite, openOutput: () => ({ line, json, close: async () => undefined }) }).parseAsync([...args], {
      from: 'user',
    })
    return { code: process.exitCode, stdout: lines.map((text) => `${text}\n`).join('') }
  } finally {
    process.exitCode = before
  }
}
