import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { type Label, label } from '../labels/label.ts'
import { type SheetQuestion, writeRatingPage } from '../ratingPage/ratingPage.ts'
import { madeSheet } from './madeRatingSheet.ts'

/** Writes a rating page for `ann` in a folder of its own. */
export function writtenPage(questions: readonly SheetQuestion[], id = 'parcels-november'): string {
  const path = join(temporaryFolder(), 'ann.html')
  writeRatingPage(path, { ...madeSheet(questions), id })
  return path
}

/** A browser's profile of its own. */
export function newProfile(browser: Browser, { width = 1280, dark = false } = {}): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' })
}

/** Opens a page, by default from disk. Problems are everything that went wrong, all that it logs, and every request but the one for itself. */
export async function openRatingPage(
  path: string,
  context: BrowserContext,
  url = `file://${path}`,
): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url() !== url) problems.push(`request: ${request.url()}`)
  })
  await page.goto(url)
  return { page, problems }
}

/** Exports by the key; the labels as the schema of labels reads each line of the file. */
export async function exportLabels(page: Page, path: string): Promise<{ name: string; labels: Label[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')])
  await download.saveAs(path)
  const lines = readFileSync(path, 'utf8').split('\n')
  if (lines.pop() !== '') throw new Error('the last line of the file does not end')
  return { name: download.suggestedFilename(), labels: lines.map((line) => label.parse(JSON.parse(line))) }
}
