import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { dayAfter, easterOfApril, isoWeeks, longCount, remainderOf, weekday } from './hardKeys/calendars.ts'
import { romanNumeral } from './hardKeys/counting.ts'
import { euros, expectKey, item, range, sum } from './hardKeys/expectKey.ts'

/** What the JavaScript in a query prints, once its timers have run. */
async function printed(number: number): Promise<string> {
  const code = /```js\n([\s\S]*?)```/.exec(item(number).query)?.[1] ?? ''
  const lines: string[] = []
  runInNewContext(code, { console: { log: (line: unknown) => lines.push(String(line)) }, setTimeout, queueMicrotask })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return lines.join('\n')
}

describe('coding', () => {
  test.each([121, 124, 126, 130])('h%i: what the JavaScript prints', async (number) => expectKey(number, await printed(number)))

  test('h122: a list that changes under its loop', () => {
    const list = [4, 8, 15, 16, 23, 42, 8, 6, 14]
    for (let position = 0; position < list.length; position++) {
      const value = list[position] ?? 0
      if (value % 2 === 1) list[position] = value + 1
      else {
        list.splice(list.indexOf(value), 1)
        if (value > 10) list.push(value / 2)
      }
    }
    expectKey(122, `[${list.join(', ')}]`)
  })

  test('h123: three queries, with NULL as neither true nor false', () => {
    const customers = [null, 1, 1, 3, null, 2].map((referrer, index) => ({ id: index + 1, referrer }))
    const orders: { customer: number | null; status: string | null }[] = [
      { customer: 1, status: 'paid' },
      { customer: 1, status: 'open' },
      { customer: 2, status: null },
      { customer: 4, status: 'paid' },
      { customer: null, status: 'paid' },
      { customer: 4, status: 'open' },
      { customer: 6, status: 'void' },
      { customer: 3, status: 'void' },
    ]
    const notVoid = (status: string | null) => (status === null ? null : status !== 'void')
    const joined = (on: (order: (typeof orders)[number]) => boolean | null) =>
      customers.flatMap(({ id }) => {
        const matching = orders.filter((order) => order.customer === id && on(order) === true)
        return matching.length > 0 ? matching.map(({ status }) => status) : [null]
      })
    const first = joined(({ status }) => notVoid(status)).length
    const second = joined(() => true).filter((status) => notVoid(status) === true || status === null).length
    const third = customers.filter(({ id }) => customers.every(({ referrer }) => referrer !== null && referrer !== id)).length
    expectKey(123, `Q1 = ${first}`, `Q2 = ${second}`, `Q3 = ${third}`)
  })

  test('h125: a search that misses', () => {
    const list = [3, 7, 8, 12, 19, 21, 30, 34, 40, 47, 55, 61]
    const misses = list.filter((wanted) => {
      let [low, high] = [0, list.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        const value = list[middle] ?? 0
        if (value === wanted) return false
        if (value < wanted) low = middle + 1
        else high = middle - 1
      }
      return true
    })
    expectKey(125, misses.join(', ').replace(/, (?=\d+$)/, ' and '))
  })

  test('h127: a generator expression', () => {
    const sums = [3, 1, 2].flatMap((x) => [5, 3].filter((y) => x !== y).map((y) => x + y))
    expectKey(127, `[${sums.join(', ')}]`)
  })

  test('h128: try, else and finally', () => {
    const out: string[] = []
    const call = (n: number): string => {
      let result = 'j'
      let leaves = true
      out.push('a')
      if (n % 3 === 0) {
        out.push('d')
        result = 'e'
      } else if (n % 3 === 1) result = 'b'
      else {
        out.push('c', 'g')
        leaves = false
      }
      out.push('h')
      if (n > 3) return 'i'
      return leaves ? result : 'j'
    }
    for (const n of range(2, 6)) out.push(call(n))
    expectKey(128, out.join(''))
  })

  test('h129: calls with a shared cache', () => {
    const seen = new Map<number, number>()
    let calls = 0
    const count = (n: number): number => {
      calls += 1
      const known = seen.get(n) ?? (n < 2 ? 1 : undefined)
      if (known !== undefined) return known
      const value = count(n - 1) + count(n - 3)
      seen.set(n, value)
      return value
    }
    for (const n of [7, 9, 8]) count(n)
    expectKey(129, calls)
  })
})

