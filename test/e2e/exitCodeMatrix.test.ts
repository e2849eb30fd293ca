import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Finished } from '../run.ts'
import { fixture, once, readItems, readScores, runFixture, temporaryFolder, unwrapped, type VitestRun } from './fixtureRun.ts'
import { certifyIn, gates, gatesOf, hasScores, holdfast, type MarksOptions, rootWithBaseline, runMarks } from './marksRun.ts'

/** One case of the exit code (docs/contracts.md, section 1). Twelve items unless said otherwise; `marks` says how they end. */
interface Row extends MarksOptions {
  readonly name: string
  readonly exit: 0 | 1
  /** In what is printed, white space as single spaces. */
  readonly says: string | RegExp
  /** Rules as scores.json has them. */
  readonly rules?: readonly string[]
  /** In place of one run of the fixture. */
  readonly run?: () => Promise<Finished>
}

const OLD_NODE = Number(process.versions.node.split('.')[0]) < 22
const COMPLETE = 'exit 0: complete, no gates configured.'
const HELD = 'exit 0: complete, all gates held.'
/** Mean 0.875 with an interval of 0.712 to 1.038: of each task one item of four loses half. */
const UNEVEN = 'north-1=2,south-1=2,west-1=2'
const score = (rule: object) => ({ marks: { score: rule } })

/** Full marks, but for one item. */
const baseline = once(() => rootWithBaseline({ marks: 'north-1=2' }))
/** A root whose judge is right in 80 % of the pairs of its certificate. */
const certified = once(async () => {
  const root = temporaryFolder()
  await certifyIn(root, 'sim:judge', 80)
  return root
})
const inRoot = (root: () => Promise<string>, options: MarksOptions) => async () => runMarks({ ...options, root: await root() })

/** Two parts by files of Vitest's own `--shard`, in one root: one benchmark each, whichever way its hash of paths falls. */
const blobs = once(async () => {
  const root = temporaryFolder()
  const part = (index: number) =>
    runMarks({ root, marks: 'north=2', args: ['marks.eval', 'second.eval', `--shard=${index}/2`, '--reporter=blob'] })
  const parts = await Promise.all([part(1), part(2)])
  return { root, parts }
})
const mergeBlobs = (rules: object) => async () => {
  const { root } = await blobs()
  return runMarks({ root, gates: rules, args: [`--merge-reports=${join(root, '.vitest-reports')}`] })
}

const ABOVE_90 = { llmbar: { 'accuracy.Natural': { min: 90 } } }

/** Two parts by prefix groups of our own `HOLDFAST_SHARD`. The judge is right in every pair: 100. */
const shards = once(async () => {
  const part = (index: number) =>
    runFixture('certified', ['llmbar.eval'], {
      GITHUB_STEP_SUMMARY: '',
      HOLDFAST_JUDGE: 'sim:judge',
      HOLDFAST_LIMIT: '6',
      HOLDFAST_LLMBAR_SUBSETS: 'Natural,Manual',
      HOLDFAST_SHARD: `${index}/2`,
      ...gates(ABOVE_90, true),
    })
  return Promise.all([part(1), part(2)])
})

/** Merges the parts, or some of them, with these gates. */
const summarize =
  (rules: object | undefined, change: (folders: string[]) => readonly string[] = (folders) => folders) =>
  async () => {
    const folders = (await shards()).map((run) => {
      const copy = join(temporaryFolder(), 'part')
      cpSync(run.folder.path, copy, { recursive: true })
      return copy
    })
    return holdfast(['summarize', 'llmbar', ...change(folders)], temporaryFolder(), rules ? gates(rules, true) : {})
  }

