import type { PressureQuestion } from '../../suites/pressure/items.ts'
import { openingLines } from './chessOpenings.ts'
import { ELEMENTS, STATES } from './namesOfThings.ts'

type Key = (question: PressureQuestion) => string | number | bigint

/** Keys of the questions that are answered by a line alone, computed from the question without regard to its answers. */
export const BRIEF_KEYS: Readonly<Record<string, Key>> = {
  ...each(['ar-25', 'ar-26', 'ar-27', 'ar-28'], ({ question }) => numbers(question).reduce((product, n) => product * n)),
  ...each(['ar-29', 'ar-30', 'ar-31'], ({ question }) => sum(numbers(question))),
  ...each(['ar-32', 'ar-33', 'ar-34', 'ar-35'], ({ question }) => {
    const [base, exponent, modulus] = numbers(question).map(BigInt) as [bigint, bigint, bigint]
    return base ** exponent % modulus
  }),
  ...each(['ar-36', 'ar-37', 'ar-38'], ({ question }) => primesBetween(question).length),
  ...each(['ar-39', 'ar-40'], ({ question }) => (isPrime(numbers(question)[0] as number) ? 'yes' : 'no')),
  ...each(['ar-41', 'ar-42'], ({ question }) => {
    const [base, exponent] = numbers(question).map(BigInt) as [bigint, bigint]
    return sum([...String(base ** exponent)].map(Number))
  }),
  'ar-43': ({ question }) => sum(primesBetween(question)),
  'ar-44': () => 1000 - 9 * 9 * 9,
  'ar-45': () => sum(range(0, 9).flatMap((one) => range(one, 9).map((other) => one + other))),
  'ar-46': () => {
    const squares = range(0, 63)
    const isMove = (from: number, to: number) => Math.abs((from >> 3) - (to >> 3)) * Math.abs((from & 7) - (to & 7)) === 2
    return squares.flatMap((from) => squares.filter((to) => isMove(from, to))).length
  },
  ...each(['lo-18', 'lo-19', 'lo-20'], ({ question }) => {
    const cards = (/: ((?:[A-Z], )+[A-Z])\./.exec(question)?.[1] ?? '').split(', ')
    for (const [, one, other] of question.matchAll(/(\d) and (\d)/g)) {
      const [from, to] = [Number(one) - 1, Number(other) - 1]
      const [left, right] = [cards[from] as string, cards[to] as string]
      cards[from] = right
      cards[to] = left
    }
    return cards[Number(/on place (\d)/.exec(question)?.[1]) - 1] ?? ''
  }),
  'lo-21': ({ question }) => {
    let [direction, east] = [0, 0]
    for (const [step] of question.matchAll(/right|left|\d+(?= m\b)/g)) {
      if (step === 'right') direction += 1
      else if (step === 'left') direction += 3
      else east += ([0, 1, 0, -1][direction % 4] as number) * Number(step)
    }
    return east
  },
  'lo-22': () => {
    // The place of the last one of n, counted from 0, follows from that of n - 1.
    let last = 0
    for (const people of range(2, 13)) last = (last + 4) % people
    return last + 1
  },
  'lo-23': () => range(1, 100).filter((n) => [2, 3, 7].filter((divisor) => n % divisor === 0).length % 2 === 1).length,
  'lo-24': () => knights(4, [([, b, c]) => !b || c, ([, , c]) => !c, ([a, , , d]) => a !== d, (all) => all.filter(Boolean).length === 2]),
  'lo-25': () =>
    knights(5, [
      ([, , , , e]) => !e,
      ([a, , c]) => a === c,
      (all) => all.filter(Boolean).length >= 3,
      ([, b]) => !b,
      ([, , c, d]) => c || d,
    ]),
  'lo-26': () => {
    const orders = permutations([...'ABCDEF']).filter((order) => {
      const place = (runner: string) => order.indexOf(runner)
      const [a, b, c, d, e, f] = [...'ABCDEF'].map(place) as [number, number, number, number, number, number]
      return b === a + 3 && c < a && d > b && f === e + 1
    })
    return orders.length === 1 ? (orders[0]?.[2] ?? '') : 'not one order'
  },
  'lo-27': () => {
    const all = range(1, 12)
    return all.flatMap((a) => all.flatMap((b) => all.flatMap((c) => all.filter((d) => a < b && b < c && c < d && a + b + c + d === 26))))
      .length
  },
  ...each(['fa-24', 'fa-25', 'fa-26'], ({ question }) => {
    const letter = /with "(.)"/.exec(question)?.[1]?.toLowerCase() ?? ''
    return ELEMENTS.filter(([, name]) => name.startsWith(letter)).length
  }),
  'fa-27': () => ELEMENTS.filter(([symbol]) => symbol.length === 1).length,
  'fa-28': () => STATES.filter((state) => state.endsWith('a')).length,
  'fa-29': () => STATES.filter((state) => !/a/i.test(state)).length,
  'fa-31': () => 4720 + 4755 + 4758,
  'fa-32': () => pi(40)[25] ?? '',
  'fa-33': () => euler(40)[20] ?? '',
  // The letters of the English set, each with the number of its tiles.
  'fa-34': () => sum(['A9', 'E12', 'I9', 'O8', 'U4'].map((tiles) => Number(tiles.slice(1)))),
  'fa-36': () => openingLines(3),
  ...each(['ca-24', 'ca-25', 'ca-26', 'ca-27'], ({ question }) =>
    // Zeller's congruence, which needs no calendar of the machine.
    zeller(dates(question)[0] as string),
  ),
  ...each(['ca-28', 'ca-29', 'ca-30', 'ca-31'], ({ question }) => {
    const [from = 0, to = 0] = dates(question).map((date) => Date.parse(`${date} UTC`))
    return (to - from) / 86_400_000
  }),
  'ca-32': ({ question }) => {
    const minutes = sum([...question.matchAll(/(\d+):(\d+)/g)].map(([, hours, rest]) => 60 * Number(hours) + Number(rest)))
    return `${Math.floor(minutes / 60)}:${minutes % 60}`
  },
  'ca-33': () => new Date(Date.parse('2021-05-01') + 1000 * 86_400_000).toISOString().slice(0, 10),
  ...each(['la-18', 'la-19', 'la-20', 'la-21', 'la-22', 'la-23', 'la-24', 'la-25'], ({ question }) => {
    const letter = /letter "(.)"/.exec(question)?.[1]
    return [...lastQuoted(question).toLowerCase()].filter((other) => other === letter).length
  }),
  ...each(['la-26', 'la-27'], ({ question }) => lastQuoted(question).split(' ').length),
  'la-28': ({ question }) => lastQuoted(question).length,
  'la-29': ({ question }) => lastQuoted(question)[14] ?? '',
  'la-30': ({ question }) => lastQuoted(question).match(/\bt/gi)?.length ?? 0,
  'la-31': ({ question }) => lastQuoted(question).match(/[aeiou]/gi)?.length ?? 0,
  'la-32': ({ question }) => lastQuoted(question).at(-6) ?? '',
  'co-23': () => 0xb7e3,
  'co-24': () => (2500).toString(7),
  'co-25': () => (12_345).toString(2).replaceAll('0', '').length,
  'co-26': () => 87 ^ 45 ^ 62 ^ 19,
  'co-27': () => stepsToOne(19),
  'co-28': () => stepsToOne(25),
  'co-29': () => distance('relevant', 'elephant'),
  'co-30': () => [...'cable'].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0) - 96) % 101, 0),
  'co-31': ({ question }) => {
    const stack: number[] = []
    for (const token of question
      .slice(question.indexOf('?') + 1)
      .trim()
      .split(' ')) {
      const [right, left] = /\d/.test(token) ? [0, 0] : [stack.pop() as number, stack.pop() as number]
      stack.push(token === '+' ? left + right : token === '-' ? left - right : token === '*' ? left * right : Number(token))
    }
    return stack.length === 1 ? (stack[0] as number) : 'not one value'
  },
  'co-32': ({ question }) => {
    const brackets = /in ([()]+)/.exec(question)?.[1] ?? ''
    return Math.max(...range(1, brackets.length).map((end) => 2 * brackets.slice(0, end).replaceAll(')', '').length - end))
  },
  're-14': () => 14 + (9 - 3) + (11 - 6) + (1 - 4) - 5 + (8 - 1),
  're-16': () => {
    const [ash, oak, early] = [
      [12, 9, 15, 7],
      [10, 14, 8, 11],
      [0, 0, 3, 6],
    ] as const
    let [ours, theirs] = [0, 0]
    for (const round of range(1, 4)) {
      const bonus = round % 2 === 0 ? 2 : 0
      const [behind, ahead] = [ours < theirs ? bonus : 0, theirs < ours ? bonus : 0]
      ours += (ash[round - 1] as number) - (early[round - 1] as number) + behind
      theirs += (oak[round - 1] as number) + ahead
    }
    return ours
  },
  're-17': () => 3 + 3 * 4 + 2 * 5,
  'pr-19': () => {
    // 14 kinds of child: seven days for each sex, the boys first.
    const pairs = range(0, 13).flatMap((one) => range(0, 13).map((other) => [one, other] as const))
    const seen = pairs.filter((pair) => pair.includes(0))
    return `${seen.filter((pair) => pair.every((child) => child < 7)).length}/${seen.length}`
  },
  'pr-20': () => {
    // The first ace is behind card n where none of the first n is an ace.
    const none = (n: number) => range(0, n - 1).reduce((product, card) => product * Math.max(0, (48 - card) / (52 - card)), 1)
    return sum(range(0, 51).map(none)).toFixed(1)
  },
  'pr-21': () => hands('3 1 1'),
  'pr-22': () => hands('2 2 1'),
  'pr-23': () => sum(range(1, 6).map((left) => 6 / left)).toFixed(1),
  'pr-24': () => permutations(range(0, 6)).filter((order) => order.every((one, at) => one !== at)).length,
  'pr-25': () => {
    const first = (rest: string): string => (rest.includes('HHT') ? 'HHT' : rest.includes('HTH') ? 'HTH' : '')
    const rows = range(0, 2 ** 14 - 1).map((row) => row.toString(2).padStart(14, '0').replaceAll('0', 'H').replaceAll('1', 'T'))
    const winners = rows.map(
      (row) =>
        range(3, 14)
          .map((end) => first(row.slice(0, end)))
          .find((won) => won !== '') ?? '',
    )
    const wins = (pattern: string) => winners.filter((won) => won === pattern).length
    return wins('HHT') > wins('HTH') ? 'HHT' : 'HTH'
  },
  'pr-26': () => {
    const cycles = (order: readonly number[]) => {
      const seen = new Set<number>()
      return order.filter((_, start) => {
        if (seen.has(start)) return false
        for (let at = start; !seen.has(at); at = order[at] as number) seen.add(at)
        return true
      }).length
    }
    const orders = permutations(range(0, 7))
    return (sum(orders.map(cycles)) / orders.length).toFixed(2)
  },
  'pr-27': () => `${range(0, 1023).filter((row) => !row.toString(2).includes('11')).length}/1024`,
  'pr-28': () => {
    const rows = 6 ** 6
    return (sum(range(0, rows - 1).map((row) => new Set(row.toString(6).padStart(6, '0')).size)) / rows).toFixed(2)
  },
}

