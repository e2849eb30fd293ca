import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelScatter } from './modelScatter.ts'

/** Figures below the axis that runs to the right, from the left, each with its place. */
function ticksOf(values: readonly number[]): { x: number; text: string }[] {
  const axis = { label: 'time, min', digits: 3 }
  const points = values.map((x, at) => ({ name: `m${at}`, x, y: at }))
  const { html } = modelScatter({ title: 't', caption: 'c', x: axis, y: { ...axis, label: 'score' }, points, hasFront: true })
  return [...html.matchAll(/<text\b[^>]* x="([\d.]+)"[^>]*middle[^>]*>([\d.]+)</g)].map(([, x, text = '']) => ({ x: Number(x), text }))
}

/** 8 px a letter of 14 px (narrow.css), and half a letter between. */
function expectApart(ticks: ReturnType<typeof ticksOf>): void {
  for (const [at, { x, text }] of ticks.slice(1).entries()) {
    const before = ticks[at] as (typeof ticks)[number]
    expect(x - before.x, `${before.text} ${text}`).toBeGreaterThanOrEqual(8 * ((text.length + before.text.length) / 2 + 0.5))
  }
}

test.each([
  ['far apart', [1, 40]],
  ['that differ by little, and have long figures', [0.0336, 0.0419]],
])('the axis of values %s has figures', (_name, values) => {
  const ticks = ticksOf(values)
  expect(ticks.length).toBeGreaterThan(1)
  expectApart(ticks)
})

test('the figures of an axis do not touch in the letters of a phone, whatever the values', () => {
  const value = fc.double({ min: -3, max: 5, noNaN: true }).map((power) => 10 ** power)
  fc.assert(fc.property(fc.array(value, { minLength: 2, maxLength: 4 }), (values) => expectApart(ticksOf(values))))
})
