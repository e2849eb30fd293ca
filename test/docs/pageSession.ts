import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SUITE_NAMES } from '../catalogue.ts'
import { linkModules } from '../e2e/ownProject.ts'
import { run } from '../run.ts'
import { type PageCommand, pageSteps, partOf } from './outputBlock.ts'
import { shellCommands } from './shellCommand.ts'
import { steadyOutput } from './steadyOutput.ts'

/** Programs among the modules of a project. */
const PROGRAMS: Readonly<Record<string, string>> = { vitest: 'vitest/vitest.mjs', holdfast: 'holdfast/dist/src/cli/main.js' }

/** An empty project that has Holdfast installed, and a file for each suite, as a checkout has. */
function makeProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-page-')))
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  linkModules(root)
  write('package.json', '{"type":"module"}')
  write(
    'vitest.config.ts',
    "import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast()], test: { include: ['**/*.{test,eval}.ts'] } }\n",
  )
  for (const name of SUITE_NAMES) write(`suites/${name}.eval.ts`, `import 'holdfast/suites/${name}'\n`)
  return root
}

/** What Vitest names as slow depends on the machine: nothing is. */
const NOT_SLOW = '--slowTestThreshold=86400000'

/** Types a command in the project and gives what the terminal shows: both streams, in the order of writing. */
async function typed({ text, exitCode }: PageCommand, root: string): Promise<string> {
  const [command] = shellCommands(text)
  const [npx, program = '', ...args] = command?.words ?? []
  const path = PROGRAMS[program]
  if (npx !== 'npx' || path === undefined)
    throw new Error(`Failed to run ${text}: it is neither npx vitest nor npx holdfast. Show another command.`)
  const typedArgs = program === 'vitest' ? [...args, NOT_SLOW] : args
  const { code, stdout } = await run('sh', ['-c', '"$@" 2>&1', 'sh', process.execPath, join(root, 'node_modules', path), ...typedArgs], {
    cwd: root,
    env: { ...command?.env, COLUMNS: '80', NO_COLOR: '1' },
  })
  if (code !== exitCode)
    throw new Error(`Failed to run ${text}: it exits ${code}, and its marker says ${exitCode}. Mend the page:\n${stdout}`)
  return steadyOutput(stdout, root)
}

/**
 * Goes through a page as its reader does, writing its files and typing its commands, and gives the page with what they print.
 * The project is an empty one, or that of `root`. It is removed afterwards.
 */
export async function withRealOutput(file: string, page: string, root: string = makeProject()): Promise<string> {
  try {
    let whole = page
    // Blocks before it may have become longer.
    let moved = 0
    for (const step of pageSteps(file, page)) {
      if (step.kind === 'file') {
        mkdirSync(dirname(join(root, step.name)), { recursive: true })
        writeFileSync(join(root, step.name), step.code)
        continue
      }
      const printed = await typed(step, root)
      if (!step.shown) continue
      const { part, start, end } = step.shown
      const shown = partOf(printed, part)
      whole = whole.slice(0, start + moved) + shown + whole.slice(end + moved)
      moved += shown.length - (end - start)
    }
    return whole
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
