import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { complyWith, drawDemands, drawFoci } from '../../suites/refutebench/demands.ts'
import { TASKS } from '../../suites/refutebench/names.ts'
import { readBundledSeeds, type Seed, type Swap } from '../../suites/refutebench/seeds.ts'
import { jsonLines } from '../jsonLines.ts'
import { type Constraint, constraint, keepsConstraint } from './keepsConstraint.ts'

type Line = Readonly<Record<string, unknown>> & { readonly id: string; readonly reference: string; readonly swaps: readonly Swap[] }

const read = (name: string) => jsonLines<Line>(readFileSync(join(packageRoot, 'fixtures', 'refutebench', name), 'utf8'))
const documents = read('documents.jsonl')
const translations = read('hard-mt.jsonl')
const texts = read('hard-writing.jsonl')
const lines = [...documents, ...translations, ...texts]
const hard: readonly Seed[] = TASKS.flatMap((task) => readBundledSeeds(task).seeds.filter(({ level }) => level === 'hard'))

const wordCount = (text: unknown) => String(text).split(/\s+/).filter(Boolean).length
const occurrences = (text: string, part: string) => text.split(part).length - 1
const widerThan = ([from]: Swap, swaps: readonly Swap[]) => swaps.find(([other]) => other !== from && from.includes(other))
const narrowing = hard.filter(({ swaps }) => swaps.some((swap) => widerThan(swap, swaps)))

