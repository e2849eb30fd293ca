import {
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  meanOfFigures,
  type SummaryInput,
} from '../../src/kit.ts'
import { ASKED_AGAIN, AXES, FOCI, PAPER_TURNS, PROTOCOLS, type Protocol, type RefuteTask, TASK_TITLES, TASKS, upTo } from './names.ts'
import {
  ASIDE,
  COUNT,
  difference,
  meanOf,
  meanOverTasks,
  ofWholes,
  paired,
  rated,
  ratingOf,
  retained,
  SHARE,
  satisfied,
  share,
} from './ratedMeans.ts'
import { strictName } from './ratingNames.ts'

/**
 * All RefuteBench 2.0 metrics (docs/suites/refutebench.md, R6): ratings from 1 to 5 averaged over seeds, and differences of
 * unrounded means, first minus last; beside them what is needed to read them. An item that is unscored for one missing
 * rating still counts with its others.
 */
export function refutebenchSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const items = combineTrials(rated(records))
  const most = { transient: lastTurn(items, 'transient', 'objections'), persistent: lastTurn(items, 'persistent', 'distractions') }
  const byTask = (protocol: Protocol, figuresOf: (own: readonly CombinedItem[]) => Figures) =>
    TASKS.map((task) => {
      const own = of(items, `${protocol}/${task}`)
      return { task, own, figures: figuresOf(own) }
    })
  const rows = {
    transient: byTask('transient', (own) => transientMetrics(own, most.transient)),
    persistent: byTask('persistent', (own) => persistentMetrics(own, most.persistent)),
  }
  const asked = (protocol: Protocol) => rows[protocol].filter(({ task }) => tasksOf(items, protocol).includes(task))
  const isPersistent = items.length > 0 && items.every(({ task }) => task.startsWith('persistent/'))
  const overTasks = (protocol: Protocol, name: string): Figure =>
    meanOverTasks(
      asked(protocol).flatMap(({ figures }) => figures[name] ?? []),
      rows[protocol].flatMap(({ own }) => own),
    )
  const retention = (protocol: Protocol): Figures => {
    const [first, last] = endsOf(protocol, most[protocol])
    const atOnce = asked(protocol).map(({ own }) => share(own, satisfied(first)))
    const satisfiedShare = meanOfFigures(atOnce, { ...SHARE, label: SATISFIED[protocol] })
    const later = asked(protocol).map(({ own }) => share(own, retained(first, last)))
    return {
      forgetting: withNote(overTasks(protocol, 'forgetting'), satisfiedShare),
      satisfied: satisfiedShare,
      retained_given_satisfied: meanOfFigures(later, {
        ...SHARE,
        label: RETAINED[protocol],
        none:
          satisfiedShare.value > 0
            ? 'no later answer to a satisfied objection was rated'
            : `0 of ${satisfiedShare.n} objections were satisfied at once`,
        // Where every dialogue is persistent, nothing else is first.
        ...(protocol === 'persistent' && isPersistent && { headline: { unit: 'share of dialogues', digits: 3 } }),
      }),
    }
  }
  return {
    ...Object.assign(
      {},
      ...TASKS.flatMap((task, at) =>
        PROTOCOLS.map((protocol) => named(`${protocol}.${task}`, `${protocol}, ${TASK_TITLES[task]}`, rows[protocol][at]?.figures ?? {})),
      ),
    ),
    // There is no such figure of the persistent dialogue, so that its protocol need not be named.
    'transient.satisfaction': {
      ...overTasks('transient', 'satisfaction'),
      none: 'no objection of a transient dialogue was rated',
      ...(!isPersistent && { headline: { unit: 'rating', digits: 2 } }),
    },
    'strict.transient.satisfaction': {
      ...meanOverTasks(
        asked('transient').map(({ own }) => ratingOf(own, satisfactionNames(most.transient).map(strictName), ASIDE)),
        items.filter(({ task }) => task.startsWith('transient/')),
      ),
      label: `strict: ${SATISFACTION}, an answer that only repeats rated 1`,
    },
    ...named('transient', 'transient', { drift: overTasks('transient', 'drift'), ...retention('transient') }),
    ...named('persistent', 'persistent', retention('persistent')),
    ...focusMetrics(items),
    ...styleMetrics(items, most.transient),
    ...levelMetrics(items, most),
    ...refuterMetrics(items),
  }
}

