import { readFileSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { gateParts } from '../../test/gateParts.ts'
import { madeDocument, madeScores } from '../../test/madeDocument.ts'
import { metricComparison } from '../../test/metricComparison.ts'
import { suiteComparison } from '../../test/suiteComparison.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { counted } from '../core/base/text/counted.ts'
import { resolveConfig } from '../core/config/resolve.ts'
import { STARTED_BY } from '../core/config/settingOrigins.ts'
import type { Headline } from '../core/format/display.ts'
import type { JudgeSign } from '../core/format/judgeSign.ts'
import type { LeftOut } from '../core/format/leftOut.ts'
import { type ItemRecord, RUN_STOPPED } from '../core/format/records.ts'
import { runFolder } from '../core/format/runFolder.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { conclude, type EndedRun } from '../deciding/conclude.ts'
import type { JudgeStanding } from '../judging/certificate/certificate.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { comparisonBlocks } from './compare/comparisonBlocks.ts'
import { headerLines } from './header.ts'
import { markdownReport } from './markdown.ts'
import { firstScreen } from './page/firstScreen.ts'
import { html } from './page/markup.ts'
import { suiteSection } from './page/suiteSection.ts'
import { compareSections, writePage } from './page/writePage.ts'
import { resultLines } from './resultLines.ts'
import { runListEntry, runListLines } from './runListLines.ts'
import { headingBlocks } from './suiteBlocks.ts'

const FLOOR = 'A guess gets about 0.70.'
const LEFT_OUT: LeftOut[] = [{ reason: 'fixtures/texts/sea is missing', tasks: ['b', 'c'], items: 20 }]

const HEADLINE: Headline = { key: 'score', label: 'score', range: [0, 1], digits: 3 }
const documentOf = (leftOut: LeftOut[] | undefined, judgeSigns?: JudgeSign[], metric: object = {}): ScoresDocument =>
  madeDocument({
    run: { partial: leftOut !== undefined },
    suites: {
      support: madeScores({
        ...(leftOut && { leftOut }),
        ...(judgeSigns && { judgeSigns }),
        metrics: { score: { value: 0.777, n: 10, ci95: [0.706, 0.835], range: [0, 1], ...metric } },
      }),
    },
    presentation: {
      support: {
        roles: ['candidate'],
        tasks: [{ task: 'a', title: 'answers' }],
        headline: HEADLINE,
        about: { title: 'Support', question: 'Does it help?', good: FLOOR },
      },
    },
  })

const config = resolveConfig({}, {}, '/', [])
const planOf = (document: ScoresDocument): SuitePlan => ({
  suite: 'support',
  roles: ['candidate'],
  headline: HEADLINE,
  items: 10,
  trials: 1,
  data: { source: 'bundled', sha256: 'ab', items: 10 },
  tasks: [{ task: 'a', title: 'answers', items: 10 }],
  leftOut: document.suites.support?.leftOut,
  notes: [],
  options: {},
  scoring: 1,
})
const compared = (name: string, document: ScoresDocument) => ({ name, document, records: [], folder: undefined })
const comparison = suiteComparison('support', [metricComparison({ key: 'score' })])
const next = { command: 'c', why: 'w' }

/** Screens that say of a whole suite what its floor is. */
const SAYS_FLOOR: ReadonlySet<string> = new Set(['the end of a run', 'show', 'the suite on the page', 'the page of a comparison'])

/** Every screen of the engine that shows a headline, or says before the first call what is to be measured. */
const SCREENS: readonly (readonly [
  name: string,
  of: (document: ScoresDocument, records?: readonly ItemRecord[], stopped?: number) => string,
])[] = [
  ['the header', (document) => headerLines(planOf(document), config, [], 200).join('\n')],
  [
    'the end of a run',
    (document, records = [], stopped = 0) =>
      resultLines({ config, document, records, stopped, figures: [], otherFailures: [], plainPassed: 0, width: 200 }).join('\n'),
  ],
  ['show', (document) => terminalBlocks(headingBlocks('support', document), 200).join('\n')],
  [
    'runs',
    (document) =>
      runListLines(
        [runListEntry({ name: 'r', isLatest: true, state: 'complete', canResume: false, startedAt: '', document })],
        1,
        200,
      ).join('\n'),
  ],
  ['report.md', (document, records = []) => markdownReport({ document, records, figures: [], run: 'r' })],
  ['the first screen of the page', (document) => html`${firstScreen(document, undefined, next)}`.html],
  ['the suite on the page', (document, records = []) => html`${suiteSection('support', {}, { document, records })}`.html],
  [
    'compare',
    (document) =>
      terminalBlocks(
        comparisonBlocks(compared('a', documentOf(undefined)), compared('b', document), [comparison], { flipped: false, all: false }),
        200,
      ).join('\n'),
  ],
  [
    'the page of a comparison',
    (document) =>
      html`${compareSections(compared('b', documentOf(undefined)), { other: compared('a', document), suites: [comparison] }, () => ({}))}`
        .html,
  ],
]

test.each(SCREENS)('%s says PART of a suite of which tasks were left out, and no figure of the whole beside it', (name, of) => {
  const [part, whole] = [of(documentOf(LEFT_OUT)), of(documentOf(undefined))]
  expect(part).toMatch(
    name === 'the header' ? /^ ! PART {6}left out: b, c \(20 items\), since fixtures\/texts\/sea is missing$/m : /PART: 1 of 3 tasks\b/,
  )
  expect(part).not.toContain(FLOOR)
  expect(whole).not.toContain('PART')
  // A screen that never says what a whole figure is good for proves nothing by its absence.
  expect(whole.includes(FLOOR)).toBe(SAYS_FLOOR.has(name))
})

test.each(SCREENS.filter(([name]) => name !== 'the header'))(
  '%s says beside a figure that a judge did not judge it, and how that shows',
  (_, of) => {
    const said = (judgeSigns?: JudgeSign[], metric?: object) =>
      of(documentOf(undefined, judgeSigns, metric))
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
    const signs: JudgeSign[] = [{ role: 'judge', model: 'gavel', sign: 'controls', known: 'wrong', n: 6, of: 6 }]
    const how = 'the judge gavel passed 6 of 6 answers that are known to be wrong'
    expect(said(signs)).toContain(`SAYS NOTHING: ${how}`)
    expect(said(signs, { stands: true })).toContain(`what the judge judged says nothing: ${how}`)
    expect(said(signs, { stands: true })).not.toMatch(/SAYS NOTHING|figure says nothing/)
    expect(said()).not.toMatch(/says nothing/i)
  },
)

test.each<[string, Partial<ScoresDocument>, string | undefined]>([
  [
    'a broken gate',
    { gates: [{ ...gateParts('support', 'score', 'min 1'), value: 0.7, verdict: 'broken' }] },
    'npx holdfast show latest --below',
  ],
  ['items without a score', { reasons: ['9 of 10 items have no score, over the limit of 1 %'] }, 'npx holdfast show latest --unscored'],
  ['another failure', { reasons: ['1 failure that is no score'] }, undefined],
  ['no failure', { exitCode: 0 }, undefined],
])('the end of a run with %s says the next step of its report below the exit code', (_, own, command) => {
  const document = { ...documentOf(undefined), exitCode: 1, ...own }
  const told = { config, document, records: [], stopped: 0, figures: [], otherFailures: [], plainPassed: 0, width: 80 }
  const next = (run?: string) => resultLines({ ...told, run }).filter((line) => line.startsWith(' Next:'))
  expect(next('latest')).toEqual(command === undefined ? [] : [` Next: ${command}`])
  if (command !== undefined) expect(markdownReport({ document, records: [], figures: [], run: 'latest' })).toContain(`next: \`${command}\``)
  // What has no name has no command.
  expect(next()).toEqual([])
})

test('a run that was stopped says how it is finished, whatever else is wrong', () => {
  const run = { ...documentOf(undefined).run, incomplete: { ran: 10, planned: 12, interrupted: true as const } }
  const document = {
    ...documentOf(undefined),
    run,
    exitCode: 1,
    reasons: ['9 of 10 items have no score, over the limit of 1 %', 'interrupted'],
  }
  const said = (one: ScoresDocument) =>
    resultLines({ config, document: one, records: [], stopped: 2, figures: [], otherFailures: [], plainPassed: 0, width: 80 })
  expect(said(document)).toContain(' Finish it: the same command with HOLDFAST_RESUME=latest.')
  expect(said({ ...document, run: documentOf(undefined).run }).join()).not.toContain('Finish it')
  // A command goes on with its run by an option of its own.
  vi.stubEnv(STARTED_BY, 'the command')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(said(document).join()).not.toContain('HOLDFAST_RESUME')
})

test('a run of a command gives no exit code at its end where it is complete: the command has one of its own', () => {
  const end = () => {
    const document = { ...documentOf(undefined), exitCode: 0, reasons: [] }
    const told = { config, document, records: [], stopped: 0, figures: [], otherFailures: [], plainPassed: 0, width: 80 }
    return resultLines(told).find((line) => line.includes('complete, no gates'))
  }
  expect(end()).toBe(' exit 0: complete, no gates configured.')
  vi.stubEnv(STARTED_BY, 'the command')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(end()).toBe(' The run is complete, no gates configured.')
})

test('the screens of one run say how it stands with a judge without a certificate', () => {
  const roles = { candidate: { model: 'a', simulated: false }, judge: { model: 'openai:j', simulated: false } }
  const document = { ...documentOf(undefined), run: { ...documentOf(undefined).run, roles } }
  const input = { document, records: [], figures: [] }
  const screens = (standing: JudgeStanding) => [
    resultLines({ ...input, config, stopped: 0, otherFailures: [], plainPassed: 0, width: 200, standing }).join('\n'),
    markdownReport({ ...input, run: 'latest', standing }),
    html`${firstScreen(document, standing, next)}`.html.replace(/<[^>]*>/g, ''),
  ]
  const command = 'npx holdfast judge certify openai:j --from bundled-criteria'
  const [terminal, markdown, page] = screens({ line: 'uncertified', proof: 'none' })
  // A command is not cut, nor escaped.
  expect(terminal).toContain(`Measure it:\n   ${command}\n`)
  expect(markdown).toContain(`Measure it: \`${command}\``)
  expect(page).toContain(`Measure it: ${command}`)
  for (const screen of screens({ line: 'pairwise 83.0 %', proof: 'better' })) expect(screen).not.toContain('judge certify')
})

test('the first screen says once that the figure of its one suite says nothing', () => {
  const signs: JudgeSign[] = [{ role: 'judge', sign: 'first', n: 30, of: 30 }]
  const screen = html`${firstScreen(documentOf(undefined, signs), undefined, next)}`.html
  expect(screen.match(/SAYS NOTHING/g)).toHaveLength(1)
})

test('the screens of one run say what was left out and why, and that it is complete but for that', () => {
  const document = documentOf(LEFT_OUT)
  const said = 'left out: b, c (20 items), since fixtures/texts/sea is missing'
  for (const [name, of] of SCREENS.slice(0, 7)) if (name !== 'runs') expect(of(document), name).toContain(said)
  expect(SCREENS[1]?.[1](document)).toContain('exit 0: complete but for what was left out, no gates configured.')
  expect(SCREENS[4]?.[1](document)).toContain('**PART** 1 of 3 tasks · 10 of 10 items')
  // Nothing is left to be finished.
  expect(SCREENS[4]?.[1](document)).not.toMatch(/incomplete|HOLDFAST_RESUME/)
})

const STATES: Readonly<Record<string, ItemRecord['status']>> = { P: 'passed', F: 'failed', U: 'unscored', X: 'error' }
const END: EndedRun = {
  run: madeDocument().run,
  plan: { records: 6 },
  records: [...'PFUXX'].map((state, index) => ({
    ...{ suite: 'support', item: `i${index}`, task: 'a', trial: 0, status: STATES[state] as ItemRecord['status'], tags: {}, scores: {} },
    ...(state === 'X' && { error: `Failed to call m: ${RUN_STOPPED}.` }),
    ...(state === 'U' && { reason: 'no verdict' }),
  })),
  figures: [{ suite: 'support', roles: ['candidate'], records: 5, metrics: {}, headline: HEADLINE, none: {} }],
  presentation: documentOf(undefined).presentation,
  calls: { support: ['candidate'] },
  usage: {},
}
const FLAGS = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
const endOf = (end: EndedRun, flags: Partial<typeof FLAGS>) =>
  conclude(end, { gates: undefined, baseline: undefined, certificates: [], known: [], flags: { ...FLAGS, ...flags } })
const plain = (markup: string) => markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test.each([
  ['the end of a run', ' Unscored 1, errors 0 of 3 (limit 1 %).'],
  ['the end of a run', ' 1 x     no verdict'],
  ['the end of a run', ' 2 items had begun: what of them is answered is kept, and the rest is asked when the run goes on.'],
  ['report.md', '3 items: 1 passed, 1 failed, 1 unscored'],
  ['report.md', '1 item without a score: 1 unscored, 0 in error.'],
  ['runs', ' · 3 items · '],
  ['the first screen of the page', '1 item without a score: 1 unscored, 0 in error.'],
  ['the suite on the page', '✓ 1 passed ✗ 1 failed ? 1 unscored'],
  ['the suite on the page', 'Without a score: 1 item '],
])('of an interrupted run %s counts what has ended: %s', (name, said) => {
  const { document, records } = endOf(END, { interrupted: true })
  const text = SCREENS.find(([own]) => own === name)?.[1](document, records, END.records.length - records.length) ?? ''
  expect(name.includes('page') ? plain(text) : text).toContain(said)
  expect(text).not.toContain(RUN_STOPPED)
})

test.each([
  ['an interrupted run', 'what has ended', END, { interrupted: true }, 1],
  ['a run that lacks a shard', 'all there is', { ...END, plan: { records: 5, missing: ['2/2'] } }, {}, 3],
])('the page of %s lists %s', async (_what, _listed, end, flags, without) => {
  const folder = runFolder(temporaryFolder())
  writeFileSync(folder.items, END.records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  writeFileSync(folder.scores, JSON.stringify(endOf(end, flags).document))
  await writePage(folder, { root: folder.path, views: () => ({}) })
  expect(plain(readFileSync(folder.page, 'utf8'))).toContain(`Without a score: ${counted(without, 'item')} `)
})

test.each([
  [
    'the rest is yet to come',
    END,
    { interrupted: true },
    { ran: 3, planned: 6, interrupted: true },
    '3 of 6 planned items, of 10 there are',
  ],
  [
    'a shard is missing',
    { ...END, run: { ...END.run, shard: '1/2' }, plan: { records: 5, missing: ['2/2'] } },
    {},
    { ran: 5 },
    'shard 1/2 · 5 of 10 items',
  ],
])('of a run of which %s every screen of it says so', (_what, end, flags, incomplete, extent) => {
  const { document } = endOf(end, flags)
  expect(document.run).toMatchObject({ partial: true })
  expect(document.run.incomplete).toEqual(incomplete)
  for (const name of ['runs', 'report.md', 'the first screen of the page'])
    expect(SCREENS.find(([own]) => own === name)?.[1](document), name).toContain('Not decided: the run is incomplete')
  expect(SCREENS[1]?.[1](document)).toMatch(/ exit (?:1|75): .*incomplete: /)
  expect(SCREENS[4]?.[1](document)).toContain(`**PART** ${extent} · `)
})
