import { existsSync } from 'node:fs'
import {
  bannerLines,
  type CasePart,
  columns,
  counted,
  excerpt,
  grouped,
  HoldfastError,
  type ItemFindings,
  isBundledSuite,
  labelled,
  lostNames as lostIn,
  paint,
  singleLine,
  sizeIn,
  truncate,
  wrapWords,
} from '../../kit.ts'
import { runsToTell } from './beyondChance.ts'
import { casePath, type Found, readCase, shrunkTestPath } from './caseFiles.ts'
import type { ShrunkCase, TurnInfluence } from './shrunkCase.ts'

/** What the lines are told beside the case. */
interface CasePlace {
  readonly width: number
  /** File of the result. */
  readonly result: string
  /** File of the test, if one was written. */
  readonly test?: string | undefined
  /** Undefined where the case is shown again later. */
  readonly maxCalls: number | undefined
}

/** Characters of a message that are shown; the test has all of it. */
const SHOWN = 400
const COPY = 'It is no part of your tests: copy it there, or write it there with --out <name>.test.ts.'

/** A smallest case for the terminal: before and after, what was left out, what is needed, and the way there. */
export function shrunkLines(shrunk: ShrunkCase, { width, test, result, maxCalls }: CasePlace): string[] {
  const wrapped = (text: string) => wrapWords(text, width - 2, 0).map((line) => ` ${line}`)
  return [
    ...headLines(shrunk, width),
    ...wrapped(shrunkConclusion(shrunk)),
    ...(shrunk.outcome === 'chance'
      ? []
      : ['', ...columns(sizeRows(shrunk)), '', ...partLines(shrunk, width), '', ...conversationLines(shrunk, width)]),
    '',
    ' tried',
    ...shrunk.tried.map((one, at) => truncate(` ${String(at + 1).padStart(4)}  ${triedLine(one, shrunk.parts)}`, width)),
    '',
    ...adviceLines(shrunk).flatMap(wrapped),
    ...wrapped(spentText(shrunk, maxCalls)),
    ...(test === undefined
      ? []
      : [` test    ${test}`, ...[...codeText(shrunk), ...(test.endsWith('.case.ts') ? [COPY] : [])].flatMap(wrapped)]),
    ` result  ${result}`,
  ]
}

/** What a written test asks a judge for that none decided. That of a bundled suite is scored by the suite. */
function codeText({ suite, after: { criteria = {} } }: ShrunkCase): string[] {
  const names = Object.keys(criteria).filter((name) => criteria[name]?.check === null)
  if (isBundledSuite(suite) || names.length === 0) return []
  const listed = names.map((name) => `"${singleLine(name)}"`).join(', ')
  return [`What checks ${listed} is code, which a written test cannot have. Give it there as { check }, else a judge decides.`]
}

/** What is shown, and of which model; the line of simulated ones above it. */
function headLines({ item, suite, trial, model, simulated }: ShrunkCase | TurnInfluence, width: number): string[] {
  const title = ` ${singleLine(item)} of ${suite}${trial > 0 ? `, trial ${trial + 1}` : ''}, ${singleLine(model)}`
  return [...(simulated ? bannerLines(width) : []), truncate(title, width), '']
}

/** What a search came to, in words. */
function shrunkConclusion({ outcome, tried, cutShort, parts, before, after }: ShrunkCase): string {
  const [whole] = tried
  if (outcome === 'chance') {
    const often = whole ? `It failed in ${whole.failed} of ${counted(whole.runs, 'run')}` : 'It was not run'
    return `The item itself does not fail beyond chance. ${often}, so that nothing is said of its smaller cases. More runs (--repeats ${runsToTell(whole?.failed ?? 0, whole?.runs ?? 0)} or more) can show a rarer failure.`
  }
  if (parts.every(({ size, least = 0 }) => size <= least)) return 'The item has no part that could be left out.'
  if (outcome === 'whole')
    return cutShort
      ? 'No smaller case was found before the calls or the money ended: one may exist.'
      : 'Only the whole item fails: no part of it can be left out or cut.'
  const [lost = [], left = []] = [before, after].map(({ reason }) => lostIn(reason))
  const isSame = left.length === 0 || (left.length === lost.length && left.every((name) => lost.includes(name)))
  const why = isSame ? ' for the same reason.' : singleLine(`. It loses ${left.join(', ')}. The item lost ${lost.join(', ')}.`)
  return `A smaller case still fails${why}${cutShort ? ' The calls or the money ended: a smaller one may exist.' : ''}`
}

