import type { ShardedTask } from '../../suites/sharded/items.ts'
import type { Labelled } from './dressed.ts'

type Demand = ShardedTask['demands'][number]

/** Answers to a task that are wrong in one place, with the demands on that place, which are told from the task alone. */
export function spoilt(task: ShardedTask): Labelled[] {
  if (task.kind === 'action' || task.kind === 'json') return spoiltJson(task)
  if (task.kind === 'table') return spoiltTable(task)
  return task.kind === 'arithmetic' ? spoiltLines(task) : []
}

const namesOf = (demands: readonly Demand[]) => demands.map(({ name }) => name)

/** A value in JSON and the path to it. */
interface Leaf {
  readonly path: readonly string[]
  readonly value: unknown
}

function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [{ path, value }]
  return Object.entries(value).flatMap(([key, own]) => leavesOf(own, [...path, key]))
}

function spoiltJson({ id, reference, demands }: ShardedTask): Labelled[] {
  const right: unknown = JSON.parse(reference)
  const changed = leavesOf(right).map(({ path, value }) => {
    const other = typeof value === 'number' ? value + 1000 : typeof value === 'boolean' ? !value : 'Zebulon'
    const reply = JSON.stringify(put(right, path, other))
    return { id: `${id}, other ${path.join('.')}`, reply, unmet: namesOf(demands.filter(({ check }) => isOn(check, path, right))) }
  })
  if (!Array.isArray(right)) return changed
  const gone = right.map((_, at) => {
    const reply = JSON.stringify(right.filter((_, index) => index !== at))
    // Which keys entries have can be told by the others.
    const isHit = ({ check }: Demand) =>
      'json' in check && (check.length !== undefined || (!check.keys && isOn(check, [String(at)], right)))
    return { id: `${id}, without entry ${at}`, reply, unmet: namesOf(demands.filter(isHit)) }
  })
  return [...changed, ...gone]
}

/** Whether a demand is on what stands at a path: it is on that, on a part of it, or on what that is a part of. */
function isOn(check: Demand['check'], path: readonly string[], right: unknown): boolean {
  if (!('json' in check) || check.length !== undefined) return false
  const own = check.json === '' ? [] : check.json.split('.')
  const covers = own.every((key, at) => path[at] === undefined || path[at] === key)
  // Another value under a key leaves the key.
  if (check.keys) return covers && path.length <= own.length
  if (check.holds === undefined) return covers
  const entry = JSON.stringify(
    (own.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], right) as unknown[])[Number(path[own.length])],
  )
  return covers && entry === JSON.stringify(check.holds)
}

function put(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other
  if (Array.isArray(value)) return value.with(Number(key), put(value[Number(key)], rest, other))
  return { ...(value as object), [key]: put((value as Record<string, unknown>)[key], rest, other) }
}

function spoiltTable({ id, reference, demands }: ShardedTask): Labelled[] {
  const [head = '', rule = '', ...rows] = reference.split('\n')
  const cellsOf = (line: string) => line.split('|').slice(1, -1)
  const columns = cellsOf(head).map((name) => name.trim())
  const withCell = (line: string, at: number, text: string) => `|${cellsOf(line).with(at, ` ${text} `).join('|')}|`
  const labelOf = (row: string) => (cellsOf(row)[0] ?? '').trim()
  const reply = (first: string, own: readonly string[]) => [first, rule, ...own].join('\n')
  const on = (is: (check: Demand['check']) => boolean) => namesOf(demands.filter(({ check }) => is(check)))
  const ofColumn = (check: Demand['check'], at: number) => 'column' in check && check.column === columns[at]
  const ofLabels = (check: Demand['check']) => ofColumn(check, 0) && !('row' in check)
  return [
    ...columns.map((name, at) => ({
      id: `${id}, other heading for ${name}`,
      reply: reply(withCell(head, at, 'Zebulon'), rows),
      unmet: on((check) => 'columns' in check),
    })),
    ...rows.flatMap((row, at) =>
      columns.map((name, column) => ({
        id: `${id}, other ${name} in row ${at + 1}`,
        reply: reply(head, rows.with(at, withCell(row, column, /\d/.test(cellsOf(row)[column] ?? '') ? '777' : 'Zebulon'))),
        unmet: on((check) => ofColumn(check, column) && (!('row' in check) || check.row === labelOf(row))),
      })),
    ),
    ...rows.map((row, at) => ({
      id: `${id}, without row ${at + 1}`,
      reply: reply(head, rows.toSpliced(at, 1)),
      unmet: on((check) => 'rows' in check || ('column' in check && (!('row' in check) || check.row === labelOf(row)))),
    })),
    {
      id: `${id}, a row too many`,
      reply: reply(head, [...rows, `|${columns.map(() => ' Zebulon |').join('')}`]),
      unmet: on((check) => 'rows' in check || ofLabels(check)),
    },
    {
      id: `${id}, a column too many`,
      reply: reply(
        `${head} Zebulon |`,
        rows.map((row) => `${row} 777 |`),
      ).replace(rule, `${rule} --- |`),
      unmet: on((check) => 'columns' in check),
    },
  ]
}

function spoiltLines({ id, reference, demands }: ShardedTask): Labelled[] {
  return demands.flatMap(({ name, check }) => {
    if (!('label' in check)) return []
    const line = new RegExp(`^${check.label}: .*$`, 'm')
    const ends = { higher: '1234', 'in words': 'ninety-nine', 'as a question': '?', 'as a calculation of something else': '3 × 7 = 21' }
    return Object.entries(ends).map(([how, end]) => ({
      id: `${id}, ${check.label} ${how}`,
      reply: reference.replace(line, `${check.label}: ${end}`),
      unmet: how === 'as a question' && demands.length === 1 ? namesOf(demands) : [name],
    }))
  })
}
