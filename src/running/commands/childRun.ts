import { spawn } from 'node:child_process'
import { type GivenSettings, writeEnvironment } from '../../core/config/environment.ts'
import { STOP } from '../vitest/onStop.ts'

/** The variables of a process that runs with these settings: no setting of this process is among them that is not given. */
export function childEnvironment(settings: GivenSettings): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_'))
  return { ...Object.fromEntries(others), ...writeEnvironment(settings) }
}

/**
 * Starts a process of Node that runs with these settings and no others of this one, and waits for its end. What it prints goes to
 * stderr. SIGINT and SIGTERM are handed on to it, and it has its grace; a second one ends it at once.
 *
 * @param hear is told what the process sends.
 * @returns its exit code.
 */
export async function childRun(
  args: readonly string[],
  settings: GivenSettings,
  root: string,
  hear: (message: unknown) => void = () => undefined,
): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, env: childEnvironment(settings), stdio: ['ignore', 2, 2, 'ipc'] })
  child.on('message', hear)
  let isTold = false
  const handOn = () => {
    if (isTold) child.kill('SIGKILL')
    // By a signal it would have two where the terminal, or a supervisor, has sent it one too.
    else if (child.connected) child.send(STOP, () => undefined)
    isTold = true
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, handOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    })
  } finally {
    for (const signal of signals) process.off(signal, handOn)
  }
}
