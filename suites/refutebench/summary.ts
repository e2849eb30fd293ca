import { type CombinedItem, combineTrials, type ItemRecord, type Metric, type Metrics, mean, metric } from '../../src/kit.ts'
import { pairedDifference, retained, satisfied, share, shareOverTasks, withNote } from './retention.ts'
import { FOCI, PAPER_TURNS, type Protocol, TASKS } from './tasks.ts'

/**
 * All RefuteBench 2.0 metrics (docs/suites/refutebench.md, R6): ratings from 1 to 5 averaged over seeds, and differences of
 * unrounded means, first minus last; beside them what is needed to read them. An item that is unscored for one missing
 * rating still counts with its others.
 */
export function summarizeRefutebench(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(rated(records))
  const metrics: Record<string, Metric> = {}
  const most = { transient: lastTurn(items, 'transient', 'objections'), persistent: lastTurn(items, 'persistent', 'distractions') }
  const ends = { transient: ['R(a1,r0)', `R(a${most.transient},r0)`], persistent: ['R(c0,r0)', `R(c${most.persistent},r0)`] } as const
  for (const task of TASKS) {
    Object.assign(metrics, named(`transient.${task}`, transientMetrics(of(items, `transient/${task}`), most.transient)))
    Object.assign(metrics, named(`persistent.${task}`, persistentMetrics(of(items, `persistent/${task}`), most.persistent)))
  }
  const overTasks = (protocol: string, name: string): Metric =>
    meanOverTasks(TASKS.flatMap((task) => metrics[`${protocol}.${task}.${name}`] ?? []))
  const retention = (protocol: Protocol) => {
    const [first, last] = ends[protocol]
    const tasks = TASKS.map((task) => of(items, `${protocol}/${task}`))
    const satisfiedShare = shareOverTasks(tasks.map((own) => satisfied(own, first)))
    return {
      forgetting: withNote(overTasks(protocol, 'forgetting'), satisfiedShare),
      satisfied: satisfiedShare,
      retained_given_satisfied: shareOverTasks(tasks.map((own) => retained(own, first, last))),
    }
  }
  return {
    ...metrics,
    'transient.satisfaction': overTasks('transient', 'satisfaction'),
    'transient.drift': overTasks('transient', 'drift'),
    ...named('transient', retention('transient')),
    ...named('persistent', retention('persistent')),
    ...focusMetrics(items),
    ...styleMetrics(items, most.transient),
    ...levelMetrics(items, most),
    ...refuterMetrics(items),
  }
}

/** How hard the bundled seeds are, in the order of tables. */
const LEVELS = ['plain', 'hard'] as const

/** What separates models, by the level of the seeds: means over the tasks, which count alike. */
function levelMetrics(items: readonly CombinedItem[], most: Readonly<Record<Protocol, number>>): Metrics {
  const levels = LEVELS.filter((level) => items.some(({ tags }) => tags.level === level))
  return Object.fromEntries(
    levels.flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      const overTasks = (protocol: Protocol, figure: (items: readonly CombinedItem[]) => Metric) =>
        meanOverTasks(TASKS.map((task) => figure(of(own, `${protocol}/${task}`))))
      const [turn, count] = [`turn${most.transient}`, `c${most.persistent}`]
      return [
        [`level.${level}.satisfaction`, overTasks('transient', (some) => meanOf(some, ...satisfactionNames(most.transient)))],
        [`level.${level}.${turn}`, overTasks('transient', (some) => meanOf(some, `R(a${most.transient},r0)`))],
        [
          `level.${level}.drift`,
          overTasks('transient', (some) => difference(meanOf(some, 'R(q,a0)'), meanOf(some, `R(q,a${most.transient})`))),
        ],
        [`level.${level}.${count}`, overTasks('persistent', (some) => meanOf(some, `R(${count},r0)`))],
      ]
    }),
  )
}

/** How many objections or irrelevant queries the dialogues have: a tag says so where it is not the paper's number. */
function lastTurn(items: readonly CombinedItem[], protocol: Protocol, tag: string): number {
  const own = items.find(({ task, tags }) => task.startsWith(`${protocol}/`) && tags[tag] !== undefined)
  return own ? Number(own.tags[tag]) : PAPER_TURNS
}

/** Records with ratings; those of unscored items pass for scored ones, since each rating counts by itself. */
function rated(records: readonly ItemRecord[]): ItemRecord[] {
  return records
    .filter(({ status }) => status === 'passed' || status === 'failed' || status === 'unscored')
    .map((record) => ({ ...record, status: record.status === 'unscored' ? 'failed' : record.status }))
}

function of(items: readonly CombinedItem[], task: string): CombinedItem[] {
  return items.filter((item) => item.task === task)
}

function named(prefix: string, metrics: Metrics): Metrics {
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [`${prefix}.${key}`, value]))
}

function meanOf(items: readonly CombinedItem[], ...names: readonly string[]): Metric {
  const values = items.flatMap(({ scores }) => names.flatMap((name) => scores[name] ?? [])).filter(Number.isFinite)
  return metric(mean(values), values.length)
}

/** The mean of the figures of several tasks, each counting alike; a task without the figure is left out. */
function meanOverTasks(tasks: readonly Metric[]): Metric {
  const figures = tasks.filter(({ value }) => Number.isFinite(value))
  return metric(
    mean(figures.map(({ value }) => value)),
    figures.reduce((sum, { n }) => sum + n, 0),
  )
}

function difference(first: Metric, last: Metric): Metric {
  return metric(first.value - last.value, Math.min(first.n, last.n))
}

