import '../../../registered.ts'
import { writeRun } from '../../../../test/e2e/pageRun.ts'
import type { RunFolder } from '../../../core/format/runFolder.ts'
import { writeCase } from '../caseFiles.ts'
import type { ShrunkCase, TurnInfluence } from '../shrunkCase.ts'

/** Turns of a made-up dialogue about parcels. */
const TURNS = ['Which box is for Arran?', 'Always name the pier.', 'Tell me of the weather.', 'And of the ferry?', 'Which box is first?']

/** A smallest case of the made-up dialogue. @param text stands wherever a model or a data set could have written. */
export function madeShrunk(item: string, text = '', parts: Partial<ShrunkCase> = {}): ShrunkCase {
  const messages = TURNS.flatMap((turn, at) => [
    { role: 'user' as const, content: `${turn}${text}` },
    ...(at < TURNS.length - 1 ? [{ role: 'assistant' as const, content: `Answer ${at + 1}.${text}` }] : []),
  ])
  const [first, , , , last] = TURNS
  return {
    schema: 'holdfast.shrunk/1',
    suite: 'support',
    item,
    trial: 0,
    model: 'sim:oracle',
    simulated: true,
    outcome: 'shrunk',
    parts: [
      ...TURNS.map((title, at) => ({
        name: `turn-${at + 1}`,
        kind: at === 2 ? ('distractor' as const) : ('turn' as const),
        title: title + text,
        size: 1,
      })),
      { name: 'context', kind: 'context', title: `the list of boxes${text}`, size: 4000, least: 10, unit: 'tokens' },
    ],
    sizes: { 'turn-1': 0, 'turn-2': 1, 'turn-3': 0, 'turn-4': 0, 'turn-5': 1, context: 120 },
    needed: ['turn-2', 'turn-5'],
    before: { messages, tokens: 4210, reason: `Failed to pass the rubric: the pier is not named.${text}` },
    after: {
      messages: [
        { role: 'user', content: `${TURNS[1]}${text}` },
        { role: 'assistant', content: `Another answer 2.${text}` },
        { role: 'user', content: `${last}${text}` },
      ],
      tokens: 180,
      reason: `Failed to pass the rubric: no pier.${text}`,
    },
    tried: [
      { sizes: {}, runs: 3, failed: 3, outcome: 'fails', reason: `the pier is not named${text}` },
      { sizes: { 'turn-1': 0, 'turn-2': 0 }, runs: 3, failed: 0, outcome: 'passes' },
      { sizes: { 'turn-1': 0, 'turn-3': 0, 'turn-4': 0 }, runs: 3, failed: 3, outcome: 'fails', reason: `no pier${text}` },
      { sizes: { 'turn-1': 0, 'turn-3': 0, 'turn-4': 0, context: 120 }, runs: 3, failed: 3, outcome: 'fails', reason: `no pier${text}` },
      { sizes: { 'turn-1': 0, 'turn-3': 0, 'turn-4': 0, 'turn-5': 0 }, runs: 1, failed: 0, outcome: 'unknown', reason: first },
    ],
    calls: 13,
    cached: 4,
    usd: 0.0123,
    cutShort: false,
    ...parts,
  }
}

/** Influence of the turns of the same dialogue. */
export function madeInfluence(item: string, text = ''): TurnInfluence {
  const changes = ['no', 'to-passed', 'to-failed', 'unknown', 'no'] as const
  return {
    schema: 'holdfast.influence/1',
    suite: 'support',
    item,
    trial: 0,
    model: 'sim:oracle',
    simulated: true,
    whole: { runs: 3, total: 0.25, passed: 0, outcome: 'failed' },
    turns: changes.map((change, turn) => ({
      part: `turn-${turn + 1}`,
      turn,
      title: `${TURNS[turn]}${text}`,
      runs: 3,
      total: [0.25, 1, 0, null, 0.25][turn] ?? null,
      passed: change === 'to-passed' ? 1 : 0,
      changes: change,
    })),
    calls: 18,
  }
}

/** Writes a run with an item that has both files, and one that has neither. */
export function writeCaseRun(path: string, item: string, text = ''): RunFolder {
  const folder = writeRun(path, [
    { item, status: 'failed', total: 0.25, reason: 'Failed to pass the rubric.\n  lost      the pier 1 of 1 points: It is not named.' },
    { item: 'other' },
  ])
  writeCase(folder, 'shrunk', madeShrunk(item, text))
  writeCase(folder, 'influence', madeInfluence(item, text))
  return folder
}
