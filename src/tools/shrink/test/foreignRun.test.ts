import { test } from 'vitest'
import { expectAsksFirst } from '../../../../test/foreignRun/foreignRun.ts'

test.each(['shrink', 'influence'])('%s asks no model that the run of another names', async (command) => {
  await expectAsksFirst([command, 'theirs', 'one'], '--model ')
})
