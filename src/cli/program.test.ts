import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { LISTED, makeProgram } from './program.ts'

/** Options of one name in a command and in a command within it. */
function sharedOptions(command: Command): string[] {
  const own = command.options.map(({ long }) => long)
  return command.commands.flatMap((inner) => [
    ...inner.options.flatMap(({ long }) => (own.includes(long) ? [`${command.name()} ${inner.name()} ${long}`] : [])),
    ...sharedOptions(inner),
  ])
}

test('what stands after the name of a command within a command is its own', async () => {
  const program = await makeProgram()
  // Without them there is nothing that could be taken.
  expect(sharedOptions(program).sort()).toEqual(['explore refutebench --max-usd', 'explore refutebench --seed'])
  const refutebench = program.commands.find((one) => one.name() === 'explore')?.commands[0] as Command
  let given: object | undefined
  refutebench.action((options: object) => {
    given = options
  })
  await program.parseAsync(['explore', 'refutebench', '--max-usd', '2', '--seed', '7'], { from: 'user' })
  expect(given).toMatchObject({ maxUsd: 2, seed: 7 })
})

test('a command has the name that it is listed by', async () => {
  expect((await makeProgram()).commands.map((command) => command.name())).toEqual(LISTED.map(({ name }) => name))
})

test('the list tells each command in one line of 80 columns', async () => {
  const program = await makeProgram([])
  const lines = program
    .createHelp()
    .formatHelp(program, Object.assign(program.createHelp(), { helpWidth: 80 }))
    .split('\n')
  const listed = lines.slice(lines.indexOf('Commands:') + 1).filter((line) => line.trim() !== '')
  expect(listed.length).toBe(LISTED.length + 1)
})
