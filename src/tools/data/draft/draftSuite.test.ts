import { expect, test } from 'vitest'
import { nearestInstruction } from './draftSuite.ts'

const POOL = [
  'Name three rivers of Asia.',
  'Name three rivers in Europe.',
  'Write a poem about rivers.',
  'Bake a cake for twelve guests.',
] as const

test('by words the nearest has most rare words in common, and is never the instruction itself', async () => {
  const nearest = nearestInstruction(POOL, undefined)
  expect(await nearest(POOL[0])).toMatchObject({ text: POOL[1], by: 'words' })
  const { similarity } = await nearest('Bake a cake.')
  expect(similarity).toBeGreaterThan(0.3)
  expect(similarity).toBeLessThan(0.9)
})

test('an instruction that asks nearly the same is passed over', async () => {
  const nearest = nearestInstruction([...POOL, 'Please name three rivers of Asia!'], undefined)
  expect((await nearest(POOL[0])).text).toBe(POOL[1])
})

test('by vectors the nearest has the largest cosine below that of a repetition, and the pool is embedded once', async () => {
  const vectors = [
    [1, 0],
    [0.999, 0.01],
    [0, 1],
    [0.9, 0.5],
    [1, 1],
  ]
  const asked: string[][] = []
  const command = {
    embed: async (_item: string, texts: readonly string[]) => {
      asked.push([...texts])
      return texts.map((text) => vectors[['own', ...POOL].indexOf(text)] ?? [1, 0])
    },
  }
  const nearest = nearestInstruction(POOL, command)
  expect(await nearest('own')).toMatchObject({ text: POOL[2], by: 'vectors' })
  await nearest('own')
  expect(asked).toEqual([[...POOL], ['own'], ['own']])
})

test('a pool without another instruction is an error that says what to do', async () => {
  await expect(nearestInstruction(['One.'], undefined)('One.')).rejects.toThrow(
    'Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.',
  )
})
