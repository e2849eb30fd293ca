import { dayOf, type Key, only, states, statesBy, sum, WEEKDAYS, weekdayOf, wordsOf } from './keys.ts'

/** All values that a figure can have had before two neighbouring digits changed places. */
function exchanged(digits: string, from = 0): string[] {
  return [...digits].flatMap((digit, at) => {
    const next = digits[at + 1]
    if (at < from || next === undefined || next === digit) return []
    return [digits.slice(0, at) + next + digit + digits.slice(at + 2)]
  })
}

/** 211: the only three exchanges after which the table adds up. */
function table(): Key {
  const rows = [
    [148, 236, 175, 209, 312, 1080],
    [193, 187, 245, 166, 241, 1041],
    [127, 218, 199, 243, 285, 1072],
    [264, 159, 182, 138, 327, 1007],
    [171, 205, 164, 228, 293, 1043],
    [216, 174, 238, 157, 269, 1054],
    [1119, 1179, 1194, 1141, 1727, 6360],
  ]
  // How much each row and column is off; a change of a figure by d changes its row and its column by d.
  const off = (sign: (at: number) => number, figures: readonly number[]) => sum(figures.map((figure, at) => sign(at) * figure))
  const rowOff = rows.map((row) => off((at) => (at < 5 ? 1 : -1), row))
  const columnOff =
    rows[0]?.map((_, column) =>
      off(
        (at) => (at < 6 ? 1 : -1),
        rows.map((row) => row[column] ?? 0),
      ),
    ) ?? []
  const moves = rows.flatMap((row, y) =>
    row.flatMap((figure, x) => exchanged(String(figure)).map((to) => ({ x, y, to: Number(to), by: Number(to) - figure }))),
  )
  type Move = (typeof moves)[number]
  const settles = (chosen: readonly Move[]) =>
    rowOff.every((value, y) => value + sum(chosen.filter((move) => move.y === y).map((move) => (move.x < 5 ? move.by : -move.by))) === 0) &&
    columnOff.every((value, x) => value + sum(chosen.filter((move) => move.x === x).map((move) => (move.y < 6 ? move.by : -move.by))) === 0)
  const found: Move[][] = []
  for (const [i, one] of moves.entries())
    for (const [j, two] of moves.entries())
      if (j > i) for (const [k, three] of moves.entries()) if (k > j && settles([one, two, three])) found.push([one, two, three])
  return states(...only(found).map(({ x, y, to }) => `${rows[y]?.[x]} should be ${to}`))
}

/** 212: UTC times of three flights, and that exactly the second and the seventh of eight are wrong. */
function flights(): Key {
  const at = (time: string, offset: string, days = 0) => {
    const [, sign, hours, minutes = '0'] = /^([+-])(\d+)(?::(\d+))?$/.exec(offset) ?? []
    const shift = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
    return days * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - shift
  }
  const clock = (minutes: number) => {
    const day = ((minutes % 1440) + 1440) % 1440
    return `${String(Math.floor(day / 60)).padStart(2, '0')}:${String(day % 60).padStart(2, '0')}`
  }
  const flights: [string, string, string, string, number, number][] = [
    ['23:15', '+13', '14:20', '-8', 0, 725],
    ['01:50', '+5:45', '06:40', '+3', 0, 445],
    ['21:40', '+10:30', '05:25', '+4', 1, 855],
    ['22:25', '-3:30', '06:50', '+0', 1, 295],
    ['13:35', '-10', '16:50', '+9', 1, 495],
    ['04:45', '+3:30', '10:05', '+5:30', 0, 200],
    ['18:30', '+13:45', '00:35', '-10', 0, 410],
    ['23:55', '-5', '18:05', '+1', 1, 730],
  ]
  const wrong = flights.flatMap(([out, from, home, to, days, stated], index) =>
    at(home, to, days) - at(out, from) === stated ? [] : [index + 1],
  )
  const utc = [2, 4, 7].flatMap((index) => {
    const [out, from, home, to, days] = flights[index] ?? ['', '', '', '', 0]
    return [clock(at(out, from)), clock(at(home, to, days))]
  })
  return states(`only ${wrong.join(' and ')}`, ...utc)
}

