import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import '../../registered.ts'
import { commandSettings } from './commandConfig.ts'

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
