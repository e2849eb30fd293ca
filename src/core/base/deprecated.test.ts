import { once } from 'node:events'
import { expect, test } from 'vitest'
import { noteOldName } from './deprecated.ts'

test('an old name is told once, with the new one', async () => {
  const warned = once(process, 'warning') as Promise<[Error]>
  noteOldName('toDo', 'old', 'now')
  noteOldName('toDo', 'old', 'now')
  const [warning] = await warned
  expect(warning.name).toBe('DeprecationWarning')
  expect(warning.message).toBe('`old` of toDo is now `now`. The old name will stop working in the next release but one. Rename it.')
  const more: Error[] = []
  const listen = (next: Error) => more.push(next)
  process.on('warning', listen)
  noteOldName('toDo', 'old', 'now')
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', listen)
  expect(more).toEqual([])
})
