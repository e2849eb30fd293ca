import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Wave, WaveGate } from './waveGate.ts'

const never = new AbortController().signal
const waves = (...ends: readonly (number | undefined)[]) => {
  const left = [...ends]
  return (): Wave | undefined => {
    const to = left.shift()
    return to === undefined ? undefined : { to }
  }
}

function begunOf(gate: WaveGate, prefixes: readonly string[], signal: AbortSignal = never) {
  const begun: number[] = []
  for (const [unit, prefix] of prefixes.entries()) void gate.admitted(unit, prefix, signal).then(() => begun.push(unit))
  return begun
}

test('a wave begins once all of the last have ended, those of one prefix together', async () => {
  const gate = new WaveGate([1, 2, 1, 1, 1, 1], waves(2, 5))
  const begun = begunOf(gate, ['a', 'b', 'b', 'a', 'b', 'a'])
  await turn()
  expect(begun).toEqual([0, 1])
  for (const unit of [1, 0]) gate.ended(unit)
  await turn()
  expect(begun).toEqual([0, 1])
  gate.ended(1)
  await turn()
  expect(begun).toEqual([0, 1, 3, 2, 4])
  for (const unit of [3, 2, 4]) gate.ended(unit)
  await turn()
  // Nothing more is chosen: all may begin.
  expect(begun).toEqual([0, 1, 3, 2, 4, 5])
})

test('units of other parts hold up nothing, and a stop lets all go', async () => {
  const stopping = new AbortController()
  const gate = new WaveGate([0, 0, 1, 1], waves(1, 2, 3))
  const begun = begunOf(gate, ['', '', '', ''], stopping.signal)
  await turn()
  expect(begun).toEqual([0, 1, 2])
  stopping.abort()
  await turn()
  expect(begun).toEqual([0, 1, 2, 3])
})

test('items that never begin, of this wave and of later ones, hold nobody up', async () => {
  const gate = new WaveGate([1, 1, 1, 1], waves(2, 4))
  const begun = begunOf(gate, ['a', 'a', 'a', 'a'])
  await turn()
  // Filtered out: one of the first wave, one of the second.
  for (const unit of [1, 3]) gate.ended(unit)
  await turn()
  expect(begun).toEqual([0, 1])
  gate.ended(0)
  await turn()
  expect(begun).toEqual([0, 1, 2, 3])
})

describe('a gate that is asked whenever an item has ended', () => {
  test('lets as many begin as it says by then', async () => {
    const gate = new WaveGate([1, 1, 1, 1, 1], waves(2, 2, 4, 4, 5), true)
    const begun = begunOf(gate, ['', '', '', '', ''])
    await turn()
    expect(begun).toEqual([0, 1])
    gate.ended(1)
    await turn()
    // Told twice: the second answer is about what comes after the fourth.
    expect(begun).toEqual([0, 1, 2, 3])
    gate.ended(0)
    await turn()
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  test('never waits for nothing', async () => {
    const gate = new WaveGate([1, 1, 1], () => ({ to: 0 }), true)
    const begun = begunOf(gate, ['', '', ''])
    await turn()
    expect(begun).toEqual([0])
    gate.ended(0)
    await turn()
    expect(begun).toEqual([0, 1])
  })
})
