import { join } from 'node:path'
import { latestRecords } from '../../src/core/format/records.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import type { Environment } from '../run.ts'
import type { Endpoint } from './endpoint.ts'
import { readItems, runIn, temporaryFolder, type VitestRun } from './fixtureRun.ts'

/** A run of the parcels in a root of its own, which further runs may share. */
export interface ParcelPlace {
  readonly root: string
  readonly out: string
}

/** An empty root, with the name of a run folder in it. */
export function newPlace(): ParcelPlace {
  const root = temporaryFolder()
  return { root, out: join(root, 'run') }
}

/** Requests of the parcels in flight at once. */
export const CONCURRENCY = 8

/** Starts the parcels on an endpoint; `interfere` gets the means to kill the run. Resolves when it has ended, in whatever way. */
export function runParcels(
  endpoint: Endpoint,
  { root, out }: ParcelPlace = newPlace(),
  env: Environment = {},
  interfere: (kill: () => void) => void = () => undefined,
  args: readonly string[] = [],
): Promise<VitestRun> {
  const folder = { ...(env.HOLDFAST_RESUME === undefined ? { HOLDFAST_OUT: out } : { HOLDFAST_OUT: undefined }), ...env }
  return runIn(root, {
    fixture: 'parcels',
    args,
    env: { ENDPOINT: endpoint.url, HOLDFAST_MODEL: 'clerk', ...folder },
    interfere: ({ kill }) => interfere(kill),
  }).then((run) => ({ ...run, folder: runFolder(out) }))
}

/** Finishes a run. */
export function resumeParcels(
  endpoint: Endpoint,
  place: ParcelPlace,
  env: Environment = {},
  interfere?: (kill: () => void) => void,
): Promise<VitestRun> {
  return runParcels(endpoint, place, { HOLDFAST_RESUME: place.out, ...env }, interfere)
}

/** How each item ended, by what counts for the scores. */
export function outcomes(run: VitestRun): Record<string, unknown> {
  const records = latestRecords(readItems(run))
  return Object.fromEntries(records.map(({ item, trial, status, scores }) => [`${item} ${trial}`, { status, scores }]))
}

/** What a run prints at its end, without what names it: from the table of scores on. */
export function lastLines({ stdout }: VitestRun): string {
  const lines = stdout.trimEnd().split('\n')
  const table = lines.findLastIndex((line) => line.includes('95 % interval'))
  return lines
    .slice(table)
    .filter((line) => !/^ (scores|open) /.test(line))
    .join('\n')
}