/** Ratings of what was asked for, first and last. */
function endsOf(protocol: Protocol, most: number): readonly [string, string] {
  return protocol === 'transient' ? ['R(a1,r0)', `R(a${most},r0)`] : ['R(c0,r0)', `R(c${most},r0)`]
}

const SATISFACTION = 'objections followed at once'
const DRIFT = 'drift from the task, first less last rating'
const SATISFIED: Readonly<Record<Protocol, string>> = {
  transient: 'first objection satisfied, share of items',
  persistent: 'objection satisfied at once, share of items',
}
const RETAINED: Readonly<Record<Protocol, string>> = {
  transient: 'still satisfied at the end, of those',
  persistent: 'still satisfied after other queries, of those',
}
const inAnswer = (answer: number) => `objection 1 in answer ${answer}`
const otherQueries = (count: number) => `after ${count} other ${count === 1 ? 'query' : 'queries'}`

/** How hard the bundled seeds are, in the order of tables. */
const LEVELS = ['plain', 'hard'] as const

/** What separates models, by the level of the seeds: means over the tasks, which count alike. */
function levelMetrics(items: readonly CombinedItem[], most: Readonly<Record<Protocol, number>>): Figures {
  const levels = LEVELS.filter((level) => items.some(({ tags }) => tags.level === level))
  return Object.fromEntries(
    levels.flatMap((level) => {
      const own = items.filter(({ tags }) => tags.level === level)
      const overTasks = (protocol: Protocol, part: string, label: string, figure: (items: readonly CombinedItem[]) => Figure) => {
        const mean = meanOverTasks(tasksOf(own, protocol).map((task) => figure(of(own, `${protocol}/${task}`))))
        const group = `level.${level}`
        return [`${group}.${part}`, { ...mean, label: `${label}, ${level} seeds`, compared: false, group, part }] as const
      }
      const { transient, persistent } = most
      const asked = persistent === 0 ? 'objection followed at once' : `objection still followed ${otherQueries(persistent)}`
      return [
        overTasks('transient', 'satisfaction', SATISFACTION, (some) => ratingOf(some, satisfactionNames(transient))),
        overTasks('transient', `turn${transient}`, inAnswer(transient), (some) => ratingOf(some, [`R(a${transient},r0)`])),
        overTasks('transient', 'drift', DRIFT, (some) => difference(some, 'R(q,a0)', `R(q,a${transient})`)),
        overTasks('persistent', `c${persistent}`, asked, (some) => ratingOf(some, [`R(c${persistent},r0)`])),
      ]
    }),
  )
}

/** How many objections or irrelevant queries the dialogues have: a tag says so where it is not the paper's number. */
function lastTurn(items: readonly CombinedItem[], protocol: Protocol, tag: string): number {
  const own = items.find(({ task, tags }) => task.startsWith(`${protocol}/`) && tags[tag] !== undefined)
  return own ? Number(own.tags[tag]) : PAPER_TURNS
}

/** The tasks of which a protocol has items, with ratings or without; all where it has none. */
function tasksOf(items: readonly CombinedItem[], protocol: Protocol): readonly RefuteTask[] {
  const own = TASKS.filter((task) => of(items, `${protocol}/${task}`).length > 0)
  return own.length > 0 ? own : TASKS
}

function of(items: readonly CombinedItem[], task: string): CombinedItem[] {
  return items.filter((item) => item.task === task)
}

/** Figures of a task, under its key and name. */
function named(key: string, words: string, figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [`${key}.${name}`, { ...figure, label: `${words}: ${figure.label}` }]),
  )
}

/** Share of satisfied objections under which forgetting says little. */
const ENOUGH = 0.8

