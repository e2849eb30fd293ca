import { expect, test } from 'vitest'
import { radarGrid } from './radarGrid.ts'

test('names of six letters stay within the picture in the letters of a phone', () => {
  const labels = ['above', 'Recogn', 'Matter', 'below', 'Wisdom', 'Logics']
  const columns = labels.map((label) => ({ key: label, label, range: [0, 1] as const }))
  const rows = [labels.map(() => ({ value: 0.5, rank: 1 }))]
  const table = { title: 'Abilities', columns, rows } as unknown as Parameters<typeof radarGrid>[1]
  const text = radarGrid('radar', table, [{ name: 'm', shown: 'm' }])?.html ?? ''
  const width = Number(/viewBox="0 0 (\d+) /.exec(text)?.[1])
  const places = [...text.matchAll(/<text\b[^>]*>/g)].map(([tag]) => ({ x: Number(/ x="([\d.]+)"/.exec(tag)?.[1]), tag }))
  expect(places).toHaveLength(6)
  // Letters of 14 px (narrow.css) are 8 px wide, and the W of most fonts is 14.
  for (const { x, tag } of places.filter(({ tag }) => !tag.includes('middle')))
    expect(tag.includes('end') ? x : width - x, tag).toBeGreaterThanOrEqual(6 * 8)
})
