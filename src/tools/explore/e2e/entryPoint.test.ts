import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportsOf } from '../../../../test/e2e/exportsOf.ts'
import { manifest } from '../../../../test/e2e/installed.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'

// A name that is added here is a promise; one that goes breaks somebody's tests.
test('holdfast/explore exports what it promises, and has the values that it declares', async () => {
  const { types = '', default: built = '' } = manifest.exports['./explore'] ?? {}
  const path = join(packageRoot, types)
  expect(exportsOf([path]).get(path)).toEqual([
    'distractors',
    'forAllDialogues',
    'ordersOf',
    'personas',
    'type DistractorOptions',
    'type Drawn',
    'type ExploreOptions',
    'type ExploredContext',
    'type Persona',
    'wordings',
  ])
  expect(Object.keys(await import(join(packageRoot, built))).sort()).toEqual([
    'distractors',
    'forAllDialogues',
    'ordersOf',
    'personas',
    'wordings',
  ])
})
