import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { dataError, usageError } from '../../core/base/errors.ts'
import { note } from '../../core/base/text/note.ts'
import { isBundledSuite, loadSuite } from '../catalogue.ts'
import type { Answers, Questions } from '../worker/question.ts'
import { inlineSuite, type Suite } from '../worker/suite.ts'
import { type ScannedFiles, usesHoldfast } from './separateFiles.ts'

/** Where a suite of the user's own is looked for. */
export interface SuitePlace {
  /** Folder of the Vitest configuration. */
  readonly root: string
  /** Test files that may declare it, from the root. Default: every one of the project that works with Holdfast. */
  readonly files?: readonly string[] | undefined
}

/** A question to a suite. */
export interface Asking {
  readonly suite: string
  readonly kind: keyof Questions
  readonly question: unknown
}

/** Where the plugin finds the questions: it may be another copy of this module, bundled into the user's configuration. */
const ASKING = Symbol.for('holdfast.asking')

/** The questions that are under way in this process, for the plugin that Vitest loads from the user's configuration. */
export function askingNow(): readonly Asking[] | undefined {
  return (globalThis as { [ASKING]?: readonly Asking[] })[ASKING]
}

/**
 * Asks a suite. A bundled one answers here; for the user's own, Vitest collects its test file, and it answers in that process. Questions
 * asked at once take one start. A suite found nowhere answers by the mean total, with a note on stderr. @throws HoldfastError where its
 * file cannot be loaded, or it is found nowhere and a plan is asked.
 */
export async function askSuite<Kind extends keyof Questions>(name: string, kind: Kind, question: Questions[Kind], place: SuitePlace) {
  const own = isBundledSuite(name) ? undefined : await askOwn({ suite: name, kind, question }, place)
  if (own) return own.answer as Answers[Kind]
  // What answers is loaded for those who ask: the plugin of every run comes through this file.
  const { answer } = await import('../worker/question.ts')
  return answer((await loadSuite(name)) ?? unknownSuite(name, kind, place), kind, question)
}

/** A suite of which the name alone is known. */
function unknownSuite(name: string, kind: keyof Questions, { root }: SuitePlace): Suite {
  if (kind === 'plan')
    throw usageError(`Failed to find the suite ${JSON.stringify(name)}: no test file of ${root} declares it. Mend the name.`)
  // Plain tests are recorded under their file, and no file declares more of them.
  if (!existsSync(join(root, name))) note(`No test file here declares ${name}: its metrics are the mean total, overall and by task.`)
  return inlineSuite(name, { items: [] as unknown[] }, async () => undefined)
}

/** What came of a question; undefined where no file declares the suite. */
type Told = { readonly answer: unknown } | undefined

/** Questions that wait for the next start of Vitest. */
let waiting: { readonly place: SuitePlace; readonly asked: Asking[]; readonly told: Promise<Told[]> } | undefined
/** The start before it: two at once would find each other's questions. */
let before: Promise<unknown> = Promise.resolve()

async function askOwn(asking: Asking, place: SuitePlace): Promise<Told> {
  if (!waiting || !isDeepStrictEqual(waiting.place, place)) {
    const asked: Asking[] = []
    const told = before.then(async () => {
      // Others may ask by then.
      await setImmediate()
      if (waiting?.asked === asked) waiting = undefined
      return collectAnswers(asked, place)
    })
    before = told.catch(() => undefined)
    waiting = { place, asked, told }
  }
  const at = waiting.asked.push(asking) - 1
  return (await waiting.told)[at]
}

async function collectAnswers(asked: readonly Asking[], { root, files }: SuitePlace): Promise<Told[]> {
  const global = globalThis as { [ASKING]?: readonly Asking[] | undefined }
  global[ASKING] = asked
  // What Vitest and the files print is no part of an answer.
  const vitest = await createVitest('test', { root, watch: false, run: true, reporters: [{}] }, {}, { stdout: process.stderr })
  try {
    const modules = await collect(vitest, files)
    const suites = modules.flatMap((module) => [...module.children.allSuites()])
    const answers = new Map(suites.toReversed().flatMap((suite) => suite.meta().holdfastAnswers ?? []))
    const told = asked.map((_, at): Told => (answers.has(at) ? { answer: answers.get(at) } : undefined))
    for (const { name, project } of asked.some(({ kind }) => kind === 'plan') ? suites : []) {
      const { configFile } = project.vite.config
      if (asked.some(({ suite }) => suite === name) && configFile && relative(root, dirname(configFile)) !== '')
        note(`${name} runs by ${relative(root, configFile)}: for its settings type the command in ${relative(root, dirname(configFile))}.`)
    }
    const error = [...modules, ...suites].flatMap((entity) => entity.errors())[0]
    const missing = told.indexOf(undefined)
    if (error && missing >= 0) throw dataError(`Failed to ask ${asked[missing]?.suite}: ${error.message} Mend its test file.`)
    return told
  } finally {
    global[ASKING] = undefined
    await vitest.close()
  }
}

/** Collects the test files without running a test. */
async function collect(vitest: Vitest, files: readonly string[] | undefined): Promise<readonly TestModule[]> {
  // Projects without the plugin have no suites.
  const all = (await vitest.globTestSpecifications()).filter(({ project }) => project.getProvidedContext().holdfast !== undefined)
  const scanned: ScannedFiles = new Map()
  const ours = all.filter(({ moduleId }) =>
    files ? files.includes(relative(vitest.config.root, moduleId)) : usesHoldfast(moduleId, scanned),
  )
  if (ours.length === 0) return []
  const { testModules } = await vitest.collectTests(ours)
  return testModules
}
