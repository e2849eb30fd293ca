import { type CasePart, HoldfastError, type OpenSuite, singleLine } from '../../../kit.ts'
import { type CaseRun, turnName } from './runCase.ts'

/** Characters of a turn that its title shows. */
const SHOWN = 80
/** Parts that are turns to the dialogue: a suite that names one of these says all there is to say of its turns. */
const OF_TURNS: ReadonlySet<CasePart['kind']> = new Set(['turn', 'distractor', 'round'])

/**
 * What an item can be made smaller by: the parts that its suite names, and where it names no turns those of the dialogue as the
 * body asked for them.
 *
 * The last turn is never left out where it is the question that is scored. For a smaller case nor is the last objection: without
 * what it demands any answer falls short of it, which is no smaller form of the failure.
 *
 * @param run a run of the whole item.
 * @param keep names of parts that are to stay whole, and whether the last objection is.
 * @throws HoldfastError for a name that no part has.
 */
export function caseParts(
  opened: Pick<OpenSuite<unknown>, 'parts' | 'freeTurns'>,
  item: unknown,
  run: Pick<CaseRun, 'asked' | 'endsOnTrunk'>,
  { keep = [], keepsObjection = false }: { readonly keep?: readonly string[] | undefined; readonly keepsObjection?: boolean } = {},
): CasePart[] {
  const own = [...(opened.parts?.(item) ?? [])]
  const all = opened.freeTurns === false || own.some(({ kind }) => OF_TURNS.has(kind)) ? own : [...own, ...turnParts(run, keepsObjection)]
  const unknown = keep.find((name) => !all.some((part) => part.name === name))
  if (unknown !== undefined) {
    const names = all.map(({ name }) => name).join(', ') || 'none'
    throw new HoldfastError('USAGE', `Failed to keep ${JSON.stringify(unknown)}: the item has no such part. Its parts: ${names}.`)
  }
  return all.map((part) => (keep.includes(part.name) ? { ...part, least: part.size } : part))
}

/** The turns of a dialogue, each as a part. */
function turnParts({ asked, endsOnTrunk }: Pick<CaseRun, 'asked' | 'endsOnTrunk'>, keepsObjection: boolean): CasePart[] {
  const objection = asked.findLastIndex(({ kind }) => kind === 'refutation')
  const isKept = (place: number) => (endsOnTrunk && place === asked.length - 1) || (keepsObjection && place === objection)
  return asked.map(({ kind, user }, place) => ({
    name: turnName(place),
    kind: kind === 'distractor' ? 'distractor' : 'turn',
    title: beginning(user),
    size: 1,
    ...(isKept(place) && { least: 1 }),
  }))
}

function beginning(text: string): string {
  const line = singleLine(text).trim()
  const characters = [...line]
  return characters.length <= SHOWN ? line : `${characters.slice(0, SHOWN - 1).join('')}…`
}
