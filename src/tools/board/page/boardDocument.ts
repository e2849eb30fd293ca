import {
  type Content,
  cardTable,
  clientFile,
  counted,
  digitsOf,
  html,
  Markup,
  pageBlocks,
  pageHead,
  scriptJson,
  sliceNames,
} from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'
import { LEAST_TAKERS, type SeparatingItem } from '../separation.ts'
import { boardBlocks, columnFigure, DISCRIMINATION, isSimulatedBoard, PLACES, placesText, runName, sectionId } from './boardBlocks.ts'
import type { BoardIndex, BoardIndexSuite } from './shared/boardIndex.ts'

/** A run of a board's page. */
interface PageRunLink {
  /** As the user named it. */
  readonly name: string
  /** Address of its own page, from the board's; null where it has none. */
  readonly page: string | null
}

/** The letter of each run of a board by its name: A to Z, then AA, AB and so on, the same in every suite. */
function runKeys(suites: readonly BoardSuite[], order: readonly string[]): ReadonlyMap<string, string> {
  const present = new Set(suites.flatMap(({ runs }) => runs.map(({ name }) => name)))
  return new Map(order.filter((name) => present.has(name)).map((name, at) => [name, letters(at)]))
}

function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** Scores are kept to so many digits: pages stay small, and no eye tells more apart. */
const KEPT_DIGITS = 4

/** The items that separate the models, as the page's script reads them. Names of slices stand there once. */
function packItems(suites: readonly BoardSuite[], runs: readonly PageRunLink[], keys: ReadonlyMap<string, string>): BoardIndex {
  const known = runs.filter(({ name }) => keys.has(name))
  const labels = new Map(suites.flatMap((suite) => suite.runs.map(({ name, label }) => [name, label] as const)))
  return {
    runs: known.map(({ name, page }) => ({ key: keys.get(name) ?? '', label: labels.get(name) ?? name, page })),
    suites: suites
      .filter(({ separation }) => separation.items.length > 0)
      .map((suite) =>
        packSuite(
          suite,
          suite.runs.map((run) => known.findIndex(({ name }) => name === run.name)),
        ),
      ),
  }
}

function packSuite({ suite, title, separation: { shared, alike, items } }: BoardSuite, runs: readonly number[]): BoardIndexSuite {
  const slices = new Map<string, number>()
  const placeOf = (name: string) => {
    const place = slices.get(name) ?? slices.size
    slices.set(name, place)
    return place
  }
  const rows = items.map(({ item, task, tags, discrimination, ci95, scores }: SeparatingItem) => ({
    id: item,
    slices: [...new Set(sliceNames({ task, tags }))].map(placeOf),
    r: discrimination === null ? null : rounded(discrimination),
    ci95: ci95 && ([rounded(ci95[0]), rounded(ci95[1])] as const),
    scores: scores.map(rounded),
  }))
  const digits = digitsOf(undefined, ...rows.map(({ scores }) => Math.max(...scores.map(Math.abs))))
  return { suite, title, runs, shared, alike, digits, slices: [...slices.keys()], rows }
}

function rounded(value: number): number {
  return Number(value.toFixed(KEPT_DIGITS))
}

/**
 * A board as one file: styles, script and items inline, and a policy that lets nothing else run or load.
 *
 * @param runs in the order in which the user named them.
 */
export function boardDocument(suites: readonly BoardSuite[], runs: readonly PageRunLink[]): string {
  const [script, style] = [clientFile('board.js'), clientFile('board.css')]
  const keys = runKeys(
    suites,
    runs.map(({ name }) => name),
  )
  const heading = `holdfast board · ${counted(keys.size, 'model')} · ${counted(suites.length, 'suite')}`
  const hasItems = suites.some(({ separation }) => separation.items.length > 0)
  const simulated = suites.some(isSimulatedBoard)
  return html`<!doctype html>
<html lang="en">
${pageHead({ title: heading, style, script })}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><h1>${heading}</h1>${simulated && html`<p class="simulated"><strong>SIMULATED</strong> models answered: the figures say nothing about a real one.</p>`}<nav aria-label="Parts of the board">${suites.length > 1 && html`<a href="#overview">Overview</a>`}${suites.map(({ suite, title }) => html`<a href="#${sectionId(suite)}">${title}</a>`)}${hasItems && html`<a href="#separating">Items</a>`}</nav></header>
<main id="main" tabindex="-1"><div id="summary">
${suites.length > 1 && overview(suites, runs, keys)}
${pageBlocks(boardBlocks(suites, keys))}
${
  hasItems &&
  html`<section class="suite separating" aria-labelledby="separating"><h2 id="separating">Items that separate the models</h2>
<p class="about">Of the items that all models of a suite have a score for, those in which they differ. ${DISCRIMINATION} It takes ${LEAST_TAKERS} models.</p>
<noscript><p class="note">The list of items needs scripts; everything above does not.</p></noscript>
<div id="list"></div></section>`
}
</div></main>
<script type="application/json" id="index">${new Markup(scriptJson(packItems(suites, runs, keys)))}<\/script>
<script>${new Markup(script)}<\/script>
</body>
</html>
`.html
}

/** Every model's place in every suite. */
function overview(suites: readonly BoardSuite[], runs: readonly PageRunLink[], keys: ReadonlyMap<string, string>): Markup {
  const rows = runs.flatMap(({ name }): Content[][] => {
    const own = suites.map((suite) => suite.runs.findIndex((run) => run.name === name))
    const first = suites.findIndex((_, at) => (own[at] as number) >= 0)
    const run = suites[first]?.runs[own[first] as number]
    if (!run) return []
    return [[runName(run, keys), ...suites.map((suite, at) => standing(suite, own[at] as number))]]
  })
  return html`<section class="suite" aria-labelledby="overview"><h2 id="overview">Overview</h2><p>Places, and the figure that a suite is read by. ${PLACES}</p>
${cardTable([{ head: 'model' }, ...suites.map(({ title }) => ({ head: title, isFigure: true }))], rows, 'Overview')}</section>`
}

function standing({ places, scores, headline }: BoardSuite, row: number): Content {
  const [place, cell] = [places[row], scores[row]]
  if (!place || !cell) return '–'
  return html`<strong>${placesText(place)}</strong> <span class="quiet">${columnFigure(cell, headline)}</span>`
}
