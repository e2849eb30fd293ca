import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { random } from '../src/core/base/random.ts'
import { resolveConfig } from '../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../src/core/config/schema.ts'
import type { CallVolume } from '../src/core/format/plannedUse.ts'
import type { Role } from '../src/core/format/role.ts'
import type { PlainMessage } from '../src/models/transport.ts'
import { planSuite } from '../src/running/worker/planSuite.ts'
import type { Suite } from '../src/running/worker/suite.ts'
import { runSuite } from './runSuite.ts'
import { type Speaker, speakers } from './typicalModels.ts'

const MODULE = fileURLToPath(new URL('typicalModels.ts', import.meta.url))
const ROLES = ['candidate', 'judge', 'refuter', 'interactor'] as const

/** What was planned and measured of one role. */
export interface RoleTruth {
  readonly planned: CallVolume & { readonly most: CallVolume }
  readonly measured: CallVolume
}

/** Plans a run, and runs it with these speakers: planned and measured by role. */
export async function planAndRun(
  suite: Suite,
  said: Readonly<Partial<Record<Role, Speaker>>>,
  options: HoldfastOptions,
): Promise<Readonly<Record<string, RoleTruth>>> {
  for (const role of ROLES) delete speakers[role]
  Object.assign(speakers, said)
  const [model, judge, refuter, interactor] = ROLES.map((role) => `module:${MODULE}#${role}`) as [string, string, string, string]
  const whole = { model, judge, refuter, interactor, gates: { maxUnscored: 1 }, ...options }
  const { byRole = {} } = await planSuite(suite, resolveConfig(whole, {}, '/', [suite]))
  const { results } = await runSuite(suite, whole)
  return Object.fromEntries(
    Object.entries(byRole).map(([role, planned]) => {
      const measured = { calls: 0, promptTokens: 0, completionTokens: 0 }
      for (const { usage } of results) {
        measured.calls += usage[role as Role]?.calls ?? 0
        measured.promptTokens += usage[role as Role]?.promptTokens ?? 0
        measured.completionTokens += usage[role as Role]?.completionTokens ?? 0
      }
      return [role, { planned, measured }]
    }),
  )
}

/** Every figure of every role is within a factor of 2 of what the run measured, and the most is no less. */
export function expectTruth(truth: Readonly<Record<string, RoleTruth>>, roles: readonly string[]): void {
  expect(Object.keys(truth).sort()).toEqual([...roles].sort())
  for (const [role, entry] of Object.entries(truth)) {
    const factors = factorsOf(entry)
    const said = `${role} ${JSON.stringify(factors)}`
    for (const factor of Object.values(factors)) {
      expect(factor, said).toBeGreaterThan(0.5)
      expect(factor, said).toBeLessThan(2)
    }
    // Tokens of a prompt are added up from those of its parts, which may make one more or less at each seam.
    for (const name of ['calls', 'promptTokens', 'completionTokens'] as const)
      expect(entry.planned.most[name], said).toBeGreaterThanOrEqual(0.98 * entry.measured[name])
  }
}

/** Planned by measured: 1 where the plan is exact. */
function factorsOf({ planned, measured }: RoleTruth): Readonly<Record<keyof CallVolume, number>> {
  return {
    calls: planned.calls / measured.calls,
    promptTokens: planned.promptTokens / measured.promptTokens,
    completionTokens: planned.completionTokens / measured.completionTokens,
  }
}

// Each is one token behind a space.
const WORDS =
  'time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend father power hour game line end member law car city community name president team minute idea kid body information back parent face others level office door health person art war history party result change morning reason research girl guy moment air teacher force education'.split(
    ' ',
  )
let spoken = 0

/** So many tokens of words that make no sense, other ones each time. */
export function words(tokens: number): string {
  spoken += 1
  const draw = random('words', 0, String(spoken))
  const pool = Array.from({ length: Math.ceil(tokens / 60) }, () => draw.sample(WORDS, 60)).flat()
  return pool.slice(0, tokens).join(' ')
}

/** What a prompt asks last. */
export function lastOf(messages: readonly PlainMessage[]): string {
  return messages.at(-1)?.content ?? ''
}
