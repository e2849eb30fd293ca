import { aroundEach } from 'vitest'
import { registerMatchers } from '../../matchers/index.ts'
import { newScope, runInScope } from '../benchmark/itemScope.ts'
import { HoldfastError } from '../errors.ts'

registerMatchers()

// A scored item opens a scope of its own inside this one; for a plain test, this is where a forgotten await is found.
aroundEach(async (runTest) => {
  const scope = newScope(false)
  await runInScope(scope, runTest)
  const [left] = scope.open
  if (left)
    throw new HoldfastError(
      'USAGE',
      `Failed to finish the test: ${left.matcher} was not awaited. Write await expect(...).${left.matcher}(...).`,
    )
})
