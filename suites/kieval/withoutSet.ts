/** What follows the name of a question set, which may hold dots. */
const AFTER_SET = /^set\..+?\.((?:score|paper)\.[^.]+|stop\..+|rounds|accuracy|dropped|unparsable_rate)$/s

/** The metric that a key names, for one question set or over all of them. */
export function withoutSet(key: string): string {
  return AFTER_SET.exec(key)?.[1] ?? key
}
