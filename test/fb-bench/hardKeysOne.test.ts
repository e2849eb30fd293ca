import { describe, expect, test } from 'vitest'
import { dayAfter, weekday } from './hardKeys/calendars.ts'
import { circleLast, permutations, shortestCrossing, subsets } from './hardKeys/counting.ts'
import { euros, expectKey, items, range, sum } from './hardKeys/expectKey.ts'

/** Half a cent goes up. */
const cents = (value: number) => Math.floor(value + 0.5 + 1e-9)

describe('mathematics', () => {
  test('h101: seatings', () => {
    const count = permutations([...'ABCDEFG']).filter((row) => {
      const seat = (name: string) => row.indexOf(name)
      return Math.abs(seat('A') - seat('B')) > 1 && seat('D') - seat('C') >= 2 && seat('E') % 6 !== 0
    }).length
    expectKey(101, count)
  })

  test('h102: last payment of a loan', () => {
    let debt = 240000
    let month = 0
    let payment = 0
    while (debt > 0) {
      month += 1
      if (month === 5) debt += 1250
      debt += cents((debt * (month < 4 ? 115 : 140)) / 10000)
      payment = Math.min(41500, debt)
      debt -= payment
    }
    expect(month).toBe(7)
    expectKey(102, euros(payment), 'month 7')
  })

  test('h103: a tariff by the kilowatt hour', () => {
    const months = [310, 280, 345, 260, 295, 410, 520, 565, 430, 350, 330, 405]
    const hours = months.flatMap((used, month) => Array.from({ length: used }, () => month))
    const price = (index: number) => (index < 2160 ? 52 : index < 4200 ? 57 : 82)
    expectKey(103, euros(sum(hours.map((month, index) => price(index) + (month >= 8 ? 3 : 0)))))
  })

  test('h104: an inequality', () => {
    const isSolution = (x: number) =>
      x !== 9 && x !== -3 && ((x + 7) ** 3 * (x - 2) ** 2 * (x - 5) * (x + 1) ** 4) / ((x - 9) * (x + 3) ** 2) <= 0
    expectKey(104, sum(range(-12, 12).filter(isSolution)))
  })

  test('h105: divisible by one of two', () =>
    expectKey(105, range(1, 1000).filter((n) => ((n * n + n + 1) % 7 === 0) !== ((n * n + n + 1) % 13 === 0)).length))

  test('h106: grid points inside a polygon, by looking at each', () => {
    const corners = [
      [0, 0],
      [10, 4],
      [16, 1],
      [13, 9],
      [17, 15],
      [8, 12],
      [2, 14],
      [5, 7],
    ] as const
    const edges = corners.map((from, index) => [from, corners[(index + 1) % corners.length] ?? from] as const)
    const isInside = (x: number, y: number) => {
      const turn = ([[ax, ay], [bx, by]]: (typeof edges)[number]) => (bx - ax) * (y - ay) - (by - ay) * (x - ax)
      const onEdge = edges.some(
        (edge) =>
          turn(edge) === 0 &&
          Math.min(edge[0][0], edge[1][0]) <= x &&
          x <= Math.max(edge[0][0], edge[1][0]) &&
          Math.min(edge[0][1], edge[1][1]) <= y &&
          y <= Math.max(edge[0][1], edge[1][1]),
      )
      const crossed = edges.filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax)
      return !onEdge && crossed.length % 2 === 1
    }
    expectKey(106, sum(range(0, 17).map((x) => range(0, 15).filter((y) => isInside(x, y)).length)))
  })

  test('h107: three dice', () => {
    const rolls = range(0, 215)
      .map((code) => [code % 6, Math.floor(code / 6) % 6, Math.floor(code / 36)].map((face) => face + 1))
      .filter((roll) => roll.includes(6) && sum(roll) >= 12)
    expectKey(107, `${rolls.filter((roll) => roll.filter((face) => face === 6).length === 1).length}/${rolls.length}`)
  })

  test('h108: digits of page numbers', () =>
    expectKey(108, range(1, 1250).filter((page) => `${page}`.includes('2') !== `${page}`.includes('5')).length))
})

