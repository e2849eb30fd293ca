import { singleLine } from '../../base/text/singleLine.ts'
import type { CasePart } from '../../format/casePart.ts'
import type { OpenSuite } from '../suite.ts'
import { type CaseRun, turnName } from './runCase.ts'

/** Characters of a turn that its title shows. */
const SHOWN = 80
/** Parts that are turns to the dialogue: a suite that names one of these says all there is to say of its turns. */
const OF_TURNS: ReadonlySet<CasePart['kind']> = new Set(['turn', 'distractor', 'round'])

/**
 * What an item can be made smaller by: the parts that its suite names, and where it names no turns those of the dialogue as the
 * body asked for them, but for the last one where it is the question that is scored.
 *
 * @param run a run of the whole item.
 */
export function caseParts(
  opened: Pick<OpenSuite<unknown>, 'parts'>,
  item: unknown,
  run: Pick<CaseRun, 'asked' | 'endsOnTrunk'>,
): CasePart[] {
  const own = [...(opened.parts?.(item) ?? [])]
  if (own.some(({ kind }) => OF_TURNS.has(kind))) return own
  return [...own, ...turnParts(run)]
}

/** The turns of a dialogue that can be left out, each as a part. */
export function turnParts({ asked, endsOnTrunk }: Pick<CaseRun, 'asked' | 'endsOnTrunk'>): CasePart[] {
  const free = endsOnTrunk ? asked.slice(0, -1) : asked
  return free.map(({ kind, user }, place) => ({
    name: turnName(place),
    kind: kind === 'distractor' ? 'distractor' : 'turn',
    title: beginning(user),
    size: 1,
  }))
}

function beginning(text: string): string {
  const line = singleLine(text).trim()
  const characters = [...line]
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN - 1).join('')}…`
}
