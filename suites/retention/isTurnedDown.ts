/** What turns down all that follows in its clause. */
const BEFORE =
  /\b(?:cannot|never|no longer|avoid(?:ing)?|skip(?:ping)?|omit(?:ting)?|leav(?:e|ing) out|left out|(?<!\bwhy )not(?! (?:only|just|merely|free|available|open|taken|forget|far)\b))\b|\p{L}n t\b(?! (?:forget|only|free|available|open|taken)\b)/u
/** What turns down what stands right after it. */
const RIGHT_BEFORE = /\b(?:no|without|instead of|rather than|in place of|other than)(?: (?:any|more|an?|the|your)(?: \p{L}+)?)? $/u
/** What turns down what stands before it. */
const AFTER =
  /^ (?:free\b|no$|(?:[\p{L}\p{N}]+ ){0,2}(?:(?:is|are|was|were) no longer\b|(?:is|are|was|were|would be) (?:too|unavailable|closed|booked|taken|off|out of)\b|(?:(?:is|are|was|were)(?: not|n t)|would not be) (?:available|free|possible|suitable|open|right|recommended|an? |the |what )|(?:will|would|does|do)(?: not|n t) (?:work|do|fit|suit)\b|won t (?:work|do|fit|suit)\b))/u

/**
 * Whether what stands between two parts of a clause is turned down there, and not named as something to take ("no rhubarb", "the boathouse is
 * not available"). The parts are plain: small letters, and spaces for all marks.
 */
export function isTurnedDown(before: string, after: string): boolean {
  return BEFORE.test(before) || RIGHT_BEFORE.test(before) || AFTER.test(after)
}