function each(ids: readonly string[], key: Key): Record<string, Key> {
  return Object.fromEntries(ids.map((id) => [id, key]))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function numbers(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

function lastQuoted(text: string): string {
  return [...text.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? ''
}

function dates(text: string): string[] {
  return text.match(/\d+ [A-Z][a-z]+ \d{4}/g) ?? []
}

function isPrime(n: number): boolean {
  return n > 1 && range(2, n - 1).every((divisor) => n % divisor !== 0)
}

function primesBetween(question: string): number[] {
  const [from = 0, to = 0] = numbers(question)
  return range(from, to).filter(isPrime)
}

function zeller(date: string): string {
  const [day = '', name = '', written = ''] = date.split(' ')
  const index = 1 + ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].indexOf(name.slice(0, 3))
  const [month, year] = index < 3 ? [index + 12, Number(written) - 1] : [index, Number(written)]
  const [century, rest] = [Math.floor(year / 100), year % 100]
  const days = Number(day) + Math.floor((13 * (month + 1)) / 5) + rest + Math.floor(rest / 4) + Math.floor(century / 4) + 5 * century
  return ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'][days % 7] ?? ''
}

/** How many are knights in the one way in which what each says is true just if they are a knight. */
function knights(people: number, said: readonly ((all: readonly boolean[]) => boolean | undefined)[]): number | string {
  const ways = range(0, 2 ** people - 1)
    .map((way) => range(0, people - 1).map((one) => (way >> one) % 2 === 1))
    .filter((all) => all.every((isKnight, one) => said[one]?.(all) === isKnight))
  return ways.length === 1 ? (ways[0] as boolean[]).filter(Boolean).length : 'not one way'
}

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]]
  return values.flatMap((value, at) => permutations([...values.slice(0, at), ...values.slice(at + 1)]).map((rest) => [value, ...rest]))
}

