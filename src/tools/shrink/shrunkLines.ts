import { bannerLines, columns, counted, grouped, paint, singleLine, truncate, wrapWords } from '../../kit.ts'
import type { ShrunkCase } from './shrunkCase.ts'
import { triedLine } from './triedLine.ts'

/** What the lines are told beside the case. */
export interface ShrunkPlace {
  readonly width: number
  /** File of the test, if one was written. */
  readonly test: string | undefined
  /** File of the result. */
  readonly result: string
  /** Undefined where the case is shown again later. */
  readonly maxCalls: number | undefined
}

const COPY = 'It is no part of your tests: copy it there, or write it there with --out <name>.test.ts.'

/** A smallest case for the terminal: before and after, what was left out, what is needed, and the way there. */
export function shrunkLines(shrunk: ShrunkCase, { width, test, result, maxCalls }: ShrunkPlace): string[] {
  const { item, suite, trial, model, simulated, outcome } = shrunk
  const title = ` ${singleLine(item)} of ${suite}${trial > 0 ? `, trial ${trial + 1}` : ''}, ${singleLine(model)}`
  const wrapped = (text: string) => wrapWords(text, width - 2, 0).map((line) => ` ${line}`)
  return [
    ...(simulated ? bannerLines(width) : []),
    truncate(title, width),
    '',
    ...wrapped(shrunkConclusion(shrunk)),
    ...(outcome === 'chance' ? [] : ['', ...beforeAndAfter(shrunk), '', ...partLines(shrunk, width)]),
    '',
    ' tried',
    ...shrunk.tried.map((one, at) => truncate(` ${String(at + 1).padStart(4)}  ${triedLine(one, shrunk.parts)}`, width)),
    '',
    ...adviceLines(shrunk).flatMap(wrapped),
    ...wrapped(spent(shrunk, maxCalls)),
    ...(test === undefined ? [] : [` test    ${test}`, ...(test.endsWith('.case.ts') ? wrapped(COPY) : [])]),
    ` result  ${result}`,
  ]
}

/** What a search came to, in words. */
export function shrunkConclusion({ outcome, tried, cutShort, parts }: ShrunkCase): string {
  const [whole] = tried
  if (outcome === 'chance') {
    const often = whole ? `It failed in ${whole.failed} of ${counted(whole.runs, 'run')}` : 'It was not run'
    return `The item itself does not fail beyond chance. ${often}, so that nothing is said of its smaller cases. More runs (--runs) can show a rarer failure.`
  }
  if (parts.every(({ size, least = 0 }) => size <= least)) return 'The item has no part that could be left out.'
  if (outcome === 'whole')
    return cutShort
      ? 'No smaller case was found before the calls or the money ended: one may exist.'
      : 'Only the whole item fails: no part of it can be left out or cut.'
  return `A smaller case still fails for the same reason.${cutShort ? ' The calls or the money ended: a smaller one may exist.' : ''}`
}

/** Without what it demands any answer falls short: only a reader can tell whether that is so. */
function adviceLines({ outcome, parts, sizes }: ShrunkCase): string[] {
  const turn = parts.find(({ name, kind }) => kind === 'turn' && sizes[name] === 0)
  if (outcome !== 'shrunk' || !turn) return []
  return [`Does it still ask for what is scored? If not, keep the turn that does: --keep ${turn.name}.`]
}

function beforeAndAfter({ before, after, parts, sizes }: ShrunkCase): string[] {
  const kept = parts.filter(({ name }) => (sizes[name] ?? 0) > 0).length
  return columns([
    ['', 'before', 'after'],
    ['prompt tokens', grouped(before.tokens), grouped(after.tokens)],
    ['messages', grouped(before.messages.length), grouped(after.messages.length)],
    ['parts', grouped(parts.length), grouped(kept)],
  ])
}

function partLines({ parts, sizes, needed }: ShrunkCase, width: number): string[] {
  return parts.map(({ name, title, size, unit, kind }) => {
    const left = sizes[name] ?? size
    const word = left === 0 ? 'left out' : needed.includes(name) ? 'needed' : 'kept'
    const much = size > 1 && left > 0 ? ` ${grouped(left)} of ${grouped(size)}${unit ? ` ${unit}` : ''}` : ''
    const line = truncate(` ${word.padEnd(8)}  ${singleLine(name)} (${kind})${much}  ${singleLine(title)}`, width)
    return word === 'needed' ? paint('bold', line) : line
  })
}

function spent({ calls, cached, usd, tried }: ShrunkCase, maxCalls: number | undefined): string {
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`
  return `${counted(tried.length, 'case')} tried with ${counted(calls, 'call')}${maxCalls === undefined ? '' : ` of at most ${grouped(maxCalls)}`}; ${counted(cached, 'answer')} from the cache; ${price}`
}
