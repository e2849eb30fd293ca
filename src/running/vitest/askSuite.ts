import { relative } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import { HoldfastError } from '../../core/base/errors.ts'
import { note } from '../../core/base/text/note.ts'
import { loadSuite } from '../catalogue.ts'
import type { Answers, Question, Questions } from '../worker/question.ts'
import { inlineSuite } from '../worker/suite.ts'
// Declares the fields of a task's meta.
import type {} from '../worker/taskMeta.ts'
import { type ScannedFiles, usesHoldfast } from './usesHoldfast.ts'

/** Where a suite of the user's own is looked for. */
export interface SuitePlace {
  /** Folder of the Vitest configuration. */
  readonly root: string
  /** Test files that may declare it, from the root. Default: every one of the project that works with Holdfast. */
  readonly files?: readonly string[] | undefined
}

/** A question that is under way in this process, for the plugin that Vitest loads from the user's configuration. */
export interface Asking {
  readonly suite: string
  readonly question: Question
}

/** Where the plugin finds the question: it may be another copy of this module, bundled into the user's configuration. */
const ASKING = Symbol.for('holdfast.asking')

/** The question that is under way in this process, if there is one. */
export function askingNow(): Asking | undefined {
  return (globalThis as { [ASKING]?: Asking })[ASKING]
}

/**
 * Asks a suite. A bundled one answers here. One of the user's own stands in a test file: Vitest collects that file, as for
 * `vitest list`, and the suite answers in the process that does so, where its imports, aliases and plugins hold.
 *
 * A suite that is found nowhere answers by the mean total, overall and by task, with a note on stderr: its summary is not known.
 *
 * @throws HoldfastError where its file cannot be loaded, or where it is found nowhere and a plan is asked.
 */
export async function askSuite<Kind extends keyof Questions>(
  name: string,
  kind: Kind,
  question: Questions[Kind],
  place: SuitePlace,
): Promise<Answers[Kind]> {
  const asked = { kind, ...question } as unknown as Question
  // What answers is loaded for those who ask: the plugin of every run comes through this file.
  const { answer } = await import('../worker/question.ts')
  const bundled = await loadSuite(name)
  if (bundled) return (await answer(bundled, asked)) as Answers[Kind]
  const own = await askOwn({ suite: name, question: asked }, place)
  if (own !== undefined) return own as Answers[Kind]
  if (kind === 'plan') {
    throw new HoldfastError(
      'USAGE',
      `Failed to find the suite ${JSON.stringify(name)}: no test file of ${place.root} declares it. Mend the name.`,
    )
  }
  note(`No test file here declares ${name}: its metrics are the mean total, overall and by task.`)
  return (await answer(
    inlineSuite(name, { items: [] as unknown[] }, async () => undefined),
    asked,
  )) as Answers[Kind]
}

async function askOwn(asking: Asking, { root, files }: SuitePlace): Promise<unknown> {
  const global = globalThis as { [ASKING]?: Asking | undefined }
  global[ASKING] = asking
  // What Vitest and the files print is no part of an answer.
  const vitest = await createVitest('test', { root, watch: false, run: true, reporters: [{}] }, {}, { stdout: process.stderr })
  try {
    const modules = await collect(vitest, files)
    for (const suite of modules.flatMap((module) => [...module.children.suites()])) {
      const { holdfastAnswer } = suite.meta()
      if (holdfastAnswer !== undefined) return holdfastAnswer
    }
    const error = modules.flatMap((module) => [...module.errors(), ...[...module.children.suites()].flatMap((suite) => suite.errors())])[0]
    if (error) throw new HoldfastError('DATA', `Failed to ask ${asking.suite}: ${error.message} Mend its test file.`)
    return undefined
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
