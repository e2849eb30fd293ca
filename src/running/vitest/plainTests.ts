import { hash } from 'node:crypto'
import type { TestCase } from 'vitest/node'
import { groupBy } from '../../core/base/collections.ts'
import { redact } from '../../core/base/secrets.ts'
import { holdfastCommand } from '../../core/base/text/shellWord.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { type Gates, rulesBySuite } from '../../core/format/gates.ts'
import type { ItemResult } from '../../core/format/itemResult.ts'
import type { Role } from '../../core/format/role.ts'
import { ORDINARY_TESTS } from '../../core/format/scoresDocument.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import { conclude } from '../../deciding/conclude.ts'
import { figuresOf } from '../../deciding/figures.ts'
import { liveRun } from '../../deciding/liveRun.ts'
import type { FoundCertificate } from '../../judging/certificate/certificate.ts'
import { inlineSuite } from '../worker/suite.ts'

/** An ordinary test that called models, as an item without scores; undefined for one that called none or did not run. */
export function plainTestResult(test: TestCase): ItemResult | undefined {
  const { state, errors = [] } = test.result()
  const { holdfastUsage: usage = {}, holdfastTest } = test.meta()
  const calls = Object.values(usage).reduce((sum, counts) => sum + counts.calls, 0)
  if (calls === 0 || !holdfastTest || (state !== 'passed' && state !== 'failed')) return undefined
  const [error] = errors
  return {
    record: {
      ...holdfastTest,
      task: 'tests',
      trial: 0,
      status: state,
      tags: {},
      scores: {},
      ...(error && { reason: redact(error.message) }),
    },
    usage,
    lost: {},
  }
}

/**
 * Why gates on files of ordinary tests are wrong, a sentence each: such tests decide by themselves, and only benchmarks have figures. A gate
 * `shop` is on `shop.eval.ts`, as benchmarks are named; `shop.test.ts` may lie beside one.
 * @param benchmarks that ran.
 */
export function gatesOnPlainTests(gates: Gates | undefined, files: Iterable<string>, benchmarks: readonly string[] = []): string[] {
  const all = [...files].map((file) => ({ file, stem: /([^/]+)\.eval\.\w+(?: \(.+\))?$/.exec(file)?.[1] }))
  return rulesBySuite(gates).flatMap(([name]) => {
    const { file, stem = name } = all.find((one) => one.file === name || one.stem === name) ?? {}
    if (file === undefined || benchmarks.includes(name)) return []
    const make = holdfastCommand('init', `suites/${stem}-benchmark`)
    return `Failed to check the gate on ${name}: ${file} holds ordinary tests, each of which decides by itself, and no benchmark. Take the gate out, or make a benchmark of them: ${make}.`
  })
}

/** What a run of ordinary tests was and came to, file by file, in the form in which a run of suites tells it. */
export async function concludePlainTests(
  results: readonly ItemResult[],
  config: ResolvedConfig,
  certificates: readonly FoundCertificate[],
  otherFailures: readonly string[],
) {
  const files = [...groupBy(results, ({ record }) => record.suite)]
  const plans = files.map(([suite, own]) => planOf(suite, own))
  const figures = await Promise.all(
    files.map(async ([suite, own]) => {
      const records = own.map(({ record }) => record)
      const rules = await inlineSuite(suite, { items: [] }, async () => undefined).rules()
      return figuresOf(rules, records, { gates: undefined, root: config.root })
    }),
  )
  const concluded = conclude(liveRun({ config, plans, results, figures, finishedAt: new Date() }), {
    gates: undefined,
    baseline: undefined,
    certificates,
    known: [],
    flags: { strict: false, interrupted: false, sharded: false, otherFailures },
  })
  return { plans, figures, concluded }
}

function planOf(suite: string, own: readonly ItemResult[]): SuitePlan {
  return {
    suite,
    roles: [...new Set(own.flatMap(({ usage }) => Object.keys(usage) as Role[]))],
    items: own.length,
    trials: 1,
    data: { source: ORDINARY_TESTS, sha256: hash('sha256', own.map(({ record }) => record.item).join('\n')), items: own.length },
    tasks: [{ task: 'tests', title: 'tests', items: own.length }],
    headline: { key: 'pass_rate', label: 'tests passed', range: [0, 1], digits: 3 },
    notes: [],
    options: {},
    scoring: 1,
  }
}
