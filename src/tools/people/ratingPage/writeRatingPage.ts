import { writeWhole } from '../../../kit.ts'
import { packSheet } from './packSheet.ts'
import { ratingDocument } from './ratingDocument.ts'
import type { RatingSheet } from './ratingSheet.ts'

/**
 * Writes the page on which one rater answers a sheet: one file that is opened from disk and loads nothing. It keeps the answers in
 * the browser and gives them out as a file of labels (docs/contracts.md, section 4).
 *
 * @throws HoldfastError for a sheet that asks nothing or one thing twice, and where the file cannot be written.
 */
export function writeRatingPage(path: string, sheet: RatingSheet): void {
  writeWhole(path, ratingDocument(packSheet(sheet)))
}
