import { expect, test } from 'vitest'
import { makeProgram } from '../../src/cli/program.ts'
import { isFileOption } from '../../src/core/config/optionTypes.ts'
import { loadEverySuite } from '../catalogue.ts'
import { expectAsksFirst, onForeignRun, takersOf } from './foreignRun.ts'

test('no command runs, opens or asks what a run folder names', async () => {
  const takers = takersOf((await makeProgram()).commands)
  expect(takers.length).toBeGreaterThan(3)
  for (const words of takers) await onForeignRun(words)
})

test('rejudge says how to allow the data and files that the run names', () =>
  expectAsksFirst(['judge', 'again', 'theirs', '--judge', 'sim:judge']))

test('every option that takes any text is a file, or a plain name', async () => {
  const taking = (await loadEverySuite()).flatMap(({ name, options }) =>
    Object.entries(options.shape).flatMap(([option, type]) =>
      ['../any/file.json', 'file:///any/file'].some(
        (text) => (type as never as { safeParse(text: string): { success: boolean } }).safeParse(text).success,
      )
        ? [[`${name}.${option}`, isFileOption(type as never)]]
        : [],
    ),
  )
  expect(taking.length).toBeGreaterThan(0)
  expect(taking.filter(([, isFile]) => !isFile)).toEqual([])
})
