import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import '../../registered.ts'
import { commandSettings } from './commandConfig.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each([
  [{ set: ['votes=x'] }, 'Failed to read --set votes: expected a whole number, received "x". Mend it and run again.'],
  [{ set: ['seed=1', 'trials=0'] }, 'Failed to read --set trials: expected a whole number, received 0. Mend it and run again.'],
  [{ set: ['maxUsd='] }, 'Failed to read --set maxUsd: it is empty (a CI secret that is not set arrives so). Give a value or unset it.'],
  [
    { set: ['lifbench.lenghts=8k'] },
    'Failed to read --set lifbench.lenghts: there is no such setting. Did you mean lifbench.lengths? Mend its name.',
  ],
  [{ set: ['modl=3'] }, 'Failed to read --set modl: there is no such setting. Did you mean model? Mend its name.'],
  [{ data: 'nowhere' }, 'Failed to read --data: no folder '],
])('an error names what was typed, and no variable: %j', async (flags, message) => {
  const error = await commandSettings(temporaryFolder(), flags).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ message: expect.stringContaining(message) })
  expect((error as Error).message).not.toContain('HOLDFAST_')
})

test('an error about a variable that was not typed names it, and what to do with it', async () => {
  vi.stubEnv('HOLDFAST_LIMTI', '3')
  await expect(commandSettings(temporaryFolder(), { limit: 2 })).rejects.toThrow(
    'Failed to read the environment: no variable HOLDFAST_LIMTI. Did you mean HOLDFAST_LIMIT? Unset it or mend its name.',
  )
})

test('a name of no model says where no configuration is that could have it, and nothing of that where one is', async () => {
  const root = temporaryFolder()
  const message = () => commandSettings(root, { model: 'bot' }).then(String, (thrown: Error) => thrown.message)
  expect(await message()).toMatch(/^Failed to read the model "bot": .* No vitest\.config is in .*type the command in its folder\.$/)
  writeFileSync(join(root, 'vitest.config.mjs'), 'export default {}')
  expect(await message()).toMatch(/^Failed to read the model "bot": .*or a name from models\.$/)
})

test('a configuration that cannot be loaded is named with the reason', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'vitest.config.mjs'), 'throw new Error("no KEY")')
  await expect(commandSettings(root, {})).rejects.toThrow(
    `Failed to load ${join(root, 'vitest.config.mjs')}: no KEY. Mend it, or type the command where it loads.`,
  )
})
