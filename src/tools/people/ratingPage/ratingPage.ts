import { clientFile, html, type LabelQuestion, Markup, pageHead, scriptJson, writeWhole } from '../../../kit.ts'
import type { Label } from '../labels/label.ts'

/** A question as a rater gets it: the texts, and what binds the label to them. It tells no model, no judge and no score. */
export type SheetQuestion = Pick<Label, 'suite' | 'item' | 'trial' | 'question' | 'sha256'> & Pick<LabelQuestion, 'ask' | 'scale' | 'shown'>

/** What one rater is asked to do. */
export interface RatingSheet {
  /** Tells this sheet from others: what a rater has done is kept in the browser under it. */
  readonly id: string
  /** Name under which the rater's labels are written. */
  readonly rater: string
  /** In the order in which they are asked. */
  readonly questions: readonly SheetQuestion[]
}

/** A sheet as it stands in the page: each text once, however many questions show it. */
export type SheetData = ReturnType<typeof packSheet>

/**
 * Packs a sheet for the page. It has the fields of a rater's question and no others: what a caller knows besides, such as the
 * judge's value, does not come into the file.
 */
export function packSheet({ id, rater, questions }: RatingSheet) {
  const texts = new Map<string, number>()
  const positionOf = (text: string) => {
    const at = texts.get(text) ?? texts.size
    texts.set(text, at)
    return at
  }
  const packed = questions.map(({ suite, item, trial, question, sha256, ask, scale, shown }) => ({
    ...{ suite, item, trial, question, sha256, ask },
    scale: scale.map(({ value, text }) => ({ value, text })),
    shown: shown.map(({ title, text, isJudged }) => ({ title, text: positionOf(text), ...(isJudged && { isJudged }) })),
  }))
  return { id, rater, texts: [...texts.keys()], questions: packed }
}

/**
 * Writes the page on which one rater answers a sheet: one file that is opened from disk and loads nothing. It keeps the answers in
 * the browser and gives them out as a file of labels (docs/formats.md, section 4). Styles, script and texts stand inline, and a policy
 * lets nothing else run or load.
 *
 * @throws HoldfastError where the file cannot be written.
 */
export function writeRatingPage(path: string, sheet: RatingSheet): void {
  const [script, style] = [clientFile('rating.js'), clientFile('rating.css')]
  const heading = `Rating · ${sheet.rater}`
  const page = html`<!doctype html>
<html lang="en">
${pageHead(heading, style, script)}
<body>
<a class="skip" href="#main">Skip to the question</a>
<header class="top"><h1>${heading}</h1><div id="files"></div></header>
<main id="main" tabindex="-1">
<noscript><p class="note">This page needs scripts. Open it in a browser that runs them.</p></noscript>
</main>
<p id="said" class="unseen" role="status"></p>
<script type="application/json" id="sheet">${new Markup(scriptJson(packSheet(sheet)))}<\/script>
<script>${new Markup(script)}<\/script>
</body>
</html>
`
  writeWhole(path, page.html)
}
