import { expect, test } from 'vitest'
import { nearestInstruction } from './draftSuite.ts'

const POOL = [
  'Name three rivers of Asia.',
  'Name three rivers in Europe.',
  'Write a poem about rivers.',
  'Bake a cake for twelve guests.',
] as const

test('the nearest has the largest cosine below that of a repetition, and the pool is embedded once', async () => {
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
  expect(await nearest('own')).toBe(POOL[2])
  await nearest('own')
  expect(asked).toEqual([[...POOL], ['own'], ['own']])
})

test('a pool without another instruction is an error that says what to do', async () => {
  await expect(nearestInstruction(['One.'], { embed: async () => [[1]] })('One.')).rejects.toThrow(
    'Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.',
  )
})
