import { expect, test } from 'vitest'
import { madeDocument } from '../../../test/madeDocument.ts'
import { metricComparison } from '../../../test/metricComparison.ts'
import { suiteComparison as suite } from '../../../test/suiteComparison.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { html } from './markup.ts'
import { compareLinks, compareSections, type PageComparedRun } from './writePage.ts'

const run: PageComparedRun = { name: 'heron', records: [], folder: undefined, document: madeDocument({}) }
const other: PageComparedRun = { ...run, name: 'main' }

const UNTOLD = metricComparison({ key: 'score', a: 100, b: 73, change: -27, ci95: [-60, 4], detectable: 48.7 })
const WORSE = metricComparison({ key: 'score', a: 1, b: 0.777, change: -0.223, ci95: [-0.294, -0.156], verdict: 'worse' })
const BETTER = metricComparison({ key: 'score', a: 0.5, b: 0.9, change: 0.4, ci95: [0.3, 0.5], verdict: 'better' })
const SAME = metricComparison({ key: 'score', a: 1, b: 1, ci95: [-0.1, 0.1] })

const pageOf = (...suites: SuiteComparison[]) => html`${compareSections(run, { other, suites }, () => ({}))}`.html
/** What the page says first, with its colour. */
const first = (page: string) => {
  const [, kind, heading = ''] = /<section class="decision (\w+)".*?<h2[^>]*>(.*?)<\/h2>/s.exec(page) ?? []
  return `${kind}: ${heading.replace(/<[^>]*>/g, '')}`
}

test.each<[string, SuiteComparison[], string]>([
  [
    'is red where one is worse, wherever it stands',
    [suite('kieval', [UNTOLD]), suite('lifbench', [WORSE])],
    'broken: ▼ B against A: worse in lifbench; cannot tell in kieval (by chance 5 % a suite, 10 % over all 2)',
  ],
  [
    'is green where one is better and none worse',
    [suite('kieval', [UNTOLD]), suite('lifbench', [BETTER])],
    'held: ▲ B against A: better in lifbench; cannot tell in kieval (by chance 5 % a suite, 10 % over all 2)',
  ],
  ['has no colour where nothing can be told', [suite('kieval', [UNTOLD])], 'none: ? B against A: cannot tell in kieval'],
  ['has none where nothing changed', [suite('lifbench', [SAME])], 'none: = B against A: same figure in lifbench'],
  [
    'leaves out what cannot be compared, and says so',
    [suite('kieval', [UNTOLD]), suite('lifbench', [WORSE], { warning: 'made with another judge' })],
    'none: ? B against A: cannot tell in kieval; not comparable in lifbench',
  ],
])('the first line over all suites: %s', (_name, suites, said) => expect(first(pageOf(...suites))).toBe(said))

test('what was made otherwise has its figures, and no verdict in colour', () => {
  const page = pageOf(suite('lifbench', [WORSE], { warning: 'made with another judge' }))
  expect(page).toContain('worse, not alike')
  expect(page).not.toContain('<span class="change worse">')
})

test('each suite has a row, a link and a section', () => {
  const suites = [suite('kieval', [UNTOLD]), suite('lifbench', [WORSE])]
  expect(compareLinks({ other, suites })).toEqual([
    { href: '#suite-kieval', text: 'kieval' },
    { href: '#suite-lifbench', text: 'lifbench' },
  ])
  const page = pageOf(...suites)
  expect([...page.matchAll(/<th role="rowheader" scope="row"><a href="(.*?)">/g)].map(([, href]) => href)).toEqual([
    '#suite-kieval',
    '#suite-lifbench',
  ])
  expect([...page.matchAll(/<section class="suite" id="(.*?)"/g)].map(([, id]) => id)).toEqual(['suite-kieval', 'suite-lifbench'])
})

test('a share and 100 points have an axis each, and a change of nothing is the same figure in picture and table', () => {
  const accuracy = metricComparison({ key: 'accuracy', a: 1, b: 0.9, change: -0.1, ci95: [-0.2, 0] })
  const logic = metricComparison({ key: 'logic', a: 100, b: 100 })
  const shown = {
    headline: { key: 'score', label: 'score', range: [10, 100] as const, digits: 1 },
    labels: {},
    ranges: { score: [10, 100], logic: [10, 100], accuracy: [0, 1] } as const,
  }
  const page = pageOf(suite('kieval', [accuracy, UNTOLD, logic], { shown }))
  expect([...page.matchAll(/<h3 id="figure-\d+">(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
    'Changes on the scale 10 to 100, B less A',
    'Changes on the scale 0 to 1, B less A',
  ])
  const figures = page.split('<figure').slice(1)
  const ends = figures.map((figure) =>
    Math.max(...[...figure.matchAll(/class="tick" text-anchor="middle">(-?[\d.]+)</g)].map(([, tick]) => Number(tick))),
  )
  expect(ends[0]).toBeGreaterThan(10)
  expect(ends[1]).toBeLessThan(1)
  expect(figures[0]).toContain('>same figure<')
  expect(page).toContain('= same figure')
  expect(page).toContain('“same figure”: both runs have it.')
  expect(page.match(/“cannot tell”: the figures differ/g)).toHaveLength(1)
})

test('what cannot be told is not painted as if it had passed', () => {
  const page = pageOf(suite('kieval', [UNTOLD]))
  expect(page).not.toMatch(/class="[^"]*\b(?:held|good|passed)\b/)
  expect(page).toContain('<span class="change cannot-tell">? cannot tell</span>')
})
