import '../../registered.ts'
import { relative } from 'node:path'
import type { UserConsoleLog } from 'vitest'
import { startVitest, type TestCase, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { beginJob, isBundledSuite, note, onStop, separateFiles, startBundled } from '../../kit.ts'
import { type CaseResult, caseJob, caseTitle } from './shrunkCase.ts'

// Searches through smaller cases of one item, in the folder it is started from, and sends what it found to the process that
// started it. Matchers need Vitest: the search is a test of it, of the bundled suite or of the test files that are named.
const [json = '', ...files] = process.argv.slice(2)
const job = caseJob.parse(JSON.parse(json))
beginJob(job)
const root = process.cwd()
let result: CaseResult | undefined
let stopped = false

/** Tells of nothing but the search. */
const reporter = {
  onInit(vitest: Vitest) {
    onStop(() => {
      stopped = true
      void vitest.cancelCurrentRun('keyboard-input')
    })
  },
  onTestRunStart(specifications: readonly TestSpecification[]) {
    separateFiles(specifications)
  },
  onUserConsoleLog({ content }: UserConsoleLog) {
    note(content.trimEnd())
  },
  onTestCaseResult(test: TestCase) {
    result ??= test.meta().holdfastJobResult as CaseResult | undefined
  },
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]) {
    const all = [
      ...errors,
      ...modules.flatMap((module) => [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]),
    ]
    const [error] = all
    if (error && !stopped) result ??= { fault: { code: 'RUN', message: error.message } }
  },
}

const shared = { root, watch: false, run: true, reporters: [reporter], passWithNoTests: true, testNamePattern: caseTitle(job.kind) }
const vitest = isBundledSuite(job.suite)
  ? await startBundled(job.suite, shared)
  : await startVitest('test', files, shared, {}, { stdout: process.stderr })
await vitest.close()
result ??= stopped
  ? { stopped: true }
  : {
      fault: {
        code: 'DATA',
        message: `Failed to ${job.kind} ${job.item}: no test file of ${relative('..', root)} declares ${job.suite}. Mend its name.`,
      },
    }
process.send?.(stopped ? { stopped: true } : result)
