/**
 * How safely a value is told from ordinary text: `strong` anywhere, `fair` as a whole word, `weak` not; `none`: a switch, place or
 * reference.
 */
export type SecretStrength = 'strong' | 'fair' | 'weak' | 'none'

/** Shorter values stand in ordinary text by chance. */
const SHORTEST = 8
/** From this length on a value with letters and digits stands in no text by chance, and one without digits is no single word. */
const LONG = 16
/** Fewer digits alone are a date, a sum of money or the number of a telephone. */
const LONG_NUMBER = 12

/** What stands in a variable in the place of a secret. */
const NO_SECRET =
  /^(?:true|false|yes|no|on|off|y|n|null|nil|none|undefined|auto|default|always|never|(?:en|dis)abled|required|optional|basic|bearer|digest|oauth2?|legacy|empty|dummy|fake|test|unused|local|placeholder|ollama|vllm|lm-?studio|sk-no-key-required|(?:not|no)[-_ ]?(?:needed|required|key|auth)|(.)\1*|\d{1,4})$/i
/** Another variable, or a place in a store of secrets. */
const REFERENCE = /^(?:\$[A-Z_][A-Z\d_]*|\$\{[^{}]*\}|\$?\{\{[^{}]*\}\}|%[A-Z_]+%|op:\/\/.+|arn:aws:.+)$/
/** A URL without user and without parameters. */
const PLAIN_URL = /^[a-z][a-z\d+.-]*:\/\/[^\s@?]*$/i
const PATH = /^(?:~|\.{1,2}|[a-z]:)?[\\/][\w.@~ \\/:-]*$/i
/** A part of a path that is no name of a file: secrets in base64 may begin with a slash. */
const RANDOM_PART = /(?=[^\\/]*\d)(?=[^\\/]*[a-z])(?=[^\\/]*[A-Z])[^\\/]{20}/

/** Words that people take for passwords, with what they add to them. */
const COMMON =
  /^(?:pass(?:word|wort|w[o0]rd|wd)?|p[a@]ss(?:w[o0]rd)|admin(?:istrator)?|root|test(?:ing)?|secret|change(?:me|it|this)|default|guest|user(?:name)?|qwert[yz](?:uiop)?|letmein|welcome|post?gres(?:ql)?|mysql|mariadb|redis|mongo(?:db)?|rabbitmq|minio(?:admin)?|docker|localhost|demo|example|dev(?:elopment)?|prod(?:uction)?|staging|foo(?:bar)?|abcd?|holdfast)[\d\W_]*$/i

/** How safely a value can be redacted. */
export function secretStrength(value: string): SecretStrength {
  if (value === '' || NO_SECRET.test(value) || REFERENCE.test(value) || PLAIN_URL.test(value)) return 'none'
  if (PATH.test(value) && !RANDOM_PART.test(value)) return 'none'
  if (value.length < SHORTEST || COMMON.test(value)) return 'weak'
  const digits = value.replace(/\D/g, '').length
  if (!/\p{L}/u.test(value)) return digits < LONG_NUMBER ? 'weak' : 'fair'
  if (value.length >= LONG) return digits > 0 ? 'strong' : 'fair'
  // A word, or some words: names of projects, of databases, of users.
  return /^\p{L}+(?:[-_. ]\p{L}+)*$/u.test(value) ? 'weak' : 'fair'
}
