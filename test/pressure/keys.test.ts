import { expect, test } from 'vitest'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { KEYS } from './keys.ts'

const { questions } = openQuestions('bundled')

test.each(Object.entries(KEYS))('the key of %s is what a program computes', (id, compute) => {
  const question = questions.find((entry) => entry.id === id)
  expect(question?.right).toContain(String(compute()))
  expect(question?.wrong).not.toContain(String(compute()))
})
