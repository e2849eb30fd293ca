import { dirname, relative, resolve, sep } from 'node:path'
import { type Content, cardTable, clientFile, counted, html, type Markup, pageBlocks, pageHead } from '../../../kit.ts'
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
  const heading = `holdfast compare · ${counted(onPage.size, 'run')} · ${counted(suites.length, 'suite')}`
  const simulated = suites.some(isSimulatedBoard)
  return html`<!doctype html>
<html lang="en">
${pageHead({ title: heading, style: clientFile('board.css'), script: undefined })}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><h1>${heading}</h1>${simulated && html`<p class="simulated"><strong>SIMULATED</strong> models answered: the figures say nothing about a real one.</p>`}<nav aria-label="Parts of the board">${suites.length > 1 && html`<a href="#overview">Overview</a>`}${suites.map(({ suite, title }) => html`<a href="#${sectionId(suite)}">${title}</a>`)}</nav></header>
<main id="main" tabindex="-1"><div id="summary">
${suites.length > 1 && overview(suites, onPage)}
${pageBlocks(boardBlocks(suites, onPage))}
</div></main>
</body>
</html>
`.html
}

/** Address of a file from another: no part of a path can be read as a scheme, a query or a hash. */
function addressFrom(path: string, page: string): string {
  return relative(dirname(resolve(path)), resolve(page))
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
}

/** Every model's place in every suite. */
function overview(suites: readonly BoardSuite[], onPage: PageRuns): Markup {
  const rows = [...onPage.keys()].flatMap((name): Content[][] => {
    const own = suites.map((suite) => suite.runs.findIndex((run) => run.name === name))
    const first = suites.findIndex((_, at) => (own[at] as number) >= 0)
    const run = suites[first]?.runs[own[first] as number]
    if (!run) return []
    return [[runName(run, onPage), ...suites.map((suite, at) => standing(suite, own[at] as number))]]
  })
  return html`<section class="suite" aria-labelledby="overview"><h2 id="overview">Overview</h2><p>Places, and the figure that a suite is read by. ${PLACES}</p>
${cardTable([{ head: 'model' }, ...suites.map(({ title }) => ({ head: title, isFigure: true }))], rows, 'Overview')}</section>`
}

function standing({ places, scores, headline }: BoardSuite, row: number): Content {
  const [place, cell] = [places[row], scores[row]]
  if (!place || !cell) return '–'
  return html`<strong>${placesText(place)}</strong> <span class="quiet">${columnFigure(cell, headline)}</span>`
}
