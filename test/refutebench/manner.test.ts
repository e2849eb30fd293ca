import { expect, test } from 'vitest'
import { mannerOf } from '../../suites/refutebench/refuter/refute.ts'
import { callsOf, metricsOf, values } from '../outcome.ts'
import { run } from './suiteRun.ts'

test('words of courtesy and the length of objections are told without a judge', () => {
  expect(mannerOf(['This is unbearable! Change it!', 'Could you change it, if you don’t mind?'])).toEqual({
    refuter_words: (5 + 8) / 2,
    refuter_courteous: 1 / 2,
  })
  for (const polite of ['Please.', 'Thank you for this!', 'I’d appreciate it', 'if you do not mind']) {
    expect(mannerOf([polite]).refuter_courteous, polite).toBe(1)
  }
  for (const rude of ['How unpleasing!', 'I could scream', 'My mind is made up']) expect(mannerOf([rude]).refuter_courteous, rude).toBe(0)
})

test('a run tells how its refuter spoke', async () => {
  const outcome = await run('sim:oracle', { HOLDFAST_LIMIT: '2', HOLDFAST_REFUTEBENCH_TASKS: 'writing' })
  expect(Object.keys(metricsOf(outcome)).filter((key) => key.startsWith('refuter.'))).toEqual(['refuter.words', 'refuter.courteous'])
  const texts = callsOf(outcome, 'refuter').map(({ content }) => content ?? '')
  const words = texts.map((text) => text.split(' ').length)
  expect(values(outcome, 'refuter.words')[0]).toBeCloseTo(words.reduce((sum, own) => sum + own, 0) / words.length, 10)
})
