import { dirname, relative, resolve, sep } from 'node:path'
import { counted, pageBlocks, pageDocument } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'
import { boardBlocks, isSimulatedBoard, type PageRuns, sectionId } from './boardBlocks.ts'

/** The letter of a run by its place: A to Z, then AA, AB and so on. */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/**
 * A board as one file: styles inline, and a policy that lets nothing run or load.
 *
 * @param path where it will lie.
 * @param runs in the order in which the user named them, each with the path of its own page, if it has one.
 */
export function boardPage(
  path: string,
  suites: readonly BoardSuite[],
  runs: readonly { readonly name: string; readonly page: string | undefined }[],
): string {
  const present = new Set(suites.flatMap((suite) => suite.runs.map(({ name }) => name)))
  const shown = runs.filter(({ name }) => present.has(name))
  const onPage: PageRuns = new Map(
    shown.map(({ name, page }, at) => [name, { key: letters(at), page: page === undefined ? null : addressFrom(path, page) }]),
  )
  return pageDocument({
    heading: `compare · ${counted(onPage.size, 'run')} · ${counted(suites.length, 'suite')}`,
    simulated: suites.some(isSimulatedBoard),
    links: suites.map(({ suite, title }) => ({ href: `#${sectionId(suite)}`, text: title })),
    summary: pageBlocks(boardBlocks(suites, onPage)),
    style: 'board.css',
  })
}

/** Address of a file from another: no part of a path can be read as a scheme, a query or a hash. */
function addressFrom(path: string, page: string): string {
  return relative(dirname(resolve(path)), resolve(page))
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
}
