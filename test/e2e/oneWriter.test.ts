import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Running, startVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { itemIds, slowYes } from './slowYes.ts'

const OUT = 'reports/runs/shared'

test.each([
  { count: isLong ? 8 : 2, begun: 'anew' },
  { count: isLong ? 8 : 2, begun: 'by auto' },
])('a run folder: that $count runs want at once, begun $begun, is written by one; the others say why', async ({ count, begun }) => {
  const { root, asked, scores, letGo } = slowYes()
  const env = { HOLD: '1', HOLDFAST_OUT: OUT, AT_ONCE: '8', ...(begun === 'by auto' && { HOLDFAST_RESUME: 'auto' }) }
  let others = count - 1
  const ended = async ({ finished }: Running) => {
    const done = await finished
    others -= 1
    // All of them have met a run that goes on.
    if (others === 0) letGo()
    return done
  }
  const runs = await Promise.all(Array.from({ length: count }, () => ended(startVitest([], { cwd: root, env }))))
  const [won, ...rest] = runs.toSorted((one, other) => (one.code ?? 9) - (other.code ?? 9))
  expect(won?.code, won?.stdout).toBe(0)
  for (const { code, stdout, stderr } of rest) {
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/another run is writing it, process \d+ on /)
  }
  expect(asked().sort()).toEqual(itemIds(8))
  expect(scores(OUT)).toMatchObject({ items: 8, passed: 8 })
  expect(
    readFileSync(join(root, OUT, 'calls.jsonl'), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toHaveLength(8)
  expect(readdirSync(join(root, OUT)).filter((name) => name.startsWith('.'))).toEqual([])
})
