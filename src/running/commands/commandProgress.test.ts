import { afterEach, describe, expect, test, vi } from 'vitest'
import { commandProgress } from './output.ts'

afterEach(() => vi.unstubAllEnvs())

/** Progress on a stream, with what was written to it, and a clock. */
function progressOn(isTTY: boolean) {
  vi.stubEnv('CI', '')
  let written = ''
  let seconds = 0
  const stream = { isTTY, columns: 80, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
  const progress = commandProgress(stream, () => 1000 * seconds)
  return { progress, written: () => written, wait: (more: number) => (seconds += more) }
}

test('on a terminal: a line says at once what is done, and is gone at the end', () => {
  const { progress, written } = progressOn(true)
  progress.step('comparing lifbench', 2, 6)
  expect(written()).toBe(' 33 %  comparing lifbench')
  progress.end()
  expect(written().endsWith('\r\u001b[2K')).toBe(true)
})

describe('in a log', () => {
  test('nothing is said of what does not take long', () => {
    const { progress, written } = progressOn(false)
    for (let at = 0; at <= 1000; at += 1) progress.step('scoring', at, 1000)
    progress.end()
    expect(written()).toBe('')
  })

  test('there is a line every 10 % of what does', () => {
    const { progress, written, wait } = progressOn(false)
    wait(10)
    for (let at = 0; at <= 1000; at += 1) progress.step('scoring', at, 1000)
    expect(written().trim().split('\n')).toHaveLength(10)
    expect(written()).toContain(' 10 %  scoring\n 20 %  scoring\n')
  })

  test('nothing is said of few steps, whose tenths mean nothing', () => {
    const { progress, written, wait } = progressOn(false)
    wait(60)
    for (let at = 0; at <= 6; at += 1) progress.step('comparing', at, 6)
    expect(written()).toBe('')
  })
})