/** As if two of the twelve items had got no usable verdict. */
function withoutTwoVerdicts(folders: string[]): string[] {
  const path = join(folders[0] as string, 'items.jsonl')
  const lines = folders.flatMap((folder) => readFileSync(join(folder, 'items.jsonl'), 'utf8').trimEnd().split('\n'))
  for (const line of lines.slice(0, 2)) appendFileSync(path, `${JSON.stringify({ ...JSON.parse(line), status: 'unscored', scores: {} })}\n`)
  // The last line of an item wins, and the first folder's come first.
  return [...folders].reverse()
}

/** As if the second part had been run with another judge. */
function withAnotherJudge(folders: string[]): string[] {
  const path = join(folders[1] as string, 'scores.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"sim:judge"', '"sim:judge?noise=0.5"'))
  return folders
}

/** Runs that several rows look at. */
const rejected = once(() => runMarks({ marks: 'south-1=reject' }))
// The late item has Vitest send what ended before: its timer, when a millisecond early, sends nothing until the next event.
const killed = once(() => runMarks({ marks: 'west-3=late,west-4=kill' }))
const interrupted = once(() => runMarks({ marks: 'south=slow,west-4=interrupt' }))
const lenient = once(() => runMarks({ marks: UNEVEN, gates: score({ min: 0.9, decide: 'lenient' }) }))

const reporter = (name: string, more: Partial<Row> = {}): Row => ({
  name: `items fail and the gates hold, with --reporter=${name}`,
  marks: 'north=2',
  gates: score({ min: 0.5 }),
  args: ['marks.eval', `--reporter=${name}`],
  exit: 0,
  says: HELD,
  rules: ['marks score min 0.5 held'],
  ...more,
})

