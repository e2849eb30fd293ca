import { test } from 'vitest'
import { expectAsksFirst } from '../../../../test/foreignRun/foreignRun.ts'

test('batch export asks no model that the run of another names', () => expectAsksFirst(['batch', 'export', 'theirs'], 'HOLDFAST_MODEL='))
