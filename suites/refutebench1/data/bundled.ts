import { z } from 'zod'
import { random, readFixture } from '../../../src/kit.ts'
import { isWanted, type Rb1Item, type TaskItems } from '../items.ts'
import { NCS, type Pair, type Rb1Task } from '../names.ts'
import type { Refutebench1Options } from '../options.ts'
import { drawFor, type Step } from '../script.ts'
import { BUNDLED_ROWS, type BundledRow, PROMPTS } from './bundledRows.ts'

/** Talk about something else, between the feedback and the query that it applies to. None of it looks like a task. */
const irrelevantQuery = z.strictObject({ id: z.string().min(1), query: z.string().min(1), reference: z.string().min(1) })
type IrrelevantQuery = z.output<typeof irrelevantQuery>

/**
 * The bundled rows of a task as items: a row with a single feedback is asked again word for word (memory) and in another
 * way (generalization), with 0 to 3 irrelevant queries between.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledTask(task: Rb1Task, options: Refutebench1Options, runSeed: number): TaskItems {
  const pool = readFixture('refutebench1/irrelevant.jsonl', irrelevantQuery)
  const file = `refutebench1/${task}.jsonl`
  const items = readFixture(file, BUNDLED_ROWS[task]).flatMap((row) => itemsOf(row, task, pool, options, runSeed))
  return { items: items.filter((item) => isWanted(item, options)), rows: [PROMPTS[task], ...readFixture(file, z.unknown()), pool] }
}

function itemsOf(
  row: BundledRow,
  task: Rb1Task,
  pool: readonly IrrelevantQuery[],
  { targets }: Refutebench1Options,
  runSeed: number,
): Rb1Item[] {
  const { id, isMulti, checker } = row
  const pair: Pair | undefined = task === 'mt' ? 'en-zh' : undefined
  const set = (name: string) => (pair === undefined ? name : `${pair}.${name}`)
  const draw = drawFor(runSeed, `${task}/${id}`)
  const common = { task, pair, checker, row: `${task}/${id}` }
  const script = (asked: readonly number[], between: readonly IrrelevantQuery[] = []) =>
    row.script(stepsOf(row, asked, between), asked, draw, targets)
  if (isMulti) {
    const asked = row.queries.map((_, number) => number)
    return [{ ...common, id: `${task}/multi/${set('multi')}/${id}`, kind: 'multi', nc: 0, script: script(asked) }]
  }
  const irrelevant = random('refutebench1-irrelevant', runSeed, id).sample(pool, NCS.length - 1)
  return (['memory', 'generalization'] as const).flatMap((kind) =>
    NCS.map((nc) => ({
      ...common,
      id: `${task}/${kind}/${set(`NC-${nc}`)}/${id}`,
      kind,
      nc: Number(nc),
      script: script([0, kind === 'memory' ? 0 : 1], irrelevant.slice(0, Number(nc))),
    })),
  )
}

/** Queries, a slot after each of the first ones, and irrelevant queries before the last. */
function stepsOf({ queries, slots }: BundledRow, asked: readonly number[], between: readonly IrrelevantQuery[]): Step[] {
  const irrelevant = between.map(({ query, reference }): Step => ({ kind: 'irrelevant', text: query, reference }))
  return asked.flatMap((number, at): Step[] => [
    ...(at === asked.length - 1 ? irrelevant : []),
    { kind: 'query', text: queries[number] as string },
    ...(at < slots ? [{ kind: 'slot' } as const] : []),
  ])
}
