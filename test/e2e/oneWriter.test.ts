import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startVitest } from '../run.ts'
import { isLong } from '../shared.ts'
import { itemIds, slowYes } from './slowYes.ts'

const OUT = 'reports/runs/shared'

describe('a run folder', () => {
  test.each([
    { count: isLong ? 8 : 2, begun: 'anew' },
    { count: isLong ? 8 : 2, begun: 'by auto' },
  ])('that $count runs want at once, begun $begun, is written by one; the others say why', async ({ count, begun }) => {
    const { root, asked, scores } = slowYes()
    // Longer than the others take to come, so that all of them meet a run that goes on.
    const env = { WAIT: '4000', HOLDFAST_OUT: OUT, AT_ONCE: '8', ...(begun === 'by auto' && { HOLDFAST_RESUME: 'auto' }) }
    const runs = await Promise.all(Array.from({ length: count }, () => startVitest([], { cwd: root, env }).finished))
    const [won, ...rest] = runs.toSorted((one, other) => (one.code ?? 9) - (other.code ?? 9))
    expect(won?.code, won?.stdout).toBe(0)
    for (const { code, stdout, stderr } of rest) {
      expect(code).toBe(1)
      expect(stdout + stderr).toMatch(/another run is writing it, process \d+ on |it holds another run/)
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

  test('of a run that was killed is taken over at once', async () => {
    const { root, asked, scores } = slowYes()
    const command = { cwd: root, env: { HOLDFAST_OUT: OUT, HOLDFAST_RESUME: 'auto' } }
    const first = startVitest([], { ...command, env: { ...command.env, WAIT: '100000' } })
    await first.until(/0\/8 items|limits/)
    const started = performance.now()
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    first.kill()
    await first.finished
    expect(existsSync(join(root, OUT, '.lock-1'))).toBe(true)
    const { code, stdout } = await startVitest([], command).finished
    expect(code, `${stdout} after ${performance.now() - started} ms`).toBe(0)
    expect(scores(OUT)).toMatchObject({ items: 8, passed: 8 })
    expect(readdirSync(join(root, OUT)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