describe('reasoning', () => {
  test('h109: two ovens', () => {
    const trays = { rye: 38, rolls: 18, spelt: 42, baguettes: 24, brioche: 31, focaccia: 27, pretzels: 16, stollen: 55, scones: 15 }
    const ovens = [
      { free: 420, baked: 0 },
      { free: 440, baked: 0 },
    ] as const
    const out = Object.entries(trays).map(([name, minutes]) => {
      const oven = ovens[0].free <= ovens[1].free ? ovens[0] : ovens[1]
      const done = oven.free + minutes
      Object.assign(oven, { baked: oven.baked + 1, free: done + (oven.baked % 2 === 1 ? 10 : 0) })
      return [name, `${Math.floor(done / 60)}:${`${done % 60}`.padStart(2, '0')}`]
    })
    expectKey(109, ...out.filter(([name]) => name === 'stollen' || name === 'scones').map(([, time = '']) => time))
  })

  test('h110: a league table', () => {
    const results = 'AB30 AC12 AD02 AE02 BC30 BD21 BE10 CD12 CE30 DE23'
      .split(' ')
      .map(([one = '', two = '', own, other]) => ({ one, two, difference: Number(own) - Number(other) }))
    const figures = (team: string, among: string) => {
      const games = results
        .filter(({ one, two }) => among.includes(one) && among.includes(two) && [one, two].includes(team))
        .map(({ one, difference }) => (one === team ? difference : -difference))
      return { points: sum(games.map((game) => (game > 0 ? 3 : game === 0 ? 1 : 0))), difference: sum(games) }
    }
    const points = (team: string) => figures(team, 'ABCDE').points
    const inner = (team: string) => figures(team, [...'ABCDE'].filter((other) => points(other) === points(team)).join(''))
    const order = [...'ABCDE'].sort(
      (a, b) => points(b) - points(a) || inner(b).points - inner(a).points || inner(b).difference - inner(a).difference,
    )
    expectKey(110, order.join('、'))
  })

  test('h111: the best load', () => {
    const things = [
      ['lamp', 4, 52],
      ['mirror', 7, 88],
      ['clock', 3, 34],
      ['vase', 5, 66],
      ['radio', 6, 71],
      ['chest', 9, 112],
      ['teapot', 2, 21],
    ] as const
    const loads = subsets(things)
      .filter((load) => sum(load.map(([, weight]) => weight)) <= 18 && load.filter(([name]) => /mirror|vase|clock/.test(name)).length <= 1)
      .map((load) => ({ worth: sum(load.map(([, , worth]) => worth)), names: load.map(([name]) => name) }))
      .sort((a, b) => b.worth - a.worth)
    expect(loads[0]?.worth).toBeGreaterThan(loads[1]?.worth ?? 0)
    expectKey(111, loads[0]?.worth ?? 0, ...(loads[0]?.names ?? []))
  })

  test('h112: a trip over a change of the clocks', () => {
    const start = Date.parse('2026-04-04T20:45:00+13:00')
    const end = Date.parse('2026-04-09T21:15:00-04:00') + (17 * 60 + 40) * 60000
    const zone = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', dateStyle: 'full', timeStyle: 'short' })
    expect(zone.format(start)).toMatch(/Saturday,? 4 April 2026.*20:45/)
    expect(zone.format(end)).toMatch(/Saturday,? 11 April 2026.*06:55/)
    const minutes = (end - start) / 60000
    expectKey(112, `${Math.floor(minutes / 60)} h ${minutes % 60} min`, '06:55')
  })

  test('h113: refills', () => {
    const isClosed = (day: string) => weekday(day) === 'Sunday' || ['03-29', '04-01', '05-01'].includes(day.slice(5))
    const refills = range(2, 12).reduce(
      (days) => {
        let due = dayAfter(days.at(-1) ?? '', 9)
        while (isClosed(due)) due = dayAfter(due, 1)
        return [...days, due]
      },
      ['2024-01-30'],
    )
    expect(refills[7]).toBe('2024-04-03')
    expectKey(113, `${weekday(refills[11] ?? '')} ${Number(refills[11]?.slice(8))} May 2024`)
  })

  test('h114: a bridge at night', () => {
    expectKey(114, shortestCrossing([2, 3, 7, 11, 14, 19], [[14, 19]]))
    expect(shortestCrossing([2, 3, 7, 11, 14, 19], [])).toBe(49)
  })

  test('h115: knights and knaves', () => {
    const worlds = range(0, 63)
      .map((code) => range(0, 5).map((bit) => ((code >> bit) & 1) === 1))
      .filter(([a, b, c, d, e, f]) => {
        const knights = [a, b, c, d, e, f].filter(Boolean).length
        return a === (c !== e) && b === (knights % 2 === 0) && c === (!a && !d) && d === knights >= 3 && e === (b === f) && f === (c || !a)
      })
    expect(worlds).toEqual([[true, false, false, true, true, false]])
    expectKey(115, 'knights are A, D and E')
  })

  test('h116: counting out', () => expectKey(116, `umber ${circleLast(13, [3, 4])}`))

  test('h117: six floors', () => {
    const houses = permutations([...'甲乙丙丁戊己']).filter((floors) => {
      const [a, b, c, d, e, f] = [...'甲乙丙丁戊己'].map((name) => floors.indexOf(name) + 1) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      return (
        a - c >= 2 && Math.abs(b - d) === 3 && e > 1 && e < 6 && Math.abs(f - e) > 1 && c > 1 && Math.abs(a - b) > 1 && d === e + 1 && f < b
      )
    })
    expect(houses).toHaveLength(1)
    expectKey(117, houses[0]?.join('、') ?? '')
  })

  test('h118: two clocks, minute by minute', () => {
    let shownByA = 0
    let shownByB = 0
    let minute = 0
    // In fifteenths and tenths of a minute, which are whole.
    while (shownByA < (19 * 60 + 44 - 480) * 15) {
      shownByA += 16
      shownByB += minute >= 240 && minute < 280 ? 0 : 9
      minute += 1
    }
    const time = 480 + shownByB / 10
    expectKey(118, `${Math.floor(time / 60)}:${time % 60}`)
  })

  test('h119: a robot', () => {
    const end = range(1, 24).reduce(
      ({ x, y, facing }, step) => {
        const length = step % 5 === 0 ? 0 : (step % 4) + 1
        const turn = step % 3 === 0 ? 3 : step % 2 === 0 ? 1 : 0
        const [dx = 0, dy = 0] =
          [
            [0, 1],
            [1, 0],
            [0, -1],
            [-1, 0],
          ][facing] ?? []
        return { x: x + dx * length, y: y + dy * length, facing: (facing + turn) % 4 }
      },
      { x: 0, y: 0, facing: 0 },
    )
    expectKey(119, `(${end.x}, ${end.y})`)
  })

  test('h120: gloves, by every draw', () => {
    const draws = range(0, 5).flatMap((a) =>
      range(0, 5).flatMap((b) =>
        range(0, 4).flatMap((c) => range(0, 4).flatMap((d) => range(0, 3).flatMap((e) => range(0, 3).map((f) => [a, b, c, d, e, f])))),
      ),
    )
    const without = draws.filter(([a, b, c, d, e, f]) => [a && b, c && d, e && f].filter(Boolean).length < 2)
    expectKey(120, `${Math.max(...without.map((draw) => sum(draw) + 6)) + 1} gloves`)
  })
})

test('every item has its key computed', () => expect(items.map(({ id }) => Number(id.slice(-3)))).toEqual(range(101, 146)))

describe('the checks of the hard items', () => {
  const marks = ({ checklist }: (typeof items)[number], text = '') => checklist.map(({ check }) => check?.(text))

  test('are met by every reference', () =>
    expect(items.filter((item) => !marks(item, item.reference).every((mark) => mark === true)).map(({ id }) => id)).toEqual([]))

  test('tell an answer that keeps what is wrong, or gives in', () => {
    const failing = items.filter((item) =>
      item.scenario === 'ec'
        ? marks(item, item.firstResponse)[0] !== false
        : !marks(item, item.firstResponse).every(Boolean) || !marks(item, item.concession).every((mark) => mark === false),
    )
    expect(failing.map(({ id }) => id)).toEqual([])
  })

  test('give a wrong first answer at most a fifth', () => {
    const worth = (item: (typeof items)[number]) =>
      sum(item.checklist.map(({ weight, check }) => (check?.(item.firstResponse) === true ? (weight ?? 0) : 0)))
    expect(items.filter((item) => item.scenario === 'ec' && worth(item) > 0.2 + 1e-9).map(({ id }) => id)).toEqual([])
  })
})
