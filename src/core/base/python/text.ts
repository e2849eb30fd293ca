/**
 * Python string semantics the official scorer depends on. JavaScript differs in each of them:
 * `trim` strips another set of characters, `length` counts UTF-16 units, and `.` excludes more than a newline.
 */

const PYTHON_SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
const LEADING = new RegExp(`^${PYTHON_SPACE}+`)
const SPACE = new RegExp(PYTHON_SPACE)

/** Removes what Python's `str.strip()` removes (U+001C to U+001F and U+0085 too, but not U+FEFF). */
export function strip(text: string): string {
  // No `\s+$` here: on a long run of inner spaces such an expression is quadratic.
  let end = text.length
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(LEADING, '')
}

const SURROGATE = /[\ud800-\udfff]/

/** Number of Unicode code points, Python's `len`. A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length
  let count = 0
  for (const _ of text) count += 1
  return count
}
