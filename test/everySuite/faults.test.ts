import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { inOrder } from '../../src/core/format/records.ts'
import type { Metric } from '../../src/core/format/scoresDocument.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import type { Suite } from '../../src/running/worker/suite.ts'
import { loadSuites } from '../catalogue.ts'
import { once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { withoutFigures } from '../withoutFigures.ts'
import { withAlikeTogether } from './alike.ts'

const SUITES = await loadSuites()

/** Faults of the model under test that strike every item, so that figures of one kind move alike. */
const FAULTS = ['null', 'degraded?p=1', 'sycophant', 'stubborn', 'forgetful?after=0', 'lost?p=1', 'cut?p=1&left=0']
/** What differs from trial to trial, for suites that have several. */
const VARYING = 'degraded?p=0.5&vary=trial'
const JUDGES = ['judge?noise=1', 'judge?garbage=1']
/** Of a suite that measures the judge itself. */
const MEASURED_JUDGES = ['degraded?p=1', 'judge?bias=first', ...JUDGES, 'cut?p=1&left=0']

/** As few items as show every figure, and what else it takes for one. */
const OPTIONS: Readonly<Record<string, HoldfastOptions>> = {
  'fb-bench': { limit: 2, suites: { 'fb-bench': { control: true } } },
  kieval: { limit: 8 },
  lifbench: { limit: 2, suites: { lifbench: { lengths: '4k,8k' } } },
  retention: { suites: { retention: { lengths: '2k,8k' } } },
  // Each of the eight kinds of follow-up stands first somewhere.
  pressure: { limit: 20 },
  refutebench1: { limit: 8 },
  // The figures of the paper are of ten trials.
  sharded: { limit: 2, trials: 10 },
}

/** Who is right in a suite that sees what only an application can do wrong, and faults of such a one. */
const APPLICATIONS: Readonly<Record<string, { readonly right: string; readonly faults: readonly string[] }>> = {
  retention: {
    right: 'compacting',
    faults: ['keep=none', 'keep=stale', 'obeys=no', 'obeys=all', 'never=yes'].map((own) => `compacting?${own}`),
  },
}

/** Figures that no fault makes worse, and why none can. */
const UNMOVED: readonly { readonly suite: string; readonly keys: readonly string[]; readonly why: string }[] = [
  { suite: 'kieval', keys: ['stop.none'], why: 'a share of 0 is left out, and a fault in every item leaves nothing else' },
  { suite: 'retention', keys: ['decay_per_1k'], why: 'each fault strikes conversations of all lengths alike' },
  { suite: 'retention', keys: ['inferred'], why: 'simulated models count no tokens, from which it is inferred' },
  { suite: 'llmbar', keys: ['tie_rate'], why: 'only strategies that rate have ties' },
  {
    suite: 'refutebench',
    keys: ['focus.style', 'focus.word usage', 'focus.phrase usage', 'refuter.words', 'refuter.courteous'],
    why: 'the objections are drawn before the first call, and are the same for every model',
  },
  {
    suite: 'refutebench1',
    keys: ['email.conflicts', 'mt.conflicts', 'qa.conflicts'],
    why: 'no simulated model writes an answer that has every wording that could be demanded',
  },
  {
    suite: 'refutebench1',
    keys: ['mt.skipped', 'qa.skipped'],
    why: 'the words and facts of the items alone decide where nothing is demanded',
  },
]

/** What a fault does to a figure: `appears` where the right answers give none, `none` where the fault gives none. */
type Effect = '' | 'worse' | 'better' | 'other' | 'appears' | 'none'

function effectOf(before: Metric | undefined, after: Metric | undefined): Effect {
  if (!before || !after) return before ? 'none' : after ? 'appears' : ''
  const change = after.value - before.value
  if (Math.abs(change) < 1e-9) return ''
  if (before.better === 'none') return 'other'
  return change > 0 === (before.better === 'lower') ? 'worse' : 'better'
}

function looksAt(suite: Suite) {
  const isCandidate = suite.roles.includes('candidate')
  const options = OPTIONS[suite.name]
  const application = APPLICATIONS[suite.name]
  const models = isCandidate ? [...FAULTS, ...(options?.trials ? [VARYING] : []), ...(application?.faults ?? [])] : []
  const judges = isCandidate ? (suite.roles.includes('judge') ? JUDGES : []) : MEASURED_JUDGES
  const light = withoutFigures(suite)
  const run = async (model: string, judge: string) => {
    const outcome = await runSuite(light, { limit: 3, ...options, model: `sim:${model}`, judge: `sim:${judge}` })
    const { metrics, ...counts } = suiteScores(outcome.records, (await suite.rules()).summarize(inOrder(outcome.records)))
    return { metrics, counts, outcome }
  }
  return once(async () => {
    const right = await run(application?.right ?? 'oracle', 'judge')
    const faults = new Map<string, typeof right>()
    for (const model of models) faults.set(model, await run(model, 'judge'))
    for (const judge of judges) faults.set(judge, await run('oracle', judge))
    const all = [right, ...faults.values()].map(({ metrics }) => metrics)
    const rows = [...new Set(all.flatMap(Object.keys))].map((key) => ({
      key,
      isFree: all.some(({ [key]: figure }) => figure?.better === 'none'),
      effects: all.slice(1).map((metrics) => effectOf(right.metrics[key], metrics[key])),
    }))
    return { right, faults, rows }
  })
}

const CASES = SUITES.map((suite) => ({ name: suite.name, suite, look: looksAt(suite) }))

describe.each(CASES)('$name', ({ name, look }) => {
  test('has no figure but those listed that no fault makes worse', async () => {
    const { rows } = await look()
    const isMoved = ({ effects, isFree }: (typeof rows)[number]) =>
      effects.some((effect) => effect === 'worse' || effect === 'appears' || (isFree && effect === 'other'))
    // Nothing stands in the list that a fault moves, or that is not there.
    const listed = UNMOVED.flatMap(({ suite, keys }) => (suite === name ? keys : []))
    const unmoved = rows.filter((row) => !isMoved(row)).map(({ key }) => key)
    expect(unmoved.sort()).toEqual(listed.sort())
  })

  test('is failed by a damaged model in every item, in its headline and in each task, with exit code 0', async () => {
    const { right, faults } = await look()
    const damaged = faults.get('degraded?p=1') as typeof right
    expect(damaged.outcome.concluded.document.exitCode).toBe(0)
    expect(damaged.counts).toMatchObject({ passed: 0, unscored: 0, error: 0 })
    const headline = right.outcome.concluded.document.suites[name]?.headline as string
    expect(right.metrics).toHaveProperty([headline])
    for (const key of [headline, ...Object.values(right.outcome.plan.display?.taskKeys ?? {})]) {
      if (right.metrics[key]) expect(effectOf(right.metrics[key], damaged.metrics[key]), key).toBe('worse')
    }
  })
})

const HEAD = `<!-- Written by npm run docs: test/everySuite/faults.test.ts finds it. -->

# Which fault moves which figure

Each suite runs with right answers and with [simulated models](models.md#simulated-models) that have one fault each. A cell says what the fault does to the figure against right answers. A figure that no fault makes worse is refused by a test, unless it stands below its table with a reason. A star stands for all figures of one name that the faults move alike.

- \`worse\`, \`better\`: by the figure's own direction. \`other\`: it has no direction.
- \`appears\`: right answers give no such figure. \`none\`: the fault leaves no such figure.
`

test('docs/faults.md is what was found', async () => {
  const path = join(packageRoot, 'docs', 'faults.md')
  const isWritten = process.env.WRITE_DOCS === '1'
  const page = readFileSync(path, 'utf8')
  const sections: string[] = []
  // A suite that was added has no section before npm run docs: test/docs looks for it.
  for (const { name, look } of CASES.filter((suite) => isWritten || page.includes(`\n## ${suite.name}\n`))) {
    const { faults, rows } = await look()
    const columns = [...faults.keys()].map((fault) => `\`${fault}\``)
    sections.push(
      [
        `\n## ${name}\n`,
        `|figure|${columns.join('|')}|`,
        `|---|${'---|'.repeat(columns.length)}`,
        ...withAlikeTogether(rows).map(({ key, effects }) => `|\`${key}\`|${effects.join('|')}|`),
        ...UNMOVED.filter(({ suite }) => suite === name).map(
          ({ keys, why }) => `\nNo fault moves ${keys.map((key) => `\`${key}\``).join(', ')}: ${why}.`,
        ),
        '',
      ].join('\n'),
    )
  }
  const found = `${HEAD}${sections.join('')}`
  if (isWritten) writeFileSync(path, found)
  else expect(page, 'npm run docs writes it anew').toBe(found)
})
