import { cents, dayOf, type Key, only, ordersOf, states, sum, weekdayOf, wordsOf } from './keys.ts'

/** The sentences of a text. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[.!?](?=\s|$)/)
    .map((one) => one.trim())
    .filter(Boolean)
}

const lengthsOf = (text: string) => wordsOf(text).map(({ length }) => length)
const hanOf = (text: string) => [...text].filter((sign) => /\p{Script=Han}/u.test(sign))
const letterCount = (text: string, letter: string) => [...text.toLowerCase()].filter((one) => one === letter).length

/** 231: three sentences of ten words each that begin with F, O and X, without an a. */
const hotel: Key = (text) => {
  const sentences = sentencesOf(text)
  return (
    sentences.map(([first]) => first).join('') === 'FOX' &&
    sentences.every((sentence) => wordsOf(sentence).length === 10) &&
    letterCount(text, 'a') === 0
  )
}

const NOTICE =
  'Kindly leave muddy boots beside our green kitchen door tonight. Towels hang upstairs, while spare blankets fill that chest. If rain keeps you indoors, board games await under those oak stairs. Breakfast starts at eight; late sleepers find cold porridge.'

/** 232: the counts of the notice that stands. */
function notice(): Key {
  const counts = sentencesOf(NOTICE).map((sentence) => wordsOf(sentence).length)
  const words = wordsOf(NOTICE.toLowerCase())
  if (counts.length !== 4 || Math.max(...counts) > 12 || sum(counts) !== 40 || new Set(words).size !== 40) {
    throw new Error('Failed to derive the counts of the notice: it breaks its conditions. Mend the item.')
  }
  return states(`${counts.join(' + ')} = ${sum(counts)}`, `stairs (${counts[2]})`)
}

/** 233: a line whose words have as many letters as the digits of the code say. */
const door: Key = (text) =>
  text
    .split('\n')
    .some((line) => lengthsOf(line).join('') === '374256384529' && wordsOf(line)[5] === 'garden' && /yesterday\W*$/.test(line))

/** 234: letters and e's of the sentence that stands. */
function umbrella(): Key {
  const sentence = 'Please leave every wet umbrella near the green bench before entering.'
  const words = wordsOf(sentence)
  if (words.length !== 11 || sum(lengthsOf(sentence)) !== 58 || letterCount(sentence, 'e') !== 17) {
    throw new Error('Failed to derive the letters of the sentence: it breaks its conditions. Mend the item.')
  }
  const perWord = words.map((word) => letterCount(word, 'e'))
  return states(
    `${perWord.join(' + ')} = ${sum(perWord)}`,
    `before: it has ${['no', 'one', 'two', 'three'][letterCount('before', 'e')]} e's`,
  )
}

/** 235: four lines of seven characters, none of them twice, with given ones at the first and fifth place. */
const poem: Key = (text) => {
  const lines = text
    .split('\n')
    .map(hanOf)
    .filter(({ length }) => length === 7)
  const all = lines.flat()
  return (
    all.length === 28 &&
    new Set(all).size === 28 &&
    lines.map((line) => line[0]).join('') === '春夏秋冬' &&
    lines.map((line) => line[4]).join('') === '燕鱼人鸟'
  )
}

/** 236: the characters of the sentences that stand. */
function water(): Key {
  const counts = [
    '各位住户请注意,后天上午本小区停水检修管道',
    '请大家提前储存足够生活用水,出门之前关好家中水龙头',
    '恢复供水后请先放掉管内浑水再使用',
  ].map((sentence) => hanOf(sentence).length)
  return states(`${counts.join('+')}=${sum(counts)}`, `第三句是${counts[2]}个字`)
}

/** 237: the only plan of dishes. */
function dishes(): Key {
  const plans = ordersOf(['soup', 'pie', 'pasta', 'curry', 'omelette', 'stew', 'salad']).filter((plan) => {
    const on = (dish: string) => plan.indexOf(dish)
    const apart = (a: string, b: string) => Math.abs(on(a) - on(b))
    return (
      on('salad') === on('pie') + 1 &&
      apart('soup', 'stew') >= 3 &&
      on('pasta') < on('curry') &&
      apart('pasta', 'omelette') !== 1 &&
      on('omelette') % 6 !== 0 &&
      on('curry') < 5 &&
      apart('curry', 'stew') === 2 &&
      apart('curry', 'soup') === 1 &&
      on('pie') > on('stew') &&
      on('pasta') !== 0
    )
  })
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  return states(
    only(plans)
      .map((dish, index) => `${days[index]}: ${dish}`)
      .join('\n'),
  )
}

/** 238: the only order of talks. */
function talks(): Key {
  const orders = ordersOf(['Ahn', 'Bell', 'Cruz', 'Diaz', 'Eder', 'Fong', 'Gray']).filter((order) => {
    const at = (name: string) => order.indexOf(name) + 1
    return (
      Math.abs(at('Ahn') - at('Bell')) === 3 &&
      at('Cruz') < at('Diaz') &&
      at('Eder') % 2 === 0 &&
      Math.abs(at('Fong') - at('Gray')) === 2 &&
      at('Gray') < at('Ahn') &&
      Math.abs(at('Diaz') - at('Bell')) !== 1 &&
      at('Cruz') !== 1 &&
      at('Bell') !== 1 &&
      at('Fong') > at('Cruz')
    )
  })
  return states(only(orders).join(', '))
}

/** 239: five lines of six words with given first and last letters. */
const card: Key = (text) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    lines.map(([first]) => first).join('') === 'MAPLE' &&
    lines
      .map((line) => line.at(-1))
      .join('')
      .toUpperCase() === 'STONE' &&
    lines.every((line) => wordsOf(line).length === 6)
  )
}

