import { dirname, relative, resolve, sep } from 'node:path'
import { type Block, counted, html, type Phrase, pageBlocks, pageDocument } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'
import { boardBlocks, columnFigure, isSimulatedBoard, type PageRuns, PLACES, placesText, runName, sectionId } from './boardBlocks.ts'

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
  const overview = suites.length > 1 ? [{ id: 'overview', title: 'Overview' }] : []
  const sections = suites.map(({ suite, title }) => ({ id: sectionId(suite), title }))
  return pageDocument({
    heading: `compare · ${counted(onPage.size, 'run')} · ${counted(suites.length, 'suite')}`,
    simulated: suites.some(isSimulatedBoard),
    links: [...overview, ...sections].map(({ id, title }) => ({ href: `#${id}`, text: title })),
    summary: pageBlocks([
      ...overview.map((section): Block => ({ kind: 'section', ...section, blocks: overviewBlocks(suites, onPage) })),
      ...boardBlocks(suites, onPage),
    ]),
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

/** Every model's place in every suite. */
function overviewBlocks(suites: readonly BoardSuite[], onPage: PageRuns): Block[] {
  const rows = [...onPage.keys()].map((name): Phrase[] => {
    const own = suites.map(({ runs }) => runs.findIndex((run) => run.name === name))
    const [run] = suites.flatMap(({ runs }, at) => runs[own[at] as number] ?? [])
    return [run ? { text: run.label, html: runName(run, onPage) } : name, ...suites.map((suite, at) => standing(suite, own[at] as number))]
  })
  const columns = [{ head: 'model' }, ...suites.map(({ title }) => ({ head: title, isFigure: true }))]
  return [
    { kind: 'text', text: `Places, and the figure that a suite is read by. ${PLACES}` },
    { kind: 'table', label: 'Overview', columns, rows },
  ]
}

function standing({ places, scores, headline }: BoardSuite, row: number): Phrase {
  const [place, cell] = [places[row], scores[row]]
  if (!place || !cell) return '–'
  const [text, figure] = [placesText(place), columnFigure(cell, headline)]
  return { text, html: html`<strong>${text}</strong> <span class="quiet">${figure}</span>` }
}
