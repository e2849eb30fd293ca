import { afterEach, expect, test, vi } from 'vitest'
import type { TestCase, TestModule, Vitest } from 'vitest/node'
import { registerSecret } from '../../core/base/secrets.ts'
import type { RunKind } from './runKind.ts'
import { SafeOutput } from './safeOutput.ts'

const OURS = '/project/own.eval.ts'
const OTHERS = '/project/plain.spec.ts'
const HOSTILE = 'it said\n::error::all is well ##[add-path]/tmp'

afterEach(() => void vi.unstubAllEnvs())

function output(tasks: readonly [string, object][] = []) {
  const safe = new SafeOutput({ files: new Set([OURS]) } as unknown as RunKind)
  const files = [OURS, OTHERS].map((path): [string, object] => [path, { file: { filepath: path } }])
  const idMap = new Map([...files, ...tasks])
  safe.onInit({ state: { idMap } } as unknown as Vitest)
  return safe
}

function errorOf(moduleId: string) {
  const error = { message: HOSTILE, stack: `Error: ${HOSTILE}\n    at ${OURS}:1:1`, diff: HOSTILE, actual: HOSTILE, expected: HOSTILE }
  const task = {
    id: 'test',
    name: 'a test',
    type: 'test',
    file: { filepath: moduleId },
    meta: {},
    result: { state: 'fail', errors: [error] },
  }
  output([['test', task]]).onTestCaseResult({ id: 'test', module: { moduleId } as TestModule } as unknown as TestCase)
  return Object.values(error)
}

function consoleOf(taskId: string | undefined) {
  const log = { content: `${HOSTILE}\n`, type: 'stdout' as const, time: 0, size: 0, ...(taskId !== undefined && { taskId }) }
  output().onUserConsoleLog(log)
  return log.content
}

test('in GitHub Actions neither an error nor what a test prints is a command to the runner', () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  for (const text of [...errorOf(OURS), consoleOf(OURS), consoleOf(undefined)]) {
    expect(text).not.toMatch(/##\[|^\s*::/m)
    expect(text).toContain(':\\x3aerror::all is well #\\x23[add-path]/tmp')
  }
})

test.each(['onTestModuleCollected', 'onTestModuleEnd'] as const)(
  '%s cleans the tests of the module too: Vitest may tell of their end later, and reporters print them now',
  (told) => {
    registerSecret('late-Secret-7654321')
    const task = { name: 'late-Secret-7654321', file: { filepath: OURS }, meta: {}, result: { note: 'since late-Secret-7654321' } }
    const children = { allSuites: () => [], allTests: () => [{ id: 'test' }] }
    output([['test', task]])[told]({ id: 'module', moduleId: OURS, children } as unknown as TestModule)
    expect([task.name, task.result.note]).toEqual(['[redacted]', 'since [redacted]'])
  },
)

test('files that do not work with Holdfast print what they like', () => {
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  expect(errorOf(OTHERS)[0]).toBe(HOSTILE)
  expect(consoleOf(OTHERS)).toBe(`${HOSTILE}\n`)
})

test('elsewhere nothing of it is changed', () => {
  vi.stubEnv('GITHUB_ACTIONS', '')
  expect(errorOf(OURS)[0]).toBe(HOSTILE)
  expect(consoleOf(OURS)).toBe(`${HOSTILE}\n`)
})