/** Without what it demands any answer falls short: only a reader can tell whether that is so. */
function adviceLines({ outcome, parts, sizes, simulated }: ShrunkCase): string[] {
  const left = parts.filter(({ name, kind }) => kind === 'turn' && sizes[name] === 0).map(({ name }) => name)
  if (outcome !== 'shrunk' || left.length === 0) return []
  return [
    `Does it still ask for what is scored? If not, keep the turn that does: --keep ${left.length > 1 ? 'one of ' : ''}${ranges(left).join(', ')}.`,
    ...(simulated ? ['A simulated model may fail whatever it is asked: a real one tells which turns matter.'] : []),
  ]
}

/** Rows of a table: the sizes of an item and of its smallest case. */
function sizeRows({ before, after, parts, sizes }: ShrunkCase): string[][] {
  const kept = parts.filter(({ name, size }) => sizeIn(sizes, name, size) > 0).length
  return [
    ['', 'before', 'after'],
    ['prompt tokens', grouped(before.tokens), grouped(after.tokens)],
    ['messages', grouped(before.messages.length), grouped(after.messages.length)],
    ['parts', grouped(parts.length), grouped(kept)],
  ]
}

/** What became of each part: a word, its name and kind, how much of it is left where it is cut by the unit, and its title. */
function partLines({ parts, sizes, needed }: ShrunkCase, width: number): string[] {
  return parts.map((part) => {
    const left = sizeIn(sizes, part.name, part.size)
    const word = left === 0 ? 'left out' : needed.includes(part.name) ? 'needed' : left < part.size ? 'cut' : 'kept'
    const size = part.size === 1 || left === 0 ? '' : ` ${leftOf(part, left)}`
    const line = truncate(` ${word.padEnd(8)}  ${singleLine(part.name)} (${part.kind})${size}  ${singleLine(part.title)}`, width)
    return word === 'needed' ? paint('bold', line) : line
  })
}

/** What is said in the smallest case, and why it fails. */
function conversationLines({ after: { messages, reason } }: ShrunkCase, width: number): string[] {
  const line = (label: string, text: string) => labelled(label, singleLine(excerpt(text, 0, SHOWN)), width, 11)
  // What was asked and answered stands above.
  const why = reason.split('\n').filter((text) => !/^ {2}(?:asked|received) /.test(text))
  return [
    ...messages.flatMap(({ role, content }) => line(role, content)),
    ...why.flatMap((text, at) => line(at === 0 ? 'failed' : '', text.trim())),
  ]
}

/** How much of a part is left, in words. */
function leftOf({ size, unit }: Pick<CasePart, 'size' | 'unit'>, left: number): string {
  return `${grouped(left)} of ${grouped(size)}${unit ? ` ${unit}` : ''}`
}

