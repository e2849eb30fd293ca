import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Screen } from './layout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A screen, with what was written to it and what a terminal would show of that. */
function screen(live: boolean) {
  let written = ''
  const stream = { write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
  // What a terminal does with our only control sequence: back to the line's start and clear it.
  const shown = () => written.split('\n').map((line) => line.split('\r\u001b[2K').at(-1))
  const wait = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
  wait(1000)
  return { screen: new Screen(stream, live), written: () => written, shown, wait }
}

describe('on a terminal', () => {
  test('the status line is rewritten in place', () => {
    const { screen: terminal, shown, wait } = screen(true)
    terminal.status('10 %')
    wait(100)
    terminal.status('9 items')
    expect(shown()).toEqual(['9 items'])
  })

  test('lines are printed above the status line, which stays at the bottom', () => {
    const { screen: terminal, shown, wait } = screen(true)
    terminal.print('first')
    terminal.status('10 %')
    wait(100)
    terminal.print('second', 'third')
    terminal.status('20 %')
    expect(shown()).toEqual(['first', 'second', 'third', '20 %'])
  })

  test('the status line is cut to one line, which alone can be rewritten', () => {
    const { screen: terminal, shown } = screen(true)
    terminal.status('x'.repeat(100))
    expect(shown()).toEqual([`${'x'.repeat(78)}…`])
  })

  test('the status line is rewritten at most ten times a second', () => {
    const { screen: terminal, shown, wait } = screen(true)
    terminal.status('10 %')
    wait(99)
    terminal.status('20 %')
    expect(shown()).toEqual(['10 %'])
    wait(1)
    terminal.status('30 %')
    expect(shown()).toEqual(['30 %'])
  })

  test('the status line leaves nothing behind when it ends', () => {
    const { screen: terminal, shown } = screen(true)
    terminal.print('first')
    terminal.status('10 %')
    terminal.endStatus()
    terminal.print('last')
    expect(shown()).toEqual(['first', 'last', ''])
  })
})

describe('in a log', () => {
  test('of GitHub Actions no line is a command to the runner, whoever wrote it', () => {
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    const { screen: log, written } = screen(false)
    log.print(' x ##[error]item', '::notice::item')
    expect(written()).toBe(' x #\\x23[error]item\n:\\x3anotice::item\n')
    vi.unstubAllEnvs()
  })

  test('lines are written as they are, without control sequences and without a status line', () => {
    const { screen: log, written, wait } = screen(false)
    log.print('first')
    log.status('10 %')
    wait(1000)
    log.status('20 %')
    log.print('second')
    log.endStatus()
    expect(written()).toBe('first\nsecond\n')
  })
})

test.each([true, false])('a screen says whether it is live: %s', (live) => expect(screen(live).screen.live).toBe(live))
