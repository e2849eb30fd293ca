import { bannerLines, columns, counted, grouped, singleLine, truncate, wrapWords } from '../../kit.ts'
import type { TurnInfluence } from './shrunkCase.ts'

/** What a change is called. */
const CHANGES = {
  'to-passed': 'passes without it',
  'to-failed': 'fails without it',
  no: 'no change',
  unknown: 'cannot be scored without it',
} as const

/** Influence of each turn for the terminal: a strip of turns, and the outcome without each. */
export function influenceLines(
  influence: TurnInfluence,
  { width, result, maxCalls }: { readonly width: number; readonly result: string; readonly maxCalls: number | undefined },
): string[] {
  const { item, suite, trial, model, simulated, whole, turns, calls } = influence
  const rows = turns.map(({ turn, title, runs, total, passed, changes }) => [
    MARKS[changes],
    `turn ${turn + 1}`,
    total === null ? '-' : total.toFixed(3),
    `${Math.round(passed * runs)} of ${runs}`,
    CHANGES[changes],
    title,
  ])
  return [
    ...(simulated ? bannerLines(width) : []),
    truncate(` ${singleLine(item)} of ${suite}${trial > 0 ? `, trial ${trial + 1}` : ''}, ${singleLine(model)}`, width),
    '',
    ` whole item  total ${whole.total === null ? '-' : whole.total.toFixed(3)}, passed ${Math.round(whole.passed * whole.runs)} of ${counted(whole.runs, 'run')}`,
    ...(turns.length === 0 ? [] : [` ${turns.map(({ changes }) => MARKS[changes]).join('')}`, '']),
    ...(turns.length === 0 ? [] : columns([['', '', 'total', 'passed', 'outcome', ''], ...rows], new Set([0, 1, 4, 5]))).map((line) =>
      truncate(line, width),
    ),
    '',
    ...wrapWords(` ${influenceConclusion(influence)}`, width - 1, 1),
    ` ${counted(calls, 'call')}${maxCalls === undefined ? '' : ` of at most ${grouped(maxCalls)}`}`,
    ` result  ${result}`,
  ]
}

/** Which turns change the outcome, in words. */
export function influenceConclusion({ whole, turns, left = 0 }: Pick<TurnInfluence, 'whole' | 'turns' | 'left'>): string {
  if (whole.outcome === 'open')
    return `The item itself neither fails nor passes beyond chance: it passed ${Math.round(whole.passed * whole.runs)} of ${counted(whole.runs, 'run')}, so that nothing is said of its turns. More runs (--runs) can tell.`
  if (left === 0) return changingTurns(turns)
  const rest = `The calls or the money ended: ${counted(left, 'turn')} ${left === 1 ? 'was' : 'were'} not left out. The same command with a larger --max-calls or --max-usd goes on, and pays for nothing twice.`
  return turns.length === 0 ? rest : `${changingTurns(turns)} ${rest}`
}

function changingTurns(turns: TurnInfluence['turns']): string {
  const changing = turns.filter(({ changes }) => changes === 'to-passed' || changes === 'to-failed')
  return turns.length === 0
    ? 'The item has no earlier turn that could be left out.'
    : changing.length === 0
      ? 'No single turn changes the outcome when it is left out.'
      : `${counted(changing.length, 'turn')} of ${turns.length} ${changing.length === 1 ? 'changes' : 'change'} the outcome when left out: ${changing.map(({ turn }) => turn + 1).join(', ')}.`
}

/** One column for each turn: what it does can be read without colours. */
const MARKS = { 'to-passed': '+', 'to-failed': '!', no: '.', unknown: '?' } as const
