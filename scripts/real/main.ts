import '../../src/registered.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { makeFolder } from '../../src/core/base/files/makeFolder.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { writeRunSettings } from '../../src/core/config/beginRun.ts'
import { writeEnvironment } from '../../src/core/config/environment.ts'
import type { Recording } from '../../src/core/config/recording.ts'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { readScores, runFolder } from '../../src/core/format/runFolder.ts'
import { loadSuites, suiteNames } from '../../src/running/catalogue.ts'
import { endpointsOf, optionsOf } from './models.ts'
import { keep, outcome, readRecordings, recordedFile, rescore } from './recordings.ts'
import { SAMPLE } from './sample.ts'
import { staleOf, staleText } from './stale.ts'
import { isDone, runReal, runVitest, type SuiteRun, scoresOf, secondsOf, setSeconds, settingsOf, suiteRun } from './suiteRun.ts'
import { realTable } from './table.ts'

const HELP = `usage: npm run real -- [suite…] [--table | --keep | --stale | --anew | --rescore]

Runs every suite, or those named, on real models, and prints a table. What is asked stands in scripts/real/sample.ts.
A run that was stopped goes on when the command is given again.

  --table    print the table of the runs that there are
  --keep     keep finished runs as recordings that ship, in fixtures/recorded
  --stale    say which calls of the recordings would be asked otherwise today; no model is asked
  --anew     ask these calls, and no others, of the servers that are up; keep them with --keep
  --rescore  give the recordings the figures that today's code reads off their answers; no model is asked

  REAL_MODELS   endpoints: name=http://127.0.0.1:8081/v1,…
  REAL_HELPER   the one of them that judges, objects and interviews; default: each model itself
  REAL_MINUTES  ends after so many minutes, exit 75
  REAL_ABOUT    for --keep: JSON file, by name of a model: title, file, licence, server, machine
`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `npm run real`. @returns its exit code: 0, 75 where it was ended and can go on, 1 for a run that failed. */
export async function main(args: readonly string[]): Promise<number> {
  const flags = ['help', 'table', 'keep', 'stale', 'anew', 'rescore'] as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
  })
  const unknown = positionals.find((name) => !SAMPLE[name])
  if (values.help || unknown !== undefined) {
    say(unknown === undefined ? HELP : `Failed to find ${unknown}: the sample has ${Object.keys(SAMPLE).join(', ')}.`)
    return values.help ? 0 : 2
  }
  const suites = Object.keys(SAMPLE).filter((name) => positionals.length === 0 || positionals.includes(name))
  if (values.stale || values.anew) return stale(suites, values.anew === true)
  if (values.rescore) return rescoreAll(suites)
  const endpoints = endpointsOf(process.env.REAL_MODELS)
  if (Object.keys(endpoints).length === 0) throw new Error('Failed to find a model: REAL_MODELS is not set. See npm run real -- --help.')
  const runs = Object.keys(endpoints).flatMap((model) => suites.map((suite) => suiteRun(model, suite)))
  const code = values.table || values.keep ? 0 : await runAll(runs.filter((run) => !isDone(run)))
  if (values.keep) await keepAll(runs)
  sayTable(runs)
  return code
}

async function runAll(runs: readonly SuiteRun[]): Promise<number> {
  const stop = new AbortController()
  const minutes = Number(process.env.REAL_MINUTES ?? 0)
  const timer = minutes > 0 ? setTimeout(() => stop.abort(), 60_000 * minutes) : undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(signal))
  let failed = false
  for (const run of runs) {
    if (stop.signal.aborted) break
    say(`\n=== ${run.model} · ${run.suite}`)
    const code = await runReal(run, process.env.REAL_HELPER, stop.signal)
    failed ||= code !== 0
    if (code !== 0) say(`${run.model} ${run.suite} ended with exit code ${code}`)
  }
  clearTimeout(timer)
  return stop.signal.aborted ? 75 : Number(failed)
}

async function keepAll(runs: readonly SuiteRun[]): Promise<void> {
  const { REAL_ABOUT } = process.env
  const about = REAL_ABOUT === undefined ? {} : JSON.parse(readFileSync(REAL_ABOUT, 'utf8'))
  for (const run of runs) say(scoresOf(run)?.exitCode === 0 ? await keep(run, about[run.model]) : `not finished: ${run.model} ${run.suite}`)
}

/** Replays the recordings of suites, and gives them the figures that come of it. @returns 1 where a replay failed. */
async function rescoreAll(suites: readonly string[]): Promise<number> {
  for (const recording of readRecordings())
    for (const suite of suites.filter((name) => recording.suites[name])) {
      const out = mkdtempSync(join(tmpdir(), 'holdfast-rescore-'))
      const settings = { model: `replay:recorded/${recording.name}`, out, cache: 'off', gates: { maxUnscored: 1, allowSimulated: true } }
      const code = await runVitest(suite, settings, { stdio: 'ignore' })
      const scores = code === 0 ? readScores(runFolder(out).scores) : undefined
      rmSync(out, { recursive: true })
      say(scores ? rescore(recording, suite, scores) : `${recording.name} ${suite} ended with exit code ${code}`)
      if (!scores) return 1
    }
  return 0
}

function sayTable(runs: readonly SuiteRun[]): void {
  const rows = runs.flatMap((run) => {
    const scores = scoresOf(run)
    return scores ? [{ ...run, ...outcome(scores, run.suite), seconds: secondsOf(run) }] : []
  })
  say(`\n${realTable(rows)}`)
}

/** Says what is stale, and asks it again where that is wanted. */
async function stale(suites: readonly string[], again: boolean): Promise<number> {
  const endpoints = again ? endpointsOf(process.env.REAL_MODELS) : {}
  const due: SuiteRun[] = []
  for (const recording of readRecordings())
    for (const suite of suites.filter((name) => recording.suites[name])) {
      const calls = await staleOf(recording, suite)
      say(`${recording.name} ${suite}: ${calls.length === 0 ? 'as recorded' : 'STALE'}`)
      for (const own of calls) say(`  ${staleText(own)}`)
      if (!again || calls.length === 0) continue
      if (await isUp(endpoints[recording.name])) due.push(await beginFrom(recording, suite))
      else say('  left as it is: no server of REAL_MODELS answers for it')
    }
  if (!again) return 0
  const code = await runAll(due)
  sayTable(due)
  return code
}

async function isUp(url: string | undefined): Promise<boolean> {
  return (
    url !== undefined &&
    (await fetch(`${url}/models`).then(
      ({ status }) => status < 500,
      () => false,
    ))
  )
}

/** Begins a run whose journal has the recorded calls: a resumed run asks what is asked otherwise, and nothing else. */
async function beginFrom(recording: Recording, suite: string): Promise<SuiteRun> {
  const run = suiteRun(recording.name, suite)
  rmSync(run.folder.path, { recursive: true, force: true })
  const { resume: _resume, ...settings } = await settingsOf(run, process.env.REAL_HELPER)
  const known = await loadSuites(suiteNames())
  const config = resolveConfig(optionsOf(process.env.REAL_MODELS, suite), writeEnvironment(settings), packageRoot, known)
  makeFolder(run.folder.path)
  writeRunSettings(run.folder, config, [])
  writeFileSync(run.folder.calls, gunzipSync(readFileSync(recordedFile(run.model, suite))))
  setSeconds(run, recording.suites[suite]?.seconds ?? 0)
  return run
}