/** What a search took. */
function spentText({ calls, cached, usd, tried }: ShrunkCase, maxCalls: number | undefined): string {
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`
  return `${counted(tried.length, 'case')} tried with ${counted(calls, 'call')}${ofAtMost(maxCalls)}; ${counted(cached, 'answer')} from the cache; ${price}`
}

function ofAtMost(maxCalls: number | undefined): string {
  return maxCalls === undefined ? '' : ` of at most ${grouped(maxCalls)}`
}

/** What became of a case. */
const VERDICTS = { fails: 'still fails', passes: 'does not fail', unknown: 'cannot be scored' } as const

/** A case that was tried, in words: what it left out, and whether it failed. */
export function triedLine(tried: ShrunkCase['tried'][number], parts: readonly CasePart[]): string {
  const howOften = tried.runs > 1 ? ` (${tried.failed} of ${tried.runs})` : ''
  // A single run that is scored and has a reason failed.
  const isOther = tried.outcome === 'passes' && tried.runs === 1 && tried.reason !== undefined
  return `${tried.again ? 'again ' : ''}${changesText(tried.sizes, parts)}: ${isOther ? 'fails for another reason' : VERDICTS[tried.outcome]}${howOften}`
}

/** What a case leaves out and cuts of its item. */
function changesText(sizes: Readonly<Record<string, number>>, parts: readonly CasePart[]): string {
  const smaller = parts.map((part) => ({ ...part, left: sizeIn(sizes, part.name, part.size) })).filter(({ size, left }) => left < size)
  if (smaller.length === 0) return 'the whole item'
  const out = ranges(smaller.flatMap(({ name, left }) => (left === 0 ? [singleLine(name)] : [])))
  const shorter = smaller.flatMap((part) => (part.left > 0 ? [`${singleLine(part.name)} cut to ${leftOf(part, part.left)}`] : []))
  return [...(out.length > 0 ? [`without ${out.join(', ')}`] : []), ...shorter].join('; ')
}

/** Names in order, those that end with consecutive numbers as one: `turn-1, turn-3 to turn-6`. */
function ranges(names: readonly string[]): string[] {
  const runs: string[][] = []
  for (const name of names) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last !== undefined && isNext(last, name)) run.push(name)
    else runs.push([name])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', ')))
}

function isNext(one: string, other: string): boolean {
  const [before, after] = [one, other].map((name) => /^(.*?)(\d+)$/.exec(name))
  return before?.[1] === after?.[1] && Number(before?.[2]) + 1 === Number(after?.[2])
}

/** What leaving out a turn does: a mark for it, which can be read without colours, and words. */
const CHANGES = {
  'to-passed': { mark: '+', says: 'passes without it' },
  'to-failed': { mark: '!', says: 'fails without it' },
  no: { mark: '·', says: 'no change' },
  unknown: { mark: '?', says: 'cannot be scored without it' },
} as const

/** Runs that passed, of all. */
function passedOf({ passed, runs }: Pick<TurnInfluence['whole'], 'passed' | 'runs'>): string {
  return `${Math.round(passed * runs)} of ${runs}`
}

/** Influence of each turn for the terminal: a strip of turns, and the outcome without each. */
export function influenceLines(influence: TurnInfluence, { width, result, maxCalls }: CasePlace): string[] {
  const { whole, turns, calls } = influence
  const figure = (total: number | null) => total?.toFixed(3) ?? '-'
  const rows = turns.map((turn) => {
    const { mark, says } = CHANGES[turn.changes]
    return [mark, `turn ${turn.turn + 1}`, figure(turn.total), passedOf(turn), says, turn.title]
  })
  const table = columns([['', '', 'total', 'passed', 'outcome', ''], ...rows], new Set([0, 1, 4, 5])).map((line) => truncate(line, width))
  return [
    ...headLines(influence, width),
    ` whole item  total ${figure(whole.total)}, passed ${passedOf(whole)} ${whole.runs === 1 ? 'run' : 'runs'}`,
    ...(turns.length === 0 ? [] : [` ${turns.map(({ changes }) => CHANGES[changes].mark).join('')}`, '', ...table]),
    '',
    ...wrapWords(` ${influenceConclusion(influence)}`, width - 1, 1),
    ` ${counted(calls, 'call')}${ofAtMost(maxCalls)}`,
    ` result  ${result}`,
  ]
}

/** Which turns change the outcome, in words. */
export function influenceConclusion({ whole, turns, left = 0 }: Pick<TurnInfluence, 'whole' | 'turns' | 'left'>): string {
  const passed = Math.round(whole.passed * whole.runs)
  if (whole.outcome === 'open')
    return `The item itself neither fails nor passes beyond chance: it passed ${passedOf(whole)} ${whole.runs === 1 ? 'run' : 'runs'}, so that nothing is said of its turns. More runs (--repeats ${Math.min(...[passed, whole.runs - passed].map((count) => runsToTell(count, whole.runs)))} or more) can tell.`
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

/** The smallest case of an item and the influence of its turns; a file that cannot be read says so in their place. */
export const findingLines: ItemFindings = (folder, { suite, item, trial }, { isSaid, width }) => {
  const linesOf = <Kind extends 'shrunk' | 'influence'>(kind: Kind, lines: (found: Found[Kind], place: CasePlace) => string[]) => {
    const result = casePath(folder, kind, suite, item)
    try {
      const found = readCase(folder, kind, suite, item)
      if (found?.trial !== trial) return []
      const test = shrunkTestPath(result)
      const place = { width, result, maxCalls: undefined, test: existsSync(test) ? test : undefined }
      return ['', ...lines({ ...found, simulated: found.simulated && !isSaid }, place)]
    } catch (error) {
      // What else is known of the item is of use without.
      if (!(error instanceof HoldfastError)) throw error
      return trial === 0 ? ['', ` ${singleLine(error.message)}`] : []
    }
  }
  return [...linesOf('shrunk', shrunkLines), ...linesOf('influence', influenceLines)]
}