/** 240: the words of the three parts of the text that stands. */
function boat(): Key {
  const text = 'A tiny boat drifts past our old pond; a calm fog hangs about, and frogs sing. Dusk falls on us all, but nobody is sad.'
  const parts = text.split(/;|\. /).map((part) => wordsOf(part))
  const [first = 0, second = 0, third = 0] = parts.map(({ length }) => length)
  if (letterCount(text, 'e') > 0) throw new Error('Failed to derive the words of the text: it has an e. Mend the item.')
  return states(`${first + second + third} words`, `${first}, ${second} and ${third}`, parts[1]?.join(', ') ?? '')
}

/** 258: every eight hours from Monday at 22:00 to Friday at 12:00, without Wednesday at 14:00. */
function doses(): Key {
  const [first, last] = [22, 4 * 24 + 12]
  const all = Array.from({ length: 50 }, (_, index) => first + 8 * index).filter((hour) => hour <= last && hour !== 2 * 24 + 14)
  const end = all.at(-1) ?? 0
  return states(
    `周${'一二三四五六日'[Math.floor(end / 24)]}${String(end % 24).padStart(2, '0')}:00`,
    `${all.length}次`,
    `${2 * all.length}片`,
  )
}

/** 253: driving times from the notes. */
function driving(): Key {
  const at = (hour: number, minute: number) => 60 * hour + minute
  // "five before half eight", "three-quarter eleven", "quarter one", "ten before half five", "quarter nine", "five past half two".
  const trips = [
    [at(7, 30) - 5, at(10, 45)],
    [at(12, 15), at(16, 30) - 10],
    [at(20, 15), at(24 + 1, 30) + 5],
  ] as const
  const total = sum(trips.map(([out, home]) => home - out))
  const clock = (minutes: number) => `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return states(...trips.flat().map(clock), `${Math.floor(total / 60)}小时${total % 60}分钟`)
}

/** 259: a line of 24 words with all numbers and no hyphen. */
const pastries: Key = (text) =>
  text
    .split('\n')
    .some(
      (line) =>
        wordsOf(line).length === 24 && !line.includes('-') && ['1998', '3', '46', '120'].every((number) => wordsOf(line).includes(number)),
    )

/** 260: the words of the three parts of the translation that stands. */
function bridge(): Key {
  const parts =
    'Built in 1936, this bridge is 412 metres long and has 5 arches; since the 2015 overhaul trucks are banned, but cyclists and pedestrians cross free'
      .split(/; |, (?=but)/)
      .map((part) => wordsOf(part))
  const counts = parts.map(({ length }) => length)
  const numbered = parts[0]?.map((word, index) => `${word}(${index + 1})`).join(' ') ?? ''
  return states(`${sum(counts)}个单词`, `${counts.join('、')}个`, numbered)
}

const CHINESE = 100_000_000
const crore = 10_000_000

/** Derived keys of text creation and translation. */
export const WRITING: Readonly<Record<number, Key>> = {
  231: hotel,
  232: notice(),
  233: door,
  234: umbrella(),
  235: poem,
  236: water(),
  237: dishes(),
  238: talks(),
  239: card,
  240: boat(),
  251: states(
    360_000 / 15,
    (360_000 / 15) * 0.35,
    (4.5 * CHINESE) / 2 / 1000,
    ((4.5 * CHINESE) / 2 / 1000) * 1.4,
    ((4.5 * CHINESE) / 2 / 1000) * 1.4 * 0.75,
    80 + 1.5 * 80,
    1.5 * 2 * 0.92,
  ),
  252: states(`${(6.4 * CHINESE * 2 * 2) / 1e9} billion`, `${75 * 2.4} bus lines`),
  253: driving(),
  254: states(
    `${Math.floor(sum([7700, 9300, 5865, 8600, 7990, 4400]) / 100)}克朗${sum([7700, 9300, 5865, 8600, 7990, 4400]) % 100}欧尔`,
    314.65 + 79.9,
  ),
  255: states(
    `${cents(12.06 / 3)}亿`,
    `${cents(12.06 / 1.2)}亿`,
    `${64e9 / CHINESE}亿`,
    `${87 / 4}万`,
    `${cents(340 * 0.9)}万`,
    `${45_300 / 1e4}万`,
  ),
  256: states(1868 + 41 - 1, 1912 + 12 - 1, 1926 + 28 - 1, 1989 + 16 - 1, 2019 + 3 - 1),
  257: states(`${(850 * crore) / CHINESE}亿`, `${12_540_500 / 1e4}万`, `${(14.1 * crore) / CHINESE}亿`, `${(1500 * crore) / CHINESE}亿`),
  258: doses(),
  259: pastries,
  260: bridge(),
}

/** 275: three visitors who shift a visit from a Sunday to the Monday after it. */
export function library(): Key {
  const start = dayOf(2027, 3, 1)
  const visits = (every: number) => {
    const days = new Set<number>()
    for (let day = start + every; day < start + 1000; day += every) {
      if (weekdayOf(day) === 0) day++
      days.add(day)
    }
    return days
  }
  const [lin, zhou, he] = [visits(5), visits(6), visits(8)]
  const day = Math.min(...[...lin].filter((one) => zhou.has(one) && he.has(one)))
  const date = new Date(day * 86_400_000)
  return states(`${date.getUTCFullYear()}年${date.getUTCMonth() + 1}月${date.getUTCDate()}日`)
}