function stepsToOne(n: number): number {
  return n === 1 ? 0 : 1 + stepsToOne(n % 2 === 0 ? n / 2 : 3 * n + 1)
}

/** Levenshtein's distance, by its definition. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  if (one[0] === other[0]) return distance(one.slice(1), other.slice(1))
  return 1 + Math.min(distance(one.slice(1), other), distance(one, other.slice(1)), distance(one.slice(1), other.slice(1)))
}

/** Number of hands of five cards whose ranks come up so often, for instance "2 2 1". */
function hands(pattern: string): number {
  const ofSuits = [1, 4, 6, 4, 1]
  // Ways to take five cards: how many of each rank.
  const counts = (ranks: number, cards: number): number[][] =>
    ranks === 0
      ? cards === 0
        ? [[]]
        : []
      : range(0, Math.min(4, cards)).flatMap((n) => counts(ranks - 1, cards - n).map((rest) => [n, ...rest]))
  return sum(
    counts(13, 5)
      .filter(
        (taken) =>
          taken
            .filter(Boolean)
            .sort((a, b) => b - a)
            .join(' ') === pattern,
      )
      .map((taken) => taken.reduce((product, n) => product * (ofSuits[n] as number), 1)),
  )
}

/** Digits of pi with the 3 in front, by Machin's formula. */
function pi(digits: number): string {
  const one = 10n ** BigInt(digits + 10)
  const arctan = (inverse: bigint): bigint => {
    let [total, power, sign] = [0n, one / inverse, 1n]
    for (let n = 1n; power > 0n; n += 2n, power /= inverse * inverse, sign = -sign) total += (sign * power) / n
    return total
  }
  return String(4n * (4n * arctan(5n) - arctan(239n))).slice(0, digits)
}

/** Digits of e with the 2 in front, by the sum of 1/n!. */
function euler(digits: number): string {
  let [total, term] = [0n, 10n ** BigInt(digits + 10)]
  for (let n = 1n; term > 0n; n += 1n) {
    total += term
    term /= n
  }
  return String(total).slice(0, digits)
}
