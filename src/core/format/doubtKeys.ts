/** Score of a record: the greatest doubt of its verdicts, 0 to 1, where `HOLDFAST_DOUBT` is set and the judge showed any. */
export const JUDGE_DOUBT = 'judge_doubt'

/** Tag of a record with that score: whether its verdict is left to people, `yes` or `no`. */
export const DOUBTFUL = 'doubtful'

/** Metric: the share of judged items whose verdict is left to people. */
export const DOUBT_RATE = 'doubt_rate'

const SURE = 'sure.'
const WITH_PEOPLE = 'with_people.'

/** Key of a metric over the items whose verdict is not left to people. */
export function sureKey(key: string): string {
  return `${SURE}${key}`
}

/** Key of a metric with people's values where the verdict is left to them, and the judge's elsewhere. */
export function withPeopleKey(key: string): string {
  return `${WITH_PEOPLE}${key}`
}

/** The metric that a figure of sure verdicts, or of people and sure verdicts together, stands beside; undefined for another key. */
export function keyOfDoubt(key: string): { readonly kind: 'sure' | 'with people'; readonly own: string } | undefined {
  if (key.startsWith(SURE)) return { kind: 'sure', own: key.slice(SURE.length) }
  if (key.startsWith(WITH_PEOPLE)) return { kind: 'with people', own: key.slice(WITH_PEOPLE.length) }
  return undefined
}
