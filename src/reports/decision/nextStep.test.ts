import { expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { madeDocument, madeScores } from '../../../test/madeDocument.ts'
import { ORDINARY_TESTS } from '../../core/format/scoresDocument.ts'
import { nextStep, runName } from './nextStep.ts'

const baseline = { name: 'main', run: 'r', startedAt: '', model: 'm', suites: {} }
const ordinary = { run: { data: { a: { source: ORDINARY_TESTS, sha256: '', items: 1 } } } }
const whole = { suites: { support: madeScores({ passed: 10, failed: 0 }) } }

test.each<[string, Parameters<typeof madeDocument>[0], string]>([
  ['with a baseline', { baseline }, 'npx holdfast compare main NOW'],
  ['without one, with failures', {}, 'npx holdfast show NOW --below'],
  [
    'without one, with a broken rule',
    { ...whole, gates: [{ ...gateParts('support', 'score', 'min 1'), value: 0.7, verdict: 'broken' }] },
    'npx holdfast show NOW --below',
  ],
  ['without one, all well', whole, 'npx holdfast compare NOW --keep main'],
  [
    'whose judge does not judge',
    {
      baseline,
      suites: { support: madeScores({ judgeSigns: [{ role: 'judge', sign: 'copies', n: 9, of: 10 }] }) },
      presentation: { support: { roles: ['candidate', 'judge'], tasks: [] } },
    },
    'npx holdfast judge again NOW --judge MODEL',
  ],
  [
    'of which too many items have no score, whatever else there is',
    {
      baseline,
      suites: { support: madeScores({ judgeSigns: [{ role: 'judge', sign: 'one_sided', n: 9, of: 10 }] }) },
      presentation: { support: { roles: ['candidate', 'judge'], tasks: [] } },
      reasons: ['9 of 10 items have no score, over the limit of 1 %'],
    },
    'npx holdfast show NOW --unscored',
  ],
  [
    'whose judge alone breaks a gate',
    {
      baseline,
      run: { roles: { candidate: { model: 'm', simulated: false }, judge: { model: 'j', simulated: false } } },
      gates: [{ metric: 'judge accuracy', rule: 'min 80', value: 44, verdict: 'broken' }],
    },
    'npx holdfast judge again NOW --judge MODEL',
  ],
  ['incomplete', { run: { partial: true, incomplete: { ran: 1 } }, baseline }, 'HOLDFAST_RESUME=NOW'],
  ['a part', { run: { shard: '1/2' } }, 'npx holdfast merge PARTS --out reports/runs/merged'],
  ['ordinary tests, with failures', ordinary, 'npx holdfast show NOW --below'],
  ['ordinary tests, all well', { ...whole, ...ordinary }, 'npx holdfast show NOW --page'],
])('the next command of a run %s', (_name, own, command) => expect(nextStep(madeDocument(own), 'NOW').command).toBe(command))

test('where too many items have no score it is said what to do about the judge, where there is one', () => {
  const reasons = ['9 of 10 items have no score, over the limit of 1 %']
  const { roles } = madeDocument().run
  const judge = { model: 'openai:acme-judge', simulated: false }
  const whyOf = (run: object) => nextStep(madeDocument({ run, reasons }), 'NOW').why
  expect(whyOf({ roles })).toBe('lists the items without a score')
  expect(whyOf({ roles: { ...roles, judge } })).toBe(
    "lists the items without a score. Where the judge's replies could not be read, take another judge (npx holdfast judge again NOW --judge MODEL), or certify this one if it has no certificate (npx holdfast judge certify MODEL)",
  )
})

test('the next command of a run of a project in another folder is typed there, and the run is started again where it was', () => {
  expect(nextStep(madeDocument(whole), 'NOW', 'packages/a b').command).toBe("cd 'packages/a b' && npx holdfast compare NOW --keep main")
  expect(nextStep(madeDocument({ run: { partial: true, incomplete: { ran: 1 } } }), 'NOW', 'packages/a').command).toBe(
    'HOLDFAST_RESUME=NOW',
  )
})

test.each([
  ['/app/reports/runs/2026-11-23T1614-heron-5288', '2026-11-23T1614-heron-5288'],
  ['/app/out/now', 'out/now'],
  ['/elsewhere/run', '../elsewhere/run'],
  ['/app/my run’s', "'my run’s'"],
])('the run in %s is named %s', (path, name) => expect(runName(path, '/app')).toBe(name))
