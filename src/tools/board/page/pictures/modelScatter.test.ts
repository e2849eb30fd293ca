import { expect, test } from 'vitest'
import { modelScatter } from './modelScatter.ts'

test.each([
  ['far apart', [1, 40]],
  ['that differ by little, and have long figures', [0.0336, 0.0419]],
])('the figures of an axis of values %s do not touch in the letters of a phone', (_name, values) => {
  const axis = { label: 'time, min', digits: 3 }
  const points = values.map((x, at) => ({ name: `m${at}`, x, y: at }))
  const { html } = modelScatter({ title: 't', caption: 'c', x: axis, y: { ...axis, label: 'score' }, points, hasFront: true })
  const ticks = [...html.matchAll(/<text\b[^>]* x="([\d.]+)"[^>]*middle[^>]*>([\d.]+)</g)].map(([, x, text = '']) => ({
    x: Number(x),
    text,
  }))
  expect(ticks.length).toBeGreaterThan(1)
  // 8 px a letter of 14 px (narrow.css), and half a letter between.
  for (const [at, { x, text }] of ticks.slice(1).entries())
    expect(x - (ticks[at]?.x ?? 0), text).toBeGreaterThanOrEqual(8 * (Math.max(text.length, ticks[at]?.text.length ?? 0) + 0.5))
})
