import {
  bundledVersion,
  dataError,
  defineSuite,
  isBundled,
  jsonHash,
  type OpenSuite,
  type PlannedMessage,
  planDialogue,
  type SuiteRun,
} from '../../src/kit.ts'
import { ANSWER_TOKENS, converse, RECALL, SYSTEM } from './converse.ts'
import { fillerTurns } from './filler.ts'
import { itemsOf, type RetentionItem, type RetentionOptions, retentionOptions, SIZES } from './items.ts'
import { isInForce } from './plants.ts'

/** Retention: what of a conversation is still followed later, and after the application has compacted it. Programs read the answers. */
export const retentionSuite = defineSuite({
  name: 'retention',
  scoring: 3,
  options: retentionOptions,
  roles: { candidate: { temperature: 0 } },
  open: openRetention,
  summary: { load: async () => (await import('./summary.ts')).retentionSummary },
  about: {
    title: 'Retention',
    question: 'Is what was asked for still followed later, across the compactions of the application, and dropped once it is taken back?',
    good: 'Higher is better. Who follows everything or nothing has 0.',
    item: 'conversation',
    floor: 'the most that who follows each thing with one chance gets',
  },
})

/** Tokens of an answer, as a rule. */
const TYPICAL_TOKENS = 40

/** Opens the suite for a run. */
function openRetention({ config, options }: SuiteRun<RetentionOptions>): OpenSuite<RetentionItem> {
  if (!isBundled(config.data)) throw dataError('Failed to read HOLDFAST_DATA: retention has bundled conversations only. Use bundled.')
  const items = itemsOf(options.lengths)
  return {
    items,
    task: ({ length }) => length,
    taskTitles: { '2k': '2k tokens of filler', '8k': '8k tokens of filler', '32k': '32k tokens of filler' },
    tags: ({ variant, filler, plants }) => ({ variant, filler, plants: plants.map(({ kind }) => kind) }),
    stratum: ({ plants }) => (plants.every(isInForce) ? 'in force' : 'with one that is taken back'),
    threshold: 1,
    data: { source: 'bundled', version: bundledVersion(config.data, 1), sha256: jsonHash(items.map((item) => [item, ...fillerOf(item)])) },
    notes: () => ['a program reads the answers, no judge'],
    display: () => ({
      beside: [
        { key: 'retained', label: 'retained' },
        { key: 'over_compliance', label: 'taken back and still followed' },
      ],
      taskKeys: {},
      rows: [
        { label: 'compaction', keys: ['retained_after_compaction', 'lost_by_compaction', 'reached', 'inferred'] },
        { label: 'without compaction', keys: ['decay_per_1k'] },
        { label: 'not retained', keys: ['known_and_broken', 'forgotten'] },
        { label: 'validity', keys: ['measurable', 'unread'] },
      ],
    }),
    freeTurns: false,
    planned: planDialogue(config, ANSWER_TOKENS, (item, of) => ({ opening: of(SYSTEM), messages: messagesOf(item, of) })),
    planNotes: () => ['an application that compacts is asked once more: before the compaction, and after it'],
    body: (item, context) => converse(item, options, config.seed, context),
  }
}

/** The user turns between plants and probes. */
function fillerOf({ filler, length, id }: RetentionItem): string[] {
  const { thousands, turns } = SIZES[length]
  const source = fillerTurns(filler, (thousands * 1000) / turns, id)
  return Array.from({ length: turns }, () => source.next().value)
}

/** What the user says to a model without memory: all of it goes with each call, and what is asked at the end goes by itself. */
function messagesOf(item: RetentionItem, of: (text: string) => number): PlannedMessage[] {
  const { plants, absent } = item
  const said = [
    ...plants.map(({ give }) => give),
    ...plants.map(({ use }) => use),
    ...plants.flatMap(({ change }) => change ?? []),
    ...fillerOf(item),
  ]
  const asked = [
    ...plants.map(({ probe }) => probe),
    RECALL,
    ...plants.filter(isInForce).map(({ restated, probe }) => `${restated}\n\n${probe}`),
    ...absent.filter(isInForce).map(({ probe }) => probe),
  ]
  return [...said, ...asked].map((text, at) => ({ tokens: of(text), typical: TYPICAL_TOKENS, isAside: at >= said.length }))
}