describe('the hard seeds', () => {
  test('are 22 of each task, marked as such, after the plain ones', () => {
    for (const [task, plain] of [
      ['mt', 110],
      ['summarization', 54],
      ['writing', 54],
    ] as const) {
      const levels = readBundledSeeds(task).seeds.map(({ level }) => level)
      expect(levels, task).toEqual([...Array<string>(plain).fill('plain'), ...Array<string>(22).fill('hard')])
    }
  })

  test('are of many kinds, and no two alike', () => {
    expect(new Set(documents.map(({ kind }) => kind))).toEqual(new Set(['minutes', 'news', 'contract', 'manual', 'incident report']))
    expect(new Set(translations.map(({ trap }) => trap)).size).toBeGreaterThanOrEqual(12)
    expect(new Set(texts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(8)
    expect(new Set(texts.map(({ constraints }) => JSON.stringify(constraints))).size).toBe(texts.length)
  })

  test('translate one sentence of 45 to 90 words', () => {
    const off = translations.filter(({ source }) => wordCount(source) < 45 || wordCount(source) > 90 || /[.!?]["”]? /.test(String(source)))
    expect(off.map(({ id }) => id)).toEqual([])
  })

  test('summarize documents of 700 to 1,500 words in 60 to 150', () => {
    const off = documents.filter(({ document, reference }) => {
      return wordCount(document) < 700 || wordCount(document) > 1500 || wordCount(reference) < 60 || wordCount(reference) > 150
    })
    expect(off.map(({ id }) => id)).toEqual([])
  })
})

const NUMBER_WORDS =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|third|fifth|twice)$/
const figuresIn = (text: string) => [
  ...(text.match(/\d(?:[\d,.:-]*\d)?/g) ?? []),
  ...(text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => NUMBER_WORDS.test(word)),
]

test.each(documents.map(({ id, document, reference }) => ({ id, document: String(document), reference })))(
  'a summary of a hard document has no figure that its document does not have: $id',
  ({ document, reference }) => {
    const known = new Set(figuresIn(document))
    expect(figuresIn(reference).length).toBeGreaterThan(3)
    expect(figuresIn(reference).filter((figure) => !known.has(figure))).toEqual([])
  },
)

describe('the wordings to object to', () => {
  test('stand once in the reference, or several times where another one narrows them, and the new ones do not', () => {
    const off = lines.flatMap(({ id, reference, swaps }) =>
      swaps.flatMap(([from, to]) => {
        const isNarrowed = swaps.some((other) => widerThan(other, swaps)?.[0] === from)
        const count = occurrences(reference, from)
        return (isNarrowed ? count >= 2 : count === 1) && !reference.includes(to) ? [] : [`${id}: ${from} → ${to}, ${count} times`]
      }),
    )
    expect(off).toEqual([])
  })

  test('do not overlap, but for those that narrow another', () => {
    const span = (text: string, [from]: Swap) => ({ start: text.indexOf(from), end: text.indexOf(from) + from.length })
    const off = lines.flatMap(({ id, reference, swaps }) => {
      const apart = swaps.filter((swap) => !swaps.some((other) => widerThan(other, swaps) === swap))
      const spans = apart.map((swap) => span(reference, swap)).sort((one, other) => one.start - other.start)
      return spans.some(({ start }, at) => at > 0 && start < (spans[at - 1]?.end ?? 0)) ? [id] : []
    })
    expect(off).toEqual([])
  })

  test('leave the constraints of a writing instruction as they were, all three followed', () => {
    const off = hard
      .filter(({ task }) => task === 'writing')
      .flatMap((seed) => {
        const demands = drawDemands(seed, ['word usage', 'phrase usage', 'word usage'], 0)
        const answer = complyWith(seed.reference, demands)
        const own = constraintsOf(texts.find(({ id }) => id === seed.id))
        return own.filter((rule) => keepsConstraint(answer, rule) === false).map((rule) => `${seed.id}: ${JSON.stringify(rule)}`)
      })
    expect(off).toEqual([])
  })
})

/** The constraints of a writing instruction. */
function constraintsOf(line: Line | undefined): Constraint[] {
  return constraint.array().parse(line?.constraints)
}

describe('the constraints of a writing instruction', () => {
  test.each(texts.map((line) => ({ id: line.id, reference: line.reference, constraints: constraintsOf(line) })))(
    'are kept by its reference: $id',
    ({ reference, constraints }) => {
      expect(constraints.filter((rule) => keepsConstraint(reference, rule) === false)).toEqual([])
      expect(constraints.some((rule) => keepsConstraint(reference, rule))).toBe(true)
    },
  )

  // A check that never says no would pass every reference.
  test('are broken by the reference of another instruction, nearly all', () => {
    const pairs = texts.flatMap((line) => texts.filter((other) => other !== line).map((other) => ({ line, other })))
    const kept = pairs.filter(({ line, other }) => constraintsOf(line).every((rule) => keepsConstraint(other.reference, rule) !== false))
    expect(kept.length / pairs.length).toBeLessThan(0.15)
  })

  test.each<[Constraint, string, string]>([
    [{ rule: 'paragraphs', count: 2 }, 'One.\n\nTwo.', 'One. Two.'],
    [{ rule: 'sentences', count: 2 }, 'One. Two?', 'One. Two? Three!'],
    [{ rule: 'sentences', count: 1, paragraph: 2 }, 'One. Two.\n\nThree.', 'One.\n\nTwo. Three.'],
    [{ rule: 'words', least: 2, most: 3 }, 'One two.', 'One two three four.'],
    [{ rule: 'sentence-words', least: 2, most: 2 }, 'One two. One two.', 'One two. One.'],
    [{ rule: 'last-sentence-words', count: 1 }, 'One two. Three.', 'One. Two three.'],
    [{ rule: 'falling' }, 'One two three. One two. One.', 'One two. One two.'],
    [{ rule: 'initials', letters: 'AB' }, 'A dog. “Bark!”', 'A dog. A bark.'],
    [{ rule: 'initials', letters: 'S' }, 'So. Say it.', 'So. Do it.'],
    [{ rule: 'different-starts' }, 'So it is. Say it.', 'So it is. So be it.'],
    [{ rule: 'sentence-starts-not', words: ['He'] }, 'Her. Hers.', 'Her. He ran.'],
    [{ rule: 'paragraph-starts-not', words: ['The'] }, 'A dog.\n\nThen it ran. The end.', 'A dog.\n\nThe end.'],
    [{ rule: 'sentence-ends', text: '?' }, 'Who? Where?', 'Who? There.'],
    [{ rule: 'begins', text: 'Once' }, 'Once more.', 'More than once.'],
    [{ rule: 'ends', text: 'more.' }, 'Once more.', 'More and more!'],
    [{ rule: 'absent', words: ['the'] }, 'A theme.', 'It is The theme.'],
    [{ rule: 'absent', words: ['the'], paragraph: 2 }, 'The theme.\n\nA tune.', 'A tune.\n\nThe theme.'],
    [{ rule: 'absent-text', texts: ['—'] }, 'A - b.', 'A—b.'],
    [{ rule: 'occurs', word: 'key', count: 1 }, 'A key, a monkey.', 'A key and a key.'],
  ])('%j are kept by “%s” and broken by “%s”', (rule, kept, broken) => {
    expect(keepsConstraint(kept, rule)).toBe(true)
    expect(keepsConstraint(broken, rule)).toBe(false)
  })
})

describe('a demand that narrows an earlier one', () => {
  test('is there in at least 20 seeds, of every task', () => {
    expect(narrowing.length).toBeGreaterThanOrEqual(20)
    expect(new Set(narrowing.map(({ task }) => task)).size).toBe(3)
  })

  test('comes after it, says so, and leaves both to be kept at once', () => {
    for (const seed of narrowing) {
      const demands = drawDemands(seed, ['phrase usage', 'style', 'word usage'], 0)
      const [wide, , narrow] = demands
      const swap = seed.swaps.find((own) => widerThan(own, seed.swaps)) as Swap
      expect([wide?.from, narrow?.from], seed.id).toEqual([widerThan(swap, seed.swaps)?.[0], swap[0]])
      expect(wide?.text, seed.id).toMatch(/instead, everywhere!$/)
      expect(narrow?.text, seed.id).toMatch(/^That goes too far\..*keep “.*elsewhere, but not in “.*”: there say “/)
      const first = complyWith(seed.reference, demands.slice(0, 1))
      const both = complyWith(seed.reference, demands)
      expect([wide?.check(first), narrow?.check(first)], seed.id).toEqual([true, false])
      expect([wide?.check(both), narrow?.check(both)], seed.id).toEqual([true, true])
    }
  })

  test('is broken by the first demand carried out again, and breaks the first where it is carried out everywhere', () => {
    for (const seed of narrowing) {
      const [wide, narrow] = drawDemands(seed, ['word usage', 'word usage'], 0)
      const [everywhere, back] = [
        seed.reference.replaceAll(wide?.from ?? '', () => narrow?.to ?? ''),
        seed.reference.replaceAll(wide?.from ?? '', () => wide?.to ?? ''),
      ]
      expect(wide?.check(everywhere), seed.id).toBe(false)
      expect(narrow?.check(back), seed.id).toBe(false)
    }
  })

  test('is demanded in most of their dialogues', () => {
    const runs = [0, 1, 2, 3, 4]
    const count = runs.flatMap((runSeed) =>
      narrowing.filter((seed) => {
        const demands = drawDemands(seed, drawFoci('independent', runSeed, seed.id, 3), runSeed)
        return demands.some(({ text }) => text.startsWith('That goes too far'))
      }),
    ).length
    // Two of three foci are about wording in 20 of 27 triples.
    expect(count / (runs.length * narrowing.length)).toBeGreaterThan(0.6)
  })
})
