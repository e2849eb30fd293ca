import { cents, dayOf, type Key, only, ordersOf, states } from './keys.ts'
import { library } from './writing.ts'

type Tasks = Readonly<Record<string, readonly [hours: number, after: string]>>

/** The fewest hours in which two people do all tasks: every choice of starts is tried at every hour. */
function fewestHours(tasks: Tasks): number {
  const names = Object.keys(tasks)
  let best = Number.POSITIVE_INFINITY
  const seen = new Map<string, number>()
  const visit = (now: number, done: string, running: readonly { name: string; end: number }[]) => {
    if (done.length === names.length) best = Math.min(best, now)
    const key = `${[...done].sort().join('')} ${running.map(({ name, end }) => name + (end - now)).sort()}`
    if (now >= best || (seen.get(key) ?? Number.POSITIVE_INFINITY) <= now) return
    seen.set(key, now)
    const isFree = (name: string) => !done.includes(name) && running.every((one) => one.name !== name)
    const ready = names.filter((name) => isFree(name) && [...(tasks[name]?.[1] ?? '')].every((before) => done.includes(before)))
    const choices = [[], ...ready.map((one) => [one]), ...ready.flatMap((one, index) => ready.slice(index + 1).map((two) => [one, two]))]
    for (const choice of choices) {
      if (running.length + choice.length > 2) continue
      const next = [...running, ...choice.map((name) => ({ name, end: now + (tasks[name]?.[0] ?? 0) }))]
      if (next.length === 0) continue
      const end = Math.min(...next.map((one) => one.end))
      const finished = next.filter((one) => one.end === end)
      visit(
        end,
        done + finished.map(({ name }) => name).join(''),
        next.filter((one) => one.end > end),
      )
    }
  }
  visit(0, '', [])
  return best
}

const workshop: Tasks = { A: [5, ''], B: [2, ''], C: [3, 'A'], D: [2, 'A'], E: [6, 'B'], F: [3, 'CE'], G: [4, 'D'], H: [5, 'FG'] }
const factory: Tasks = { A: [2, ''], B: [6, ''], C: [6, 'A'], D: [7, 'A'], E: [3, 'B'], F: [4, 'CE'], G: [2, 'D'], H: [6, 'FG'] }

/** 272: who can be a knight, with all six statements. */
function knights(): Key {
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  const all = Array.from({ length: 64 }, (_, bits) => names.map((_name, index) => (bits >> index) % 2 === 1))
  const fitting = all.filter((who) => {
    const [a, b, c, d, e, f] = who as [boolean, boolean, boolean, boolean, boolean, boolean]
    const said = [b !== c, who.filter(Boolean).length === 3, d === e, !a || f, b && !c, [a, c, e].filter(Boolean).length % 2 === 0]
    return said.every((statement, index) => statement === who[index])
  })
  const found = names.filter((_, index) => only(fitting)[index])
  return (text) => states(`There is only one solution: ${found.join(' and ')}`)(text)
}

/** 273: the only order around the table. */
function seats(): Key {
  const orders = ordersOf(['Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gil', 'Hope']).filter((rest) => {
    const at = (name: string) => rest.indexOf(name) + 1
    const after = (a: string, b: string) => (at(b) - at(a) + 8) % 8
    const apart = (a: string, b: string) => Math.min(after(a, b), after(b, a))
    return (
      apart('Ann', 'Ben') === 4 &&
      after('Dan', 'Cleo') === 1 &&
      apart('Eva', 'Finn') === 2 &&
      apart('Gil', 'Hope') === 3 &&
      apart('Gil', 'Ben') !== 1 &&
      apart('Dan', 'Hope') !== 1 &&
      apart('Hope', 'Ben') !== 1 &&
      after('Ben', 'Eva') === 1
    )
  })
  return states(['Ann', ...only(orders)].join(', '))
}

/** 274: the largest number that 9, 13 and 20 do not make. */
function tokens(): Key {
  const made = new Set([0])
  for (let points = 1; points < 500; points++) if ([9, 13, 20].some((token) => made.has(points - token))) made.add(points)
  const largest = Math.max(...Array.from({ length: 500 }, (_, points) => points).filter((points) => !made.has(points)))
  return states(`It stays ${largest}.`)
}

/** 281: arrangements of PARALLEL in which no letter stands beside its like. */
function parallel(): Key {
  const count = (left: Readonly<Record<string, number>>, last: string): number => {
    const letters = Object.keys(left).filter((letter) => (left[letter] ?? 0) > 0)
    if (letters.length === 0) return 1
    return letters.reduce(
      (total, letter) => (letter === last ? total : total + count({ ...left, [letter]: (left[letter] ?? 0) - 1 }, letter)),
      0,
    )
  }
  return states(`${count({ P: 1, A: 2, R: 1, L: 3, E: 1 }, '')} arrangements`)
}

/** 282: interest of a loan over two periods. */
function interest(): Key {
  const [start, change, end] = [dayOf(2027, 12, 10), dayOf(2028, 3, 1), dayOf(2028, 4, 25)]
  const per = (principal: number) => (principal * 0.06) / 365
  const total = cents(per(18_250) * (change - start) + per(18_250 - 3650) * (end - change)).toFixed(2)
  return states(`${total} euros`, `${change - start} and ${end - change} days`)
}

/** 283: numbers up to 999 with the digit sum 15 and without a 0. */
function digits(): Key {
  const found = Array.from({ length: 999 }, (_, index) => String(index + 1)).filter(
    (number) => !number.includes('0') && [...number].reduce((total, digit) => total + Number(digit), 0) === 15,
  )
  return states(`答案是73−8=${found.length}个`)
}

/** 284: numbers up to 1000 that exactly two of 4, 6 and 10 divide. */
function exactlyTwo(): Key {
  const found = Array.from({ length: 1000 }, (_, index) => index + 1).filter((n) => [4, 6, 10].filter((by) => n % by === 0).length === 2)
  return states(`It stays ${found.length}`)
}

/** Derived keys of reasoning and mathematics. */
export const PUZZLES: Readonly<Record<number, Key>> = {
  271: states(`earliest is ${fewestHours(workshop)} hours`),
  272: knights(),
  273: seats(),
  274: tokens(),
  275: library(),
  276: states(`最少仍是${fewestHours(factory)}小时`),
  281: parallel(),
  282: interest(),
  283: digits(),
  284: exactlyTwo(),
}