/** 213: the clauses by what happened to them. */
function clauses(): Key {
  const order = ['1', '2', 'new', '3', '4', '6', '7', '11', '9', '10', '8', '12a', '12b', '13', '14']
  const now = (old: string) => order.indexOf(old) + 1
  const f = (old: number) => now(String(old))
  return states(
    `clause ${f(4)}) is due as described in clause ${f(6)}`,
    `clauses ${f(8)} and ${f(9)}, subject to clause ${now('12b')}(1)`,
    `under clause ${f(11)} does not affect the duty in clause ${f(3)}`,
    `clause ${now('12a')}(2) and clause ${f(13)} the landlord informs the tenant as in clause ${f(2)}`,
    `Clause ${f(14)} applies to clauses ${f(6)}, ${f(7)} and ${f(10)}`,
  )
}

/** 214: figures that were removed, added and moved. */
function figures(): Key {
  const order = Array.from({ length: 12 }, (_, index) => String(index + 1))
  order.splice(order.indexOf('3'), 1)
  order.splice(5, 0, 'new')
  order.push(...order.splice(1, 1))
  order.splice(3, 0, ...order.splice(7, 1))
  const f = (old: number) => order.indexOf(String(old)) + 1
  return states(
    `Figure ${f(1)} shows the site, and Figure ${f(2)} the tools. The samples of Figure ${f(4)} were dried as in Figure ${f(5)}.`,
    `Figures ${f(7)} and ${f(8)} compare them, Figure ${f(9)} gives the errors, and Figures ${f(10)} and ${f(12)} the costs.`,
  )
}

/** The entries whose stated weekday is wrong, with the right one. */
function wrongDays(entries: readonly (readonly [number, number, number, number])[]): { index: number; weekday: number }[] {
  return entries.flatMap(([year, month, day, stated], index) => {
    const weekday = weekdayOf(dayOf(year, month, day))
    return weekday === stated ? [] : [{ index: index + 1, weekday }]
  })
}

/** 215: year, month, day and the stated weekday. */
function programme(): Key {
  const wrong = wrongDays([
    [2027, 3, 14, 0],
    [2027, 6, 30, 3],
    [2027, 9, 9, 5],
    [2027, 11, 26, 5],
    [2028, 1, 17, 2],
    [2028, 2, 29, 2],
    [2028, 3, 21, 2],
    [2028, 7, 4, 1],
    [2028, 10, 13, 5],
    [2028, 12, 31, 0],
    [2029, 2, 28, 3],
    [2029, 5, 15, 1],
  ])
  return (text) =>
    statesBy(Object.fromEntries(wrong.map(({ index, weekday }) => [`No. ${index}:`, WEEKDAYS[weekday] ?? ''])))(text) &&
    (text.match(/^- No\./gm)?.length ?? 0) === wrong.length
}

/** 216: the same in Chinese. */
function activities(): Key {
  const wrong = wrongDays([
    [2026, 10, 1, 4],
    [2027, 1, 15, 5],
    [2027, 4, 5, 0],
    [2027, 8, 22, 0],
    [2027, 12, 24, 5],
    [2028, 2, 14, 1],
    [2028, 3, 1, 2],
    [2028, 6, 18, 0],
    [2028, 9, 30, 5],
    [2029, 1, 1, 1],
  ])
  const between = dayOf(2029, 1, 1) - dayOf(2028, 9, 30)
  const stated = states(...wrong.map(({ index, weekday }) => `第${index}条改为星期${'日一二三四五六'[weekday]}`), `${between}天`)
  return (text) => stated(text) && !text.includes('第10条改为')
}