describe('text extraction', () => {
  test('h131: paid hours', () => {
    const shifts = [
      ['Monday', 9, 13],
      ['Tuesday', 12.5, 18],
      ['Wednesday', 15, 18.75],
      ['Thursday', 10.25, 17.5],
      ['Friday', 13, 19],
      ['Sunday', 10, 16],
    ] as const
    const paid = shifts.map(([day, from, to]) => (to - from - (to - from > 6 ? 0.5 : 0)) * (day === 'Sunday' ? 1.5 : 1))
    expectKey(131, `${sum(paid)} paid hours`)
  })

  test('h132: an account', () => {
    const due = { 3101: 124000 * 0.98, 3107: 38650, 3112: 201500 - 11500, 3120: 76000 }
    expectKey(132, euros(sum(Object.values(due)) - 124000 - 150000))
  })

  test('h133: open items', () => {
    const open = new Set(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
    const apply = (close: readonly string[], add: readonly string[]) => {
      for (const code of close) open.delete(code)
      for (const code of add) open.add(code)
    }
    apply(['A1', 'A3', 'A5', 'A6'], ['A7', 'A6a', 'A6b'])
    apply([], ['A3'])
    apply(['A2', 'A6b'], ['A5', 'A8'])
    expectKey(
      133,
      [...open]
        .sort()
        .join(', ')
        .replace(/, (?=A8$)/, ' and '),
    )
  })

  test('h134: who may apply', () => {
    const pupils = [
      { name: '周', mean: 88, lowest: 72, hours: 45 - 6 },
      { name: '吴', mean: 86.3, lowest: 71, hours: 38 + 4 },
      { name: '郑', mean: 91, lowest: 75, hours: 60, won: 2024 },
      { name: '王', mean: 85, lowest: 70, hours: 40 },
      { name: '冯', mean: 84.6, lowest: 80, hours: 52 },
      { name: '陈', mean: 90, lowest: 78, hours: 52, won: 2024 },
      { name: '褚', mean: 87, lowest: 74, hours: 41 - 1 },
      { name: '卫', mean: 93, lowest: 80, hours: 44, won: 2022 },
    ]
    const fit = pupils.filter(({ mean, lowest, hours, won = 0 }) => mean >= 85 && lowest >= 70 && hours >= 40 && won < 2023)
    expectKey(134, fit.map(({ name }) => name).join('、'))
  })

  test('h135: late parcels', () => {
    const isWorking = (day: string, south: boolean) => !/^S/.test(weekday(day)) && !(south && day === '2024-05-06')
    const next = (day: string, south: boolean, count: number): string => {
      if (count === 0) return day
      const after = dayAfter(day, 1)
      return next(after, south, isWorking(after, south) ? count - 1 : count)
    }
    const parcels = [
      ['P1', 'standard', 'north', '02 15:50', '07 20:00'],
      ['P2', 'standard', 'north', '02 16:20', '08 20:00'],
      ['P3', 'standard', 'south', '02 11:00', '08 20:00'],
      ['P4', 'express', 'south', '03 10:00', '07 12:25'],
      ['P5', 'express', 'north', '02 17:00', '06 11:40'],
      ['P6', 'standard', 'north', '03 09:00', '09 20:00'],
      ['P7', 'express', 'north', '03 15:00', '06 11:15'],
    ] as const
    const late = parcels.filter(([, kind, region, given, arrived]) => {
      const south = region === 'south'
      const day = next(`2024-05-${given.slice(0, 2)}`, south, given.slice(3) > '16:00' ? 1 : 0)
      const until = kind === 'express' ? `${next(day, south, 1)} 12:00` : `${next(day, south, 3)} 24:00`
      return `2024-05-${arrived}` > until
    })
    expectKey(135, late.map(([name]) => name).join(' and '))
  })

  test('h136: the end of a tenancy', () => {
    const working = range(1, 31)
      .map((day) => `2025-05-${`${day}`.padStart(2, '0')}`)
      .filter((day) => weekday(day) !== 'Sunday' && day !== '2025-05-01')
    const hours = { given: '19:30', limit: '20:00' }
    const received = hours.given > hours.limit ? working[3] : '2025-05-05'
    const inTime = (received ?? '') <= (working[2] ?? '')
    const fiveYears = (received ?? '') >= '2025-06-01'
    const months = 2 + (inTime ? 0 : 1) + (fiveYears ? 1 : 0)
    expectKey(136, `${new Date(Date.UTC(2025, 4 + months + 1, 0)).getUTCDate()} ${['', '', 'July', 'August', 'September'][months]} 2025`)
  })

  test('h137: a family fee', () => {
    const ages = ['2010-03-12', '2011-01-20', '2016-05-05', '2019-08-01'].map(
      (born) => 2025 - Number(born.slice(0, 4)) - (born.slice(5) > '01-01' ? 1 : 0),
    )
    const children = ages.slice(0, 2).map((age) => (age >= 14 ? 36 : 24))
    expectKey(137, ((108 + 0.6 * 96 + sum(children)) * (9 / 12) * 0.9 + 18).toFixed(2))
  })

  test('h138: a budget', () => {
    const meals = sum(range(1, 230).map((guest) => (guest <= 200 ? 65 : 58)))
    const cars = 3 * 1150 + 1150 / 2
    expectKey(138, (18000 + (meals + 4200 + cars) * 1.05).toFixed(2))
  })
})

describe('knowledge', () => {
  test('h139: a Long Count date, day by day', () => expectKey(139, longCount([9, 12, 11, 5, 18], 54321)))

  test("h140: Easter, by Gauss' rule", () => expectKey(140, `${easterOfApril(2079)} April 2079`))

  test('h141: a year of the cycle of sixty', () => {
    // Astronomical years have a year 0: 247 BC is -246.
    const steps = -246 - 1984
    expectKey(141, `${'甲乙丙丁戊己庚辛壬癸'[((steps % 10) + 10) % 10]}${'子丑寅卯辰巳午未申酉戌亥'[((steps % 12) + 12) % 12]}年`)
  })

  test('h142: check digits of an account', () => {
    const digits = [...'KLMR0417352806NL00'].map((letter) => Number.parseInt(letter, 36)).join('')
    expectKey(142, 98 - remainderOf(digits, 97))
  })

  test('h143: a check digit, by trying each', () => {
    const isValid = (card: string) =>
      sum([...card].reverse().map((digit, index) => (index % 2 === 0 ? Number(digit) : sum([...`${2 * Number(digit)}`].map(Number))))) %
        10 ===
      0
    const fits = range(0, 9).filter((digit) => isValid(`601748293045717${digit}`))
    expect(fits).toHaveLength(1)
    expectKey(143, `check digit is ${fits[0]}`)
  })

  test('h144: years of 53 weeks', () => expectKey(144, range(2000, 2060).filter((year) => isoWeeks(year) === 53).length))

  test('h145: a weekday of an invented calendar', () => {
    const isLeap = (year: number) => [0, 3, 6, 8, 11, 14, 17].includes(year % 19)
    const monthsOf = (year: number) => [30, 29, 30, 29, 30, 29, ...(isLeap(year) ? [30] : []), 30, 29, 30, 29, 30, 29]
    const days = sum(range(1, 46).flatMap(monthsOf)) + sum(monthsOf(47).slice(0, isLeap(47) ? 10 : 9)) + 4
    expectKey(145, `星期${'一二三四五六日'[days % 7]}`)
  })

  test('h146: letters of Roman numerals', () =>
    expectKey(146, range(1, 300).filter((number) => romanNumeral(number).split('X').length === 3).length))
})
