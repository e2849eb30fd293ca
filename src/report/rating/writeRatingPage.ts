import { writeWhole } from '../../base/files/writeWhole.ts'
import { html } from '../page/markup.ts'
import type { RatingSheet } from './ratingSheet.ts'

/** Writes a page with what a rater is asked. A placeholder: it holds the sheet as JSON and cannot be answered. */
export function writeRatingPage(path: string, sheet: RatingSheet): void {
  writeWhole(path, `<!doctype html>\n${html`<meta charset="utf-8"><pre id="sheet">${JSON.stringify(sheet)}</pre>`.html}\n`)
}
