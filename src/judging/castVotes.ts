import type { Model } from '../models/model.ts'
import { commonest, type Vote } from './doubt.ts'

/**
 * Asks for the votes of one judgement, one after another. A judge that may be spared some is asked no more once on every point more than
 * half of all votes are alike.
 * @param votes how many there are at most.
 * @param pointsOf what was said on each point, by the votes so far; absent where every vote must be asked.
 */
export async function castVotes<Cast>(
  judge: Pick<Model, 'spare'>,
  votes: number,
  ask: (vote: number) => Promise<Cast>,
  pointsOf?: (cast: readonly Cast[]) => readonly (readonly Vote[])[],
): Promise<Cast[]> {
  const cast: Cast[] = []
  const isDecided = () => pointsOf !== undefined && cast.length > votes / 2 && pointsOf(cast).every((point) => commonest(point) > votes / 2)
  while (cast.length < votes) {
    if (judge.spare && isDecided()) {
      judge.spare(votes - cast.length)
      break
    }
    cast.push(await ask(cast.length))
  }
  return cast
}
