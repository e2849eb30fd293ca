import type { UnlikeRun } from '../../deciding/compare/comparedRun.ts'

/** Which runs should not be held against the first one, a sentence a reason. @param labelOf what people read in place of a run's name. */
export function unlikeTexts(unlike: readonly UnlikeRun[] | undefined, labelOf: (name: string) => string = (name) => name): string[] {
  const byReason = new Map<string, UnlikeRun[]>()
  for (const run of unlike ?? []) byReason.set(run.why, [...(byReason.get(run.why) ?? []), run])
  return [...byReason].map(
    ([why, runs]) =>
      `NOT ALIKE: ${runs.map(({ name }) => labelOf(name)).join('; ')} against ${labelOf(runs[0]?.from ?? '')}: made with ${why}.`,
  )
}
