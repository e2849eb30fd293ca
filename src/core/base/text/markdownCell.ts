import { singleLine } from './singleLine.ts'

/** Parts what GitHub would join to a link, and is not seen. An escape is no help: GitHub looks at the text as it is shown. */
const GAP = '\u200b'

/** Beginnings of what GitHub makes a link, a picture or a box of wherever it stands, each up to where a gap breaks it. */
const TRIGGERS: readonly RegExp[] = [
  // A mention, an address; an issue, also of another repository; GH-1, CVE-1 and the names of other trackers.
  /[@#](?=\S)/g,
  /(?<![A-Za-z\d])(?:[A-Z]{2,}|[Gg][Hh])-(?=\w)/g,
  // A URL, :emoji:, a URL without a scheme, a box to tick.
  /:(?=\/\/|[\w+-]+:)/g,
  /(?<![a-z\d])www(?=\.)/gi,
  /\[(?=[ xX]\])/g,
]
/** A commit: 7 to 40 hexadecimal digits by themselves. */
const COMMIT = /(?<![a-z\d])[\da-f]{7,40}(?![a-z\d])/gi
/** A dollar sign that could begin or end a formula; before an amount it cannot. */
const FORMULA = /(?<!^| )\$|\$(?!\d)/g

/** Anybody's text as one line of GitHub's markdown, in a table or not: no markup, no end of its cell, no mention, link or notice. */
export function markdownCell(text: string): string {
  const line = singleLine(text.replace(/\s+/g, ' ').trim()).replace(FORMULA, '＄')
  return TRIGGERS.reduce((broken, trigger) => broken.replace(trigger, (begun) => begun + GAP), line)
    .replace(COMMIT, (digits) => digits.replace(/.{6}(?=.)/g, (part) => part + GAP))
    .replace(/[\\|`<>*_[\]#~@]/g, (character) => `\\${character}`)
    .replace(/&/g, '&amp;')
    .replace(/^([-+])(?![\d.])|^(\d+)(?=[.)](?: |$))/, (marker, bullet) => (bullet ? `\\${marker}` : `${marker}\\`))
}
