/** How much of what two texts share is shown before their first difference. */
const LEAD = 24

/** Where to begin to show two texts, of each of which `room` characters fit, so that their first difference is among them. */
export function differenceStart(one: string, other: string, room: number): number {
  if (one === other) return 0
  const shorter = Math.min(one.length, other.length)
  let first = 0
  while (first < shorter && one[first] === other[first]) first += 1
  const lead = Math.min(LEAD, Math.floor(room / 3))
  if (first + lead < room) return 0
  const space = one.slice(first - lead, first - lead / 2).indexOf(' ')
  const start = first - lead + space + 1
  // Not between the halves of a character that has two.
  return /[\udc00-\udfff]/.test(one[start] ?? '') ? start - 1 : start
}