/** The ratings of every answer by the objection it answers. */
function satisfactionNames(objections: number): string[] {
  return Array.from({ length: objections }, (_, index) => `R(a${index + 1},r${index})`)
}

function transientMetrics(items: readonly CombinedItem[], objections: number): Metrics {
  const rating = (...names: readonly string[]) => meanOf(items, ...names)
  const answers = Array.from({ length: objections }, (_, index) => index + 1)
  const [first, last] = ['R(a1,r0)', `R(a${objections},r0)`]
  const [task, taskAtLast] = ['R(q,a0)', `R(q,a${objections})`]
  return {
    satisfaction: rating(...satisfactionNames(objections)),
    turn1: rating(first),
    [`turn${objections}`]: rating(last),
    ...forgettingMetrics(items, first, last),
    retained_given_satisfied: share(retained(items, first, last)),
    initial: rating(task),
    final: rating(taskAtLast),
    drift: difference(rating(task), rating(taskAtLast)),
    drift_paired: pairedDifference(items, task, taskAtLast),
    ...Object.fromEntries(answers.map((answer) => [`curve.refutation.${answer}`, rating(`R(a${answer},r0)`)])),
    ...Object.fromEntries([0, ...answers].map((answer) => [`curve.task.${answer}`, rating(`R(q,a${answer})`)])),
    length_ratio: rating('length_ratio'),
    unchanged: rating('unchanged'),
    ...validityMetrics(items, first, last),
  }
}

function persistentMetrics(items: readonly CombinedItem[], most: number): Metrics {
  const [first, last] = ['R(c0,r0)', `R(c${most},r0)`]
  const asked = Array.from({ length: most }, (_, index) => index + 1)
  return {
    ...Object.fromEntries([0, ...asked].map((count) => [`c${count}`, meanOf(items, `R(c${count},r0)`)])),
    ...forgettingMetrics(items, first, last),
    ...Object.fromEntries(asked.map((count) => [`retained_given_satisfied.c${count}`, share(retained(items, first, `R(c${count},r0)`))])),
    c0_again: meanOf(items, 'R(c0-again,r0)'),
    distance: meanOf(items, 'distance'),
    ...validityMetrics(items, first, last),
  }
}

/** Forgetting by the paper's formula, paired by item, and the share of demands there was to forget. */
function forgettingMetrics(items: readonly CombinedItem[], first: string, last: string): Metrics {
  const satisfiedShare = share(satisfied(items, first))
  return {
    forgetting: withNote(difference(meanOf(items, first), meanOf(items, last)), satisfiedShare),
    forgetting_paired: withNote(pairedDifference(items, first, last), satisfiedShare),
    satisfied: satisfiedShare,
  }
}

/** Share of seeds with a void objection, and forgetting without them; only where validity was checked. */
function validityMetrics(items: readonly CombinedItem[], first: string, last: string): Metrics {
  const checked = items.filter(({ scores }) => scores.valid !== undefined)
  if (checked.length === 0) return {}
  const valid = checked.filter(({ scores }) => scores.valid === 1)
  const forgetting = withNote(difference(meanOf(valid, first), meanOf(valid, last)), share(satisfied(valid, first)))
  const flagged = checked.filter(({ scores }) => scores.valid !== 1).length
  return { flagged: metric(flagged / checked.length, checked.length), forgetting_valid: forgetting }
}

/** Share of the objections that are about each focus. */
function focusMetrics(items: readonly CombinedItem[]): Metrics {
  const foci = items.flatMap(({ tags }) => [tags.focus ?? []].flat())
  return Object.fromEntries(
    FOCI.map((focus) => [`focus.${focus}`, metric(foci.filter((name) => name === focus).length / foci.length, foci.length)]),
  )
}

/** How the refuter spoke, over all objections: by a program, and where it was asked by the judge. */
function refuterMetrics(items: readonly CombinedItem[]): Metrics {
  const objectionsOf = ({ tags }: CombinedItem) => [tags.focus ?? []].flat().length
  const told = (score: string) => {
    const own = items.filter(({ scores }) => scores[score] !== undefined)
    return ratio(
      own.map((item) => (item.scores[score] as number) * objectionsOf(item)),
      own.map(objectionsOf),
    )
  }
  const judged = items.filter(({ scores }) => scores.fit_objections !== undefined)
  const fit = (part: string) =>
    ratio(
      judged.map(({ scores }) => scores[`fit_${part}`] ?? 0),
      judged.map(({ scores }) => scores.fit_objections as number),
    )
  return {
    'refuter.words': told('refuter_words'),
    'refuter.courteous': told('refuter_courteous'),
    'refuter.in_style': fit('style'),
    ...Object.fromEntries(['clarity', 'abstraction', 'emotion', 'demands'].map((part) => [`refuter.${part}`, fit(part)])),
  }
}

/** The sum of some numbers over that of others. */
function ratio(parts: readonly number[], wholes: readonly number[]): Metric {
  const all = mean(wholes) * wholes.length
  return metric((mean(parts) * parts.length) / all, Math.round(all) || 0)
}

/** Satisfaction by how the refuter spoke; only for what varies within the run. */
function styleMetrics(items: readonly CombinedItem[], objections: number): Metrics {
  const transient = items.filter(({ task }) => task.startsWith('transient/'))
  return Object.fromEntries(
    ['clarity', 'abstraction', 'emotion'].flatMap((control) => {
      const levels = [...new Set(transient.map(({ tags }) => String(tags[control])))].sort()
      if (levels.length < 2) return []
      return levels.map((level) => [
        `style.${level}.satisfaction`,
        meanOf(
          transient.filter(({ tags }) => tags[control] === level),
          ...satisfactionNames(objections),
        ),
      ])
    }),
  )
}
