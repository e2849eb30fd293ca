import { hashFraction } from '../core/base/random.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { Model } from '../models/model.ts'
import { commonest, type Vote } from './doubt.ts'

/** Share of the items that have every vote asked, also where votes stop: on these alone it is measured how far votes agree. */
const HEARD_OUT = 0.2

/** Whether votes on an item stop once they have decided. Never where verdicts go to people by their doubt: every vote tells of that. */
export function votesStop({ decide, doubt, seed }: Pick<ResolvedConfig, 'decide' | 'doubt' | 'seed'>, item: string): boolean {
  return decide === 'early' && doubt === undefined && hashFraction('votes', seed, item) >= HEARD_OUT
}

/** The fewest votes that can decide. */
export function fewestVotes(votes: number): number {
  return Math.floor(votes / 2) + 1
}

/** How many votes are asked for on an item as a rule, for `holdfast plan`: where they stop, most are alike. */
export function typicalVotes({ votes, decide, doubt }: Pick<ResolvedConfig, 'votes' | 'decide' | 'doubt'>): number {
  if (decide !== 'early' || doubt !== undefined) return votes
  return HEARD_OUT * votes + (1 - HEARD_OUT) * fewestVotes(votes)
}

/**
 * Asks for the votes of one judgement, one after another. A judge that may be spared some is asked no more once on every point more than
 * half of all votes are alike: then the others change no verdict.
 * @param votes how many there are at most.
 * @param pointsOf what was said on each point, by the votes so far; absent where every vote must be asked.
 */
export async function castVotes<Cast>(
  judge: Pick<Model, 'spare'>,
  votes: number,
  ask: (vote: number) => Promise<Cast>,
  pointsOf?: (cast: readonly Cast[]) => readonly (readonly Vote[])[],
): Promise<Cast[]> {
  const fewest = fewestVotes(votes)
  const cast: Cast[] = []
  while (cast.length < votes) {
    if (judge.spare && pointsOf && cast.length >= fewest && pointsOf(cast).every((point) => commonest(point) >= fewest)) {
      judge.spare(votes - cast.length)
      break
    }
    cast.push(await ask(cast.length))
  }
  return cast
}
