import { expect, test } from 'vitest'
import { explain, reasonParts } from './reasonParts.ts'
import type { PageJudgement } from './transcript.ts'

const judgement = (state: PageJudgement['state'], ...lost: string[]): PageJudgement => ({
  title: lost[0] ?? '',
  outcome: '',
  state,
  lost,
  words: [],
})
const part = (...names: string[]) => `Failed.\n${names.map((name) => `  lost      ${name}: no`).join('\n')}`

test('a part of the message stands with the judgement that explains all it lost', () => {
  const [one, two] = [judgement('failed', 'a', 'b'), judgement('failed', 'c')]
  const parts = reasonParts([part('a'), part('b', 'c'), part('c', 'checked by program'), 'Failed to say why.'].join('\n'))
  const { byJudgement, left } = explain(parts, [one, two])
  expect(byJudgement.get(one)).toEqual([parts[0], parts[1]])
  expect(byJudgement.get(two)).toBeUndefined()
  expect(left).toEqual([parts[2], parts[3]])
})

test('judgements that did not fail the item explain nothing', () => {
  const parts = reasonParts(part('a'))
  expect(explain(parts, [judgement('noted', 'a'), judgement('passed', 'a')]).left).toEqual(parts)
})
