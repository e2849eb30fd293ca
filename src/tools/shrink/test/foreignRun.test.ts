import { test } from 'vitest'
import { expectAsksFirst } from '../../../../test/foreignRun/foreignRun.ts'

test.each([[[]], [['--influence']], [['--plan']], [['--influence', '--plan']]])(
  'shrink %j asks no model that the run of another names',
  async (flags) => {
    await expectAsksFirst(['shrink', 'theirs', 'one', ...flags], '--model ')
  },
)
