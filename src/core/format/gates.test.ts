import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/packageRoot.ts'
import { gates, WAYS, wayOf } from './gates.ts'

const issue = (value: unknown) => {
  const first = gates.safeParse(value).error?.issues[0]
  return first && `${first.path.join('.')}: ${first.message}`
}

describe('gates', () => {
  test('are rules by suite and metric beside rules of the whole run', () => {
    const value = { lifbench: { 'ars.overall': { min: 0.7 }, unscored_rate: { max: 0 } }, maxUnscored: 0.05, allowSimulated: true }
    expect(gates.parse(value)).toEqual(value)
  })

  test('may be none', () => expect(gates.parse({})).toEqual({}))

  test('may name any suite, also one of the user', () =>
    expect(gates.parse({ capitals: { score: { min: 1, max: 1 } } })).toEqual({ capitals: { score: { min: 1, max: 1 } } }))
})

test.each([
  ['min', {}, 'value'],
  ['max', {}, 'value'],
  ['maxDrop', {}, 'worse'],
  ['maxDrop', { decide: 'value' }, 'value'],
  ['min', { decide: 'strict' }, 'strict'],
] as const)('a rule of %s with %j is decided by %s', (kind, rule, way) => expect(wayOf(kind, rule)).toBe(way))

test.each(['docs/formats.md', 'docs/guides/gate-in-ci.md', 'docs/settings.md'])(
  '%s says what each way asks, in the words of the one table',
  (page) => {
    const text = readFileSync(join(packageRoot, page), 'utf8')
    for (const [way, asks] of Object.entries(WAYS)) {
      expect(text).toContain(`\`${way}\``)
      expect(text).toContain(asks)
    }
  },
)

describe('a gate that does not fit is refused', () => {
  test('a mistyped bound', () =>
    expect(issue({ lifbench: { 'ars.overall': { minn: 0.7 } } })).toBe('lifbench.ars.overall: Unrecognized key: "minn"'))

  test('worse on a bound, and a way that there is none of', () => {
    expect(issue({ demo: { score: { min: 0.5, decide: 'worse' } } })).toMatch(
      /^demo\.score\.decide: worse asks whether .* with maxDrop alone/,
    )
    expect(issue({ baseline: 'main', demo: { score: { max: 0.5, maxDrop: 0.1, decide: 'worse' } } })).toMatch(
      /^demo\.score\.decide: worse asks/,
    )
    expect(issue({ baseline: 'main', demo: { score: { maxDrop: 0.1, decide: 'worse' } } })).toBeUndefined()
    const unknown = issue({ demo: { score: { min: 0.5, decide: 'lax' } } })
    for (const [way, asks] of Object.entries(WAYS)) expect(unknown).toContain(`${way} (${asks})`)
  })

  test('a mistyped setting', () => {
    expect(issue({ holms: true })).toMatch(/^holms: expected the gates of a suite, or one of baseline, .*holm, everyGate$/)
  })

  test.each([
    ['a bound that is no number', { lifbench: { score: { min: '0.7' } } }, /^lifbench\.score\.min: /],
    ['a number in place of a rule', { lifbench: { score: 0.7 } }, /^lifbench\.score: /],
    ['a number in place of the rules of a suite', { lifbench: 0.7 }, /^lifbench: /],
    ['a share over 1', { maxUnscored: 2 }, /^maxUnscored: /],
    ['a share below 0', { maxUnscored: -0.1 }, /^maxUnscored: /],
    ['a share in place of percent', { minJudgeAccuracy: 0.8 }, /^minJudgeAccuracy: expected percent/],
    ['a text for yes', { allowSimulated: 'yes' }, /^allowSimulated: /],
    ['one suite that is no list', { allowPartial: 'lifbench' }, /^allowPartial: /],
    ['a list', [], /^: /],
  ])('%s', (_, value, expected) => expect(issue(value)).toMatch(expected))

  test('a drop without a baseline to measure it by', () => {
    expect(issue({ lifbench: { score: { maxDrop: 0.1 } } })).toContain('maxDrop needs a baseline')
    expect(issue({ baseline: 'main', lifbench: { score: { maxDrop: 0.1, decide: 'strict' } } })).toBeUndefined()
  })
})
