import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../src/core/base/packageRoot.ts'
import { HANGS_AFTER } from './hangsAfter.ts'

/** How a command ended. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Variables that would leak from the outer test run, a scheduler or a developer's shell into a command under test, and change what it prints. */
const OURS = /^(HOLDFAST_|VITEST|OPENAI_|GITHUB_|SLURM_|TEST$|TEST_LONG$|NODE_ENV$|INIT_CWD$|CI$|NO_COLOR$|FORCE_COLOR$|COLUMNS$)/

/** A run must not be answered from what another one left behind; tests of the cache name a folder of their own. */
const DEFAULTS = { HOLDFAST_CACHE: 'off' }

/** The environment of a command under test: a developer's shell, without what is ours, and these variables. */
function cleanEnvironment(env: Environment = {}): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))
  return { ...clean, ...DEFAULTS, ...env }
}

/** A command that runs. */
export interface Running {
  readonly finished: Promise<Finished>
  /** Ends it and all its processes at once, as a power cut would. */
  kill(): void
  /** What Ctrl-C does on a terminal: tells the whole group of processes. */
  interrupt(): void
  /** What a scheduler does: tells the process itself. */
  terminate(): void
  /** What a supervisor does: tells the process itself. */
  tell(signal: NodeJS.Signals): void
  /** What another does: tells all processes of a step. */
  terminateAll(): void
  /** Waits until it has printed something to stdout, or has ended. */
  until(printed: RegExp): Promise<void>
}

/** Variables of a command; one that is undefined is not set, whatever its default. */
export type Environment = Readonly<Record<string, string | undefined>>

type Options = {
  readonly cwd?: string
  readonly env?: Environment
  /** Milliseconds after which it hangs; 0 for one that may take any time. */
  readonly hangsAfter?: number
  /** User and group to run it as, where this process may choose. */
  readonly uid?: number | undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours
const SLOW_BUILD = /^(?:\u001b\[\d+m)*\[PLUGIN_TIMINGS\][\s\S]*?#bundlertimings for more details\.\s*/m

/** Starts a command, which is ended when it hangs. What Vite says of a build on a busy machine is left out of what it prints. */
function start(command: string, args: readonly string[], options: Options = {}): Running {
  const child = spawn(command, args, {
    cwd: options.cwd ?? packageRoot,
    env: cleanEnvironment(options.env),
    timeout: options.hangsAfter ?? HANGS_AFTER,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    // A group of its own, so that its workers can be killed with it.
    detached: true,
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    for (const look of watchers) look()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr: stderr.replace(SLOW_BUILD, '') }))
  })
  const tellGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
  const until = (printed: RegExp) => {
    const seen = new Promise<void>((resolve) => {
      const look = () => printed.test(stdout) && resolve()
      watchers.add(look)
      look()
    })
    return Promise.race([seen, finished.then(() => undefined)])
  }
  return {
    finished,
    kill: () => tellGroup('SIGKILL'),
    interrupt: () => tellGroup('SIGINT'),
    terminate: () => child.kill('SIGTERM'),
    tell: (signal) => void child.kill(signal),
    terminateAll: () => tellGroup('SIGTERM'),
    until,
  }
}

/** Runs a command to its end. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Finished> {
  return start(command, args, options).finished
}

const VITEST = join(packageRoot, 'node_modules', 'vitest', 'vitest.mjs')

/** Starts Vitest in a folder. */
export function startVitest(args: readonly string[], options: Options = {}): Running {
  return start(process.execPath, [VITEST, 'run', ...args], options)
}

/** Vitest that goes on watching. */
export interface Watching {
  /** What was printed since the last time, once it holds the text. */
  after(printed: RegExp): Promise<string>
  /** Sends it a signal, and waits until it has ended. */
  end(signal: 'SIGINT' | 'SIGTERM'): Promise<void>
  kill(): void
}

/** Starts Vitest in watch mode. */
export function watchVitest(args: readonly string[], options: Options = {}): Watching {
  const child = spawn(process.execPath, [VITEST, '--watch', ...args], {
    cwd: options.cwd ?? packageRoot,
    env: cleanEnvironment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  let look = () => {}
  let ended = (_code: number | null) => {}
  child.once('close', (code) => ended(code))
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      look()
    })
  return {
    after: (printed) =>
      new Promise((resolve, reject) => {
        look = () => {
          if (!printed.test(text)) return
          look = () => {}
          // What belongs to the same moment, on the other stream.
          setTimeout(() => {
            resolve(text)
            text = ''
          }, 300)
        }
        ended = (code) => reject(new Error(`Vitest ended with ${code}:\n${text}`))
        look()
      }),
    end: (signal) =>
      new Promise((resolve) => {
        ended = () => resolve()
        child.kill(signal)
      }),
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
    },
  }
}

/** Runs Vitest in a folder, as a user would. */
export function runVitest(args: readonly string[], options: Options = {}): Promise<Finished> {
  return startVitest(args, options).finished
}

/** Runs the built `holdfast` command. */
export function runHoldfast(args: readonly string[], options: Options = {}): Promise<Finished> {
  return startHoldfast(args, options).finished
}

/** Starts the built `holdfast` command. */
export function startHoldfast(args: readonly string[], options: Options = {}): Running {
  return start(process.execPath, [join(packageRoot, 'dist', 'src', 'cli', 'main.js'), ...args], options)
}