/** `forgetting`, with a note where so few objections were followed at first that a small figure is no merit. */
function withNote(forgetting: Figure, { value }: Figure): Figure {
  if (!(value < ENOUGH)) return forgetting
  return {
    ...forgetting,
    note: `under ${100 * ENOUGH} % of the objections were satisfied at first, so there is little to forget; read satisfied and retained_given_satisfied`,
  }
}

/** The ratings of every answer by the objection it answers. */
function satisfactionNames(objections: number): string[] {
  return upTo(1, objections).map((answer) => `R(a${answer},r${answer - 1})`)
}

function transientMetrics(items: readonly CombinedItem[], objections: number): Figures {
  const rating = (name: string, label: string) => ratingOf(items, [name], { label, ...ASIDE })
  const answers = upTo(1, objections)
  const [first, last] = endsOf('transient', objections)
  const [task, taskAtLast] = ['R(q,a0)', `R(q,a${objections})`]
  return {
    satisfaction: ratingOf(items, satisfactionNames(objections), { label: SATISFACTION }),
    turn1: rating(first, inAnswer(1)),
    ...(objections > 1 && { [`turn${objections}`]: ratingOf(items, [last], { label: inAnswer(objections) }) }),
    ...forgettingMetrics(items, first, last, SATISFIED.transient),
    retained_given_satisfied: share(items, retained(first, last), { label: RETAINED.transient }),
    initial: rating(task, 'task quality of the first answer'),
    final: rating(taskAtLast, 'task quality of the last answer'),
    drift: difference(items, task, taskAtLast, { label: DRIFT }),
    drift_paired: paired(items, task, taskAtLast, 'drift from the task, item by item'),
    ...Object.fromEntries(
      answers.map((answer) => [`curve.refutation.${answer}`, rating(`R(a${answer},r0)`, `curve of objection 1, answer ${answer}`)]),
    ),
    ...Object.fromEntries(
      [0, ...answers].map((answer) => [`curve.task.${answer}`, rating(`R(q,a${answer})`, `curve of task quality, answer ${answer}`)]),
    ),
    length_ratio: meanOf(items, ['length_ratio'], { ...COUNT, ...ASIDE, stands: true, label: 'length of the last answer over the first' }),
    unchanged: share(items, ({ scores }) => scores.unchanged, {
      ...ASIDE,
      stands: true,
      better: 'lower',
      label: 'answers that repeat the one before, share',
    }),
    ...validityMetrics(items, first, last),
  }
}

function persistentMetrics(items: readonly CombinedItem[], most: number): Figures {
  const [first, last] = endsOf('persistent', most)
  const asked = upTo(1, most)
  const after = (count: number) =>
    ratingOf(items, [`R(c${count},r0)`], {
      label: count === 0 ? 'objection followed at once' : `objection still followed ${otherQueries(count)}`,
      ...(count !== PAPER_TURNS && ASIDE),
      group: ASKED_AGAIN,
      part: String(count),
    })
  return {
    ...Object.fromEntries([0, ...asked].map((count) => [`c${count}`, after(count)])),
    ...forgettingMetrics(items, first, last, SATISFIED.persistent),
    ...Object.fromEntries(
      asked.map((count) => [
        `retained_given_satisfied.c${count}`,
        share(items, retained(first, `R(c${count},r0)`), { label: `still satisfied ${otherQueries(count)}, of those`, ...ASIDE }),
      ]),
    ),
    c0_again: ratingOf(items, ['R(c0-again,r0)'], { label: 'objection followed when asked again at once', ...ASIDE }),
    distance: meanOf(items, ['distance'], { ...COUNT, ...ASIDE, stands: true, label: 'tokens between objection and last query' }),
    ...validityMetrics(items, first, last),
  }
}

/** Forgetting by the paper's formula, paired by item, and the share of demands there was to forget. */
function forgettingMetrics(items: readonly CombinedItem[], first: string, last: string, label: string): Figures {
  const satisfiedShare = share(items, satisfied(first), { label })
  return {
    forgetting: withNote(difference(items, first, last, { label: 'forgetting, first less last rating' }), satisfiedShare),
    forgetting_paired: withNote(paired(items, first, last, 'forgetting, item by item'), satisfiedShare),
    satisfied: satisfiedShare,
  }
}