const ROWS: readonly Row[] = [
  // Complete, without gates.
  { name: 'every item passes', exit: 0, says: COMPLETE },
  { name: 'items fail', marks: 'north=2,west=0', exit: 0, says: '8 of 12 scored. They do not decide the exit code.' },
  { name: 'every answer is empty', env: { HOLDFAST_MODEL: 'sim:null' }, exit: 0, says: COMPLETE },
  {
    name: 'a candidate in TypeScript, as the README has it',
    ...(OLD_NODE && {}),
    env: { HOLDFAST_MODEL: `module:${fixture('marks', 'typed.ts')}#ask` },
    exit: 0,
    says: COMPLETE,
  },
  { name: 'items fail in some trials', marks: 'north=2', env: { HOLDFAST_TRIALS: '2' }, exit: 0, says: COMPLETE },

  // Gates on the value.
  { name: 'items fail and the gates hold', marks: 'north=2', gates: score({ min: 0.5, max: 1 }), exit: 0, says: HELD },
  { name: 'min broken', marks: 'north=2', gates: score({ min: 0.84 }), exit: 1, says: 'exit 1: 1 of 1 rule broken.' },
  { name: 'max broken', gates: score({ max: 0.99 }), exit: 1, says: 'exit 1: 1 of 1 rule broken.' },
  {
    name: 'one of three rules broken, of a metric that every suite has',
    marks: 'north=2',
    gates: { marks: { score: { min: 0.5, max: 0.9 }, pass_rate: { min: 0.7 } } },
    exit: 1,
    says: 'exit 1: 1 of 3 rules broken.',
    rules: ['marks score min 0.5 held', 'marks score max 0.9 held', 'marks pass_rate min 0.7 broken'],
  },
  {
    name: 'a rule about a metric that there is not',
    gates: { marks: { scroe: { min: 0.5 } } },
    exit: 1,
    says: 'the run has no metric scroe; did you mean score?',
  },
  {
    name: 'a rule about a suite whose name is mistyped',
    gates: { mraks: { score: { min: 0.5 } } },
    exit: 1,
    says: 'there is no suite mraks; did you mean marks?',
  },
  {
    name: 'rules about a suite that did not run',
    gates: { llmbar: { null_rate: { max: 0.1 } } },
    exit: 0,
    says: 'exit 0: complete, no gate checked, their suites did not run.',
    rules: ['llmbar null_rate suite did not run pending'],
  },

  // Gates on the interval.
  {
    name: 'undecided and lenient, though the number breaks the rule',
    run: lenient,
    exit: 0,
    says: 'exit 0: complete',
    rules: ['marks score min 0.9 lenient undecided'],
  },
  {
    name: 'undecided and lenient, and says so in the last sentence',
    run: lenient,
    exit: 0,
    says: /exit 0: [^.]*undecided/,
  },
  {
    name: 'undecided and strict, though the number keeps the rule',
    marks: UNEVEN,
    gates: score({ min: 0.8, decide: 'strict' }),
    exit: 1,
    says: 'exit 1: 1 of 1 rule undecided.',
    rules: ['marks score min 0.8 strict undecided'],
  },
  {
    name: 'a whole interval that keeps a strict rule',
    marks: UNEVEN,
    gates: score({ min: 0.7, decide: 'strict' }),
    exit: 0,
    says: HELD,
  },
  {
    name: 'a whole interval that breaks a lenient rule',
    marks: UNEVEN,
    gates: score({ max: 0.7, decide: 'lenient' }),
    exit: 1,
    says: 'exit 1: 1 of 1 rule broken.',
  },
  {
    name: 'one rule broken, one undecided',
    marks: UNEVEN,
    gates: { marks: { score: { min: 0.9, decide: 'lenient' }, pass_rate: { min: 0.99 } } },
    exit: 1,
    says: 'exit 1: 1 of 2 rules broken, 1 undecided.',
  },

  // Gates on the change from a baseline.
  {
    name: 'a drop within maxDrop',
    run: inRoot(baseline, { marks: 'north=2', gates: { baseline: 'main', ...score({ maxDrop: 0.13 }) } }),
    exit: 0,
    says: HELD,
    rules: ['marks score maxDrop 0.13 held'],
  },
  {
    name: 'a drop beyond maxDrop',
    run: inRoot(baseline, { marks: 'north=2', gates: { baseline: 'main', ...score({ maxDrop: 0.12 }) } }),
    exit: 1,
    says: 'fell by 0.125, allowed 0.12.',
    rules: ['marks score maxDrop 0.12 broken'],
  },
  {
    name: 'maxDrop without such a baseline',
    gates: { baseline: 'mian', ...score({ maxDrop: 0.1 }) },
    exit: 1,
    says: 'Write it with npx holdfast baseline mian <run>, and commit it.',
    rules: ['marks score maxDrop 0.1 broken'],
  },
  {
    name: 'maxDrop without the name of a baseline',
    gates: score({ maxDrop: 0.1 }),
    exit: 1,
    says: 'maxDrop needs a baseline: name one as gates.baseline',
  },

  // Gates on the judge.
  {
    name: 'minJudgeAccuracy, with a judge that has no certificate',
    gates: { minJudgeAccuracy: 75, allowSimulated: true },
    env: { JUDGED: '1', HOLDFAST_JUDGE: 'sim:judge' },
    exit: 1,
    says: 'sim:judge is uncertified; run npx holdfast certify sim:judge',
    rules: ['judge accuracy min 75 broken'],
  },
  {
    name: 'minJudgeAccuracy, with a judge that is good enough',
    run: inRoot(certified, {
      gates: { minJudgeAccuracy: 80, allowSimulated: true },
      env: { JUDGED: '1', HOLDFAST_JUDGE: 'sim:judge' },
    }),
    exit: 0,
    says: HELD,
    rules: ['judge accuracy min 80 held'],
  },
  {
    name: 'minJudgeAccuracy, with a judge that is not',
    run: inRoot(certified, {
      gates: { minJudgeAccuracy: 80.5, allowSimulated: true },
      env: { JUDGED: '1', HOLDFAST_JUDGE: 'sim:judge' },
    }),
    exit: 1,
    says: 'exit 1: 1 of 1 rule broken.',
  },

  // Simulated models.
  {
    name: 'gates with a simulated candidate',
    gates: score({ min: 0.5 }),
    env: { HOLDFAST_MODEL: 'sim:oracle' },
    exit: 1,
    says: 'exit 1: gates are configured and the candidate is sim:oracle, simulated: name a real model, or set allowSimulated.',
    rules: ['marks score min 0.5 held'],
  },
  {
    name: 'gates with a simulated judge',
    gates: score({ min: 0.5 }),
    env: { JUDGED: '1', HOLDFAST_JUDGE: 'sim:judge' },
    exit: 1,
    says: 'exit 1: gates are configured and the judge is sim:judge, simulated',
  },
  {
    name: 'gates with a simulated candidate where that is allowed',
    gates: { ...score({ min: 0.5 }), allowSimulated: true },
    env: { HOLDFAST_MODEL: 'sim:oracle' },
    exit: 0,
    says: HELD,
  },

  // Items without a score.
  {
    name: 'one unscored item of twelve',
    marks: 'west-4=unscored',
    exit: 1,
    says: 'exit 1: 1 of 12 items have no score, over the limit of 1 %.',
  },
  {
    name: 'one unscored item within maxUnscored',
    marks: 'west-4=unscored',
    gates: { maxUnscored: 0.1 },
    exit: 0,
    says: 'Unscored 1, errors 0 of 12 (limit 10 %).',
  },
  {
    name: 'one unscored and one error, each within maxUnscored and both beyond',
    marks: 'west-4=unscored,west-3=error',
    gates: { maxUnscored: 0.1 },
    exit: 1,
    says: 'exit 1: 2 of 12 items have no score, over the limit of 10 %.',
  },
  {
    name: 'a judge that never says anything of use',
    env: { JUDGED: '1', HOLDFAST_JUDGE: 'sim:judge?garbage=1' },
    exit: 1,
    says: 'exit 1: 12 of 12 items have no score, over the limit of 1 %.',
  },
  { name: 'an endpoint that fails', marks: 'south-1=error', exit: 1, says: 'the line is dead' },
  { name: 'a body that throws', marks: 'south-1=harness', exit: 1, says: 'the harness is broken' },
  {
    name: 'a body whose own assertion fails',
    marks: 'south-1=assert',
    exit: 1,
    says: 'exit 1: 1 of 12 items have no score, over the limit of 1 %.',
  },

  // What is no score.
  { name: 'a rejection that nobody handles', run: rejected, exit: 1, says: 'exit 1: 1 failure that is no score.' },
  { name: 'a rejection that nobody handles, with its message', run: rejected, exit: 1, says: 'nobody caught this' },
  {
    name: 'a worker that is killed',
    run: killed,
    exit: 1,
    says: 'exit 1: 1 failure that is no score; partial: 11 of 12 items ran.',
  },
  {
    name: 'a worker that is killed, and what happened to it',
    run: killed,
    exit: 1,
    says: 'exited unexpectedly',
  },
  { name: 'a body that ends the process', marks: 'west-4=exit', exit: 1, says: 'process.exit unexpectedly called' },
  { name: 'a file that does not load', args: ['marks.eval', 'throws.eval'], exit: 1, says: 'exit 1: 1 failure that is no score.' },
  {
    name: 'a plain test that fails beside items that pass',
    args: ['marks.eval', 'plain.spec'],
    env: { SUM: '3' },
    exit: 1,
    says: 'exit 1: 1 failure that is no score.',
  },
  { name: 'a plain test that passes beside items that fail', marks: 'all=0', args: ['marks.eval', 'plain.spec'], exit: 0, says: COMPLETE },
  { name: 'a filter that leaves no item', args: ['marks.eval', '-t', 'nowhere'], exit: 1, says: 'exit 1: no item ran.' },
  { name: 'a filter that leaves some', args: ['marks.eval', '-t', 'north'], exit: 1, says: 'exit 1: partial: 4 of 12 items ran.' },
  { name: 'a filter that leaves no file', args: ['nowhere.eval'], exit: 1, says: 'no test file matches "nowhere.eval"' },

  // HOLDFAST_STRICT.
  {
    name: 'items fail and HOLDFAST_STRICT=1',
    marks: 'north=2',
    env: { HOLDFAST_STRICT: '1' },
    exit: 1,
    says: 'exit 1: HOLDFAST_STRICT: 4 items failed.',
  },
  { name: 'no item fails and HOLDFAST_STRICT=1', env: { HOLDFAST_STRICT: '1' }, exit: 0, says: COMPLETE },
  { name: 'items fail and HOLDFAST_STRICT=0', marks: 'north=2', env: { HOLDFAST_STRICT: '0' }, exit: 0, says: COMPLETE },

  // Reporters.
  reporter('json'),
  reporter('junit'),
  reporter('github-actions'),
  reporter('dot'),
  reporter('blob'),
  reporter('github-actions', {
    name: 'a gate is broken, with --reporter=github-actions',
    gates: score({ min: 0.9 }),
    exit: 1,
    says: 'exit 1: 1 of 1 rule broken.',
    rules: ['marks score min 0.9 broken'],
  }),
  reporter('blob', {
    name: 'a body throws, with --reporter=blob',
    marks: 'south-1=harness',
    exit: 1,
    says: 'exit 1: 1 of 12 items have no score, over the limit of 1 %.',
  }),

  // Vitest's own shards: whole files, so each part has whole suites.
  { name: 'one part of --shard', run: async () => (await blobs()).parts[0] as VitestRun, exit: 0, says: COMPLETE },
  { name: 'the other part of --shard', run: async () => (await blobs()).parts[1] as VitestRun, exit: 0, says: COMPLETE },
  {
    name: '--merge-reports, the gates of both files hold',
    run: mergeBlobs({ ...score({ min: 0.8 }), second: { score: { min: 1 } } }),
    exit: 0,
    says: HELD,
    rules: ['marks score min 0.8 held', 'second score min 1 held'],
  },
  {
    name: '--merge-reports, one gate broken',
    run: mergeBlobs({ ...score({ min: 0.9 }), second: { score: { min: 1 } } }),
    exit: 1,
    says: 'exit 1: 1 of 2 rules broken.',
    rules: ['marks score min 0.9 broken', 'second score min 1 held'],
  },

  // Our shards: parts of a suite.
  {
    name: 'a part of HOLDFAST_SHARD leaves its gates pending',
    run: async () => (await shards())[0] as VitestRun,
    exit: 0,
    says: 'gates stay pending until holdfast summarize merges all',
    rules: ['llmbar accuracy.Natural min 90 pending'],
  },
  {
    name: 'a part of HOLDFAST_SHARD, with a last sentence that is true',
    run: async () => (await shards())[0] as VitestRun,
    exit: 0,
    says: /exit 0: (?![^.]*did not run)[^.]*pending/,
  },
  { name: 'summarize merges the parts and the gates hold', run: summarize(ABOVE_90), exit: 0, says: '"verdict": "held"' },
  {
    name: 'summarize merges the parts and a gate is broken',
    run: summarize({ llmbar: { 'accuracy.Natural': { max: 90 } } }),
    exit: 1,
    says: 'exit 1: llmbar accuracy.Natural max 90 broken.',
  },
  {
    name: 'summarize misses a part',
    run: summarize(ABOVE_90, ([first]) => [first as string]),
    exit: 1,
    says: 'exit 1: partial: shard 2/2 missing.',
  },
  {
    name: 'summarize gets one part twice',
    run: summarize(ABOVE_90, ([, second]) => [second as string, second as string]),
    exit: 1,
    says: 'exit 1: partial: shard 1/2 missing.',
  },
  {
    name: 'summarize misses a part, without gates',
    run: summarize(undefined, ([first]) => [first as string]),
    exit: 1,
    says: 'exit 1: partial: shard 2/2 missing.',
  },
  {
    name: 'summarize merges parts with too many unscored items',
    run: summarize(ABOVE_90, withoutTwoVerdicts),
    exit: 1,
    says: 'of the items have no score, over the limit of',
  },
  {
    name: 'summarize merges parts with too many unscored items, without gates',
    run: summarize(undefined, withoutTwoVerdicts),
    exit: 1,
    says: 'have no score',
  },
  {
    name: 'summarize merges parts with unscored items within maxUnscored',
    run: summarize({ ...ABOVE_90, maxUnscored: 0.5 }, withoutTwoVerdicts),
    exit: 0,
    says: '"verdict": "held"',
  },
  {
    name: 'summarize does not ask the judge that is measured for a certificate',
    run: summarize({ ...ABOVE_90, minJudgeAccuracy: 50 }),
    exit: 0,
    says: '"verdict": "held"',
  },
  {
    name: 'summarize refuses parts by different judges',
    run: summarize(ABOVE_90, withAnotherJudge),
    exit: 1,
    says: 'Failed to merge the runs',
  },
]

