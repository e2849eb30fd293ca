/** What follows the name of a question set, which may hold dots, or a level. */
const AFTER_SET = /^(?:set|level)\..+?\.((?:score|paper)\.[^.]+|stop\..+|rounds|accuracy|dropped|unparsable_rate)$/s

/** The metric that a key names, for one question set or level, or over all questions. */
export function withoutSet(key: string): string {
  return AFTER_SET.exec(key)?.[1] ?? key
}