/** 217: which of fourteen statements on a table are false. */
function loans(): Key {
  const [east, west, south, north, centre] = [
    [420, 385, 462],
    [318, 402, 366],
    [275, 290, 341],
    [506, 448, 530],
    [361, 347, 398],
  ] as [number[], number[], number[], number[], number[]]
  const stations = [east, west, south, north, centre]
  const month = (index: number) => stations.map((station) => station[index] ?? 0)
  const totals = [0, 1, 2].map((index) => sum(month(index)))
  const [january = 0, february = 0, march = 0] = totals
  const per = (part: number, whole: number) => ((100 * part) / whole).toFixed(1)
  const growth = ([, second = 0, third = 0]: number[]) => third / second
  const true_ = [
    sum(totals) === 5849,
    january - february === 8,
    per(march - february, february) === '12.0',
    per(sum(north), sum(totals)) === '25.4',
    stations.filter((station) => sum(station) > sum(centre)).length === 2,
    sum(west) / 3 === 362,
    stations.filter(([first = 0, second = 0]) => second > first).length === 1,
    stations.every((station) => growth(station) <= growth(east)),
    per((south[2] ?? 0) - (south[0] ?? 0), south[0] ?? 0) === '24.0',
    month(2).filter((one) => one > 400).length === 3,
    sum(east) - sum(west) === 171,
    per(north[1] ?? 0, february) === '23.9',
    Math.max(...month(0)) - Math.min(...month(0)) === 231,
    march / 5 === 417.4,
  ]
  const wrong = true_.flatMap((isTrue, index) => (isTrue ? [] : [`- (${index + 1})应为`]))
  const stated = states(...wrong, sum(east) - sum(west), march / 5)
  return (text) => stated(text) && (text.match(/^- \(/gm)?.length ?? 0) === wrong.length
}

/** 219: the two numbers that are no ISBN, each with the only exchange that makes it one. */
function isbns(): Key {
  const isRight = (digits: string) => sum([...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3))) % 10 === 0
  const given = ['9783865204172', '9781902746388', '9782841739059', '9780318495260', '9781406297539', '9783260851498', '9780549613275']
  const wrong = given.flatMap((digits, index) =>
    isRight(digits) ? [] : [`No. ${index + 1}: ${only(exchanged(digits, 3).filter(isRight))}`],
  )
  return states(...wrong)
}

/** 220: words that begin with w, in all and in the third sentence. */
function puzzle(): Key {
  const sentences = [
    'We wanted to know whether window boxes keep swifts away, so we watched seven walls on the western side of the town for two weeks',
    'Where wide sills were swept with water, fewer swallows were seen; where weeds grew between stones, sparrows stayed',
    'Nowhere did we see a wagtail, although somebody swore that she saw two which were sitting somewhere below the weir',
    'We will write again when winter shows whether wrens return',
  ].map((sentence) => wordsOf(sentence))
  const withW = sentences.map((words) => words.filter((word) => /^w/i.test(word)))
  const all = sentences.flat()
  const claims = [all.length === 73, sentences[1]?.length === 18, all.filter((word) => /^we$/i.test(word)).length === 4]
  if (claims.includes(false)) throw new Error('Failed to derive the claims: another one is wrong. Mend the item.')
  return states(sum(withW.map((words) => words.length)), withW[2]?.join(', ') ?? '')
}

/** 221: the index in the order of its rules. */
function index(): Key {
  const entries =
    "McAdam, Salt, Vandal, Mace, Saint-Cyr, Degen, Machin, Obrist, M'Bride, Muir, van Dyk, Sänger, MacArthur, St John, Müller, Vance, Mackay, O'Brien, Sainsbury, de Groot, McCabe, Saffron, Mullen, Van Eck, MacBrayne, Maddox".split(
      ', ',
    )
  const letters = (entry: string) =>
    entry
      .replace(/^M(?:'|c)/, 'Mac')
      .replace(/^St /, 'Saint ')
      .toLowerCase()
      .replace(/[äöü]/g, (umlaut) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[umlaut] ?? '')
      .replace(/[^a-z]/g, '')
  const sorted = [...entries].sort((a, b) => (letters(a) < letters(b) ? -1 : 1))
  return states(sorted.join('\n'))
}

/** 222: the step at which the user's sum goes wrong, and the sum. */
function expenses(): Key {
  const hundredths = [1_030_500, 4_806_070, 792_005, 16_341_250, 20_004_808, 3_560_900, 501_736]
  const money = (value: number) => (value / 100).toFixed(2)
  return states(money(sum(hundredths)), money(sum(hundredths.slice(0, 5))))
}

/** Derived keys of text error correction. */
export const CORRECTION: Readonly<Record<number, Key>> = {
  211: table(),
  212: flights(),
  213: clauses(),
  214: figures(),
  215: programme(),
  216: activities(),
  217: loans(),
  218: states(...[220, 45].map((amount) => (amount * 30) / 8)),
  219: isbns(),
  220: puzzle(),
  221: index(),
  222: expenses(),
}
