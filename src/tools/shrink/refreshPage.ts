import { existsSync, readFileSync } from 'node:fs'
import { changesFrom, loadSuiteViews, openComparedRun, type RunFolder, writePage, writeWhole } from '../../kit.ts'
import { withShrunkItems } from './shrunkItems.ts'

/**
 * Writes the page of a run again and the lines of its report.md on shrunk items, after a command found out more about its items.
 *
 * @returns the page; undefined for a run that did not end, which has none.
 * @throws HoldfastError where a file cannot be read or written.
 */
export async function refreshPage(folder: RunFolder, root: string = process.cwd()): Promise<string | undefined> {
  if (!existsSync(folder.scores)) return undefined
  const run = openComparedRun(folder.path, root)
  const views = await loadSuiteViews(run.records.map(({ suite }) => suite))
  if (existsSync(folder.markdown)) {
    const markdown = readFileSync(folder.markdown, 'utf8')
    const shown = withShrunkItems(markdown, folder, run.records)
    if (shown !== markdown) writeWhole(folder.markdown, shown)
  }
  return writePage(folder, { root, views, changes: await changesFrom(run, root) })
}
