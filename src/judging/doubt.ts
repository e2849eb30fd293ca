import { groupBy } from '../core/base/collections.ts'
import { hashFraction } from '../core/base/random.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { controlCounts } from '../core/stats/controls/controlScores.ts'
import type { Model } from '../models/model.ts'

/** How far a judge's replies leave a verdict in doubt: 0 not at all, 1 taken back by itself; undefined where they do not show it. */
export type Doubt = number | undefined

/** What a vote says on one point; null says nothing. */
export type Vote = string | number | boolean | null

/** How many votes say what most of them say. A null vote is never among these. */
export function commonest(votes: readonly Vote[]): number {
  const said = votes.filter((vote) => vote !== null)
  return Math.max(0, ...[...groupBy(said, (vote) => vote).values()].map(({ length }) => length))
}

/**
 * Doubt of a verdict by votes: twice the share not with the commonest, at most 1 (a tie); undefined for fewer than two. Of a pair the votes
 * are both orders' winners.
 */
export function doubtOfVotes(votes: readonly Vote[]): Doubt {
  return votes.length < 2 ? undefined : Math.min(1, (2 * (votes.length - commonest(votes))) / votes.length)
}

/** Doubt of a rating that several votes give: how far the highest is from the lowest, as a share of the scale; undefined for one vote. */
export function doubtOfRatings(ratings: readonly number[], least: number, most: number): Doubt {
  if (ratings.length < 2) return undefined
  return Math.min(1, (Math.max(...ratings) - Math.min(...ratings)) / (most - least))
}

/** A vote on a checklist; null says nothing. */
type ChecklistVote = readonly { readonly criterion: string; readonly met: boolean }[] | null

/** What the votes say on each criterion of the first of them. A vote without it finds it unmet. */
export function votesOnCriteria(votes: readonly ChecklistVote[]): Vote[][] {
  const first = votes.find((vote) => vote !== null)
  // Where all votes say nothing there is nothing to be sure of.
  if (!first) return [votes.map(() => null)]
  return first.map(({ criterion }) => votes.map((vote) => vote && (vote.find((entry) => entry.criterion === criterion)?.met ?? false)))
}

/** Doubt of a checklist by votes: that of its most doubtful criterion; undefined for fewer than two votes. */
export function doubtOfChecklists(votes: readonly ChecklistVote[]): Doubt {
  return greatestDoubt(votesOnCriteria(votes).map(doubtOfVotes))
}

/** Doubt by an item's known-answer controls (`control_fp.<kind>` …): 1 where the judge missed one, 0 for none, undefined without. */
export function doubtOfControls(scores: Readonly<Record<string, number>>): Doubt {
  const counts = controlCounts(scores)
  if (counts.length === 0) return undefined
  return counts.some(({ outcome, count }) => (outcome === 'fn' || outcome === 'fp') && count > 0) ? 1 : 0
}

/** The greatest of some doubts, since all verdicts of an item must be right; undefined where none is known. */
export function greatestDoubt(doubts: readonly Doubt[]): Doubt {
  const known = doubts.filter((doubt) => doubt !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

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