async function check({ exit, says, rules, run, ...options }: Row): Promise<void> {
  const finished = await (run ?? (() => runMarks(options)))()
  const text = finished.stdout + finished.stderr
  if (typeof says === 'string') expect(unwrapped(text), text).toContain(says)
  else expect(unwrapped(text), text).toMatch(says)
  expect(finished.code, text).toBe(exit)
  if (!isRun(finished) || !hasScores(finished)) return
  expect(readScores(finished).exitCode).toBe(exit)
  if (rules) expect(gatesOf(finished)).toEqual(rules)
}

function isRun(finished: Finished): finished is VitestRun {
  return 'folder' in finished
}

describe.concurrent('the exit code', () => {
  test.each(ROWS.map((row) => [`${row.exit}: ${row.name}`, row] as const))('%s', (_title, row) => check(row))
})

describe.concurrent('a run that did not come to its end', () => {
  test('for want of its worker is marked partial in its scores', async () => {
    expect(readScores(await killed())).toMatchObject({ exitCode: 1, run: { partial: true }, suites: { marks: { items: 11, passed: 11 } } })
  })

  test('for want of its worker is marked partial in its report', async () => {
    expect(readFileSync((await killed()).folder.markdown, 'utf8')).toMatch(/^\*\*Exit 1\*\*: .*\(partial\)$/m)
  })

  test('because it was interrupted does not exit 0', async () => {
    expect([1, 130]).toContain((await interrupted()).code)
  })

  test('because it was interrupted has its ended items on disk', async () => {
    expect(existsSync((await interrupted()).folder.items)).toBe(true)
  })

  test('because it was interrupted writes scores.json, marked partial', async () => {
    expect(readScores(await interrupted())).toMatchObject({
      exitCode: 1,
      run: { partial: true },
      suites: { marks: { passed: expect.any(Number) } },
    })
  })

  test('because it was interrupted lets no item go on', async () => {
    const south = readItems(await interrupted()).filter(({ task }) => task === 'south')
    expect(south.filter(({ status }) => status === 'passed')).toEqual([])
  })

  test('because it was interrupted writes report.md, marked partial', async () => {
    expect(readFileSync((await interrupted()).folder.markdown, 'utf8')).toContain('(partial)')
  })
})

test('summarize decides the gates of a benchmark of one’s own', async () => {
  const root = temporaryFolder()
  const part = (index: number) => runMarks({ root, env: { HOLDFAST_SHARD: `${index}/2` } })
  const parts = await Promise.all([part(1), part(2)])
  const folders = parts.map(({ folder }) => folder.path)
  expect(await holdfast(['summarize', 'marks', ...folders], root, gates(score({ min: 0.5 })))).toMatchObject({ code: 0 })
})