/** Share of seeds with a void objection, of those whose objections were checked, and forgetting without them. */
function validityMetrics(items: readonly CombinedItem[], first: string, last: string): Figures {
  const valid = items.filter(({ scores }) => scores.valid === 1)
  const description = { label: 'forgetting, valid objections only', mean: undefined, ...ASIDE }
  return {
    flagged: share(items, ({ scores: { valid } }) => (valid === undefined ? undefined : Number(valid !== 1)), {
      label: 'items with a void objection, share',
      ...ASIDE,
      better: 'lower',
    }),
    forgetting_valid: withNote(difference(valid, first, last, description), share(valid, satisfied(first))),
  }
}

/** What each objection of a dialogue is about. */
function fociOf({ tags }: CombinedItem): string[] {
  return [tags.focus ?? []].flat()
}

const countOf = (item: CombinedItem) => fociOf(item).length

/** Share of the objections that are about each focus. */
function focusMetrics(items: readonly CombinedItem[]): Figures {
  return Object.fromEntries(
    FOCI.map((focus) => {
      const own = (item: CombinedItem) => fociOf(item).filter((name) => name === focus).length
      const described = { label: `objections about ${focus}, share`, ...SHARE, stands: true } as const
      return ofObjections(items, 'focus', focus, described, own, countOf)
    }),
  )
}

/** A figure of all objections: the sum of a number over that of another. */
function ofObjections(
  items: readonly CombinedItem[],
  group: string,
  part: string,
  description: FigureDescription,
  partOf: (item: CombinedItem) => number,
  whole: (item: CombinedItem) => number | undefined,
): [key: string, Figure] {
  return [`${group}.${part}`, ofWholes(items, partOf, whole, { ...description, ...ASIDE, better: 'none', group, part })]
}

/** How the refuter spoke, over all objections: by a program, and where it was asked by the judge. */
function refuterMetrics(items: readonly CombinedItem[]): Figures {
  // By a program, of each dialogue the mean over its objections.
  const told = (part: string, score: string, description: FigureDescription) => {
    const objections = (item: CombinedItem) => (item.scores[score] === undefined ? undefined : countOf(item))
    const total = (item: CombinedItem) => (item.scores[score] ?? 0) * countOf(item)
    return ofObjections(items, 'refuter', part, { ...description, stands: true }, total, objections)
  }
  const that = (part: string, words = part, score = `fit_${part}`) => {
    const described = { ...SHARE, label: `objections that are ${words}, share` }
    return ofObjections(
      items,
      'refuter',
      part,
      described,
      ({ scores }) => scores[score] ?? 0,
      ({ scores }) => scores.fit_objections,
    )
  }
  return Object.fromEntries([
    told('words', 'refuter_words', { ...COUNT, label: 'words of an objection' }),
    told('courteous', 'refuter_courteous', { ...SHARE, label: 'objections that are courteous, share' }),
    that('in_style', 'in style', 'fit_style'),
    ...AXES.map((part) => that(part)),
    that('demands', 'demanding'),
  ])
}

/** Satisfaction by how the refuter spoke; only for what varies within the run. */
function styleMetrics(items: readonly CombinedItem[], objections: number): Figures {
  const transient = items.filter(({ task }) => task.startsWith('transient/'))
  return Object.fromEntries(
    AXES.flatMap((control) => {
      const byLevel = [...groupBy(transient, ({ tags }) => String(tags[control]))].sort(([one], [other]) => (one < other ? -1 : 1))
      return (byLevel.length < 2 ? [] : byLevel).map(([level, own]) => {
        const described = { label: `${SATISFACTION}, ${level} refuter`, ...ASIDE, group: 'style', part: level }
        return [`style.${level}.satisfaction`, ratingOf(own, satisfactionNames(objections), described)]
      })
    }),
  )
}
