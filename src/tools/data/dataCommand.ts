import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import {
  type Block,
  type CommandFlags,
  columnsOf,
  configuredSuites,
  counted,
  dataError,
  dataLabel,
  type Fact,
  grouped,
  isBundled,
  labelled,
  note,
  type OfficialFile,
  printForms,
  printResult,
  readBundled,
  readEnvironment,
  screenWidth,
  sum,
  type TableBlock,
  withOptions,
} from '../../kit.ts'
import { BLIND_SOLVERS, type BlindRow, type DatasetCard, datasetCard } from './official/datasetCard.ts'
import { type OfficialSuite, officialSuites } from './official/officialSuites.ts'
import { upstreamPaths } from './official/origin.ts'
import { type PulledFile, pull } from './official/pull.ts'
import { verify } from './official/verify.ts'

/** Where data goes that nobody named a folder for; beside the cache. */
const FOLDER = join('.holdfast', 'data')
/** Time without a byte after which a connection is given up. */
const STALL_MS = 30_000
const RETRY_MS = 500

/** `holdfast data show [suite]`: where official data come from, and their licences; of a suite its card. */
export function dataShowCommand(): Command {
  return withOptions(
    new Command('show')
      .description(
        'Show what official data there is: files, sources, licences as found. Of a suite: counts, labels, token lengths (o200k_base).',
      )
      .argument('[suite]', 'name of a suite, for its card'),
    ['data', '`bundled`, `bundled@1` or a folder of official data (default: HOLDFAST_DATA, else bundled)'],
    'json',
    'out',
  ).action(async (suite: string | undefined, flags: CommandFlags) => {
    const official = await officialSuites(suite === undefined ? [] : [suite])
    if (suite === undefined) return printForms({ json: official.map(listed), blocks: listBlocks(official) }, flags)
    const [own] = official as [OfficialSuite]
    const given = flags.data ?? (await configuredData()) ?? 'bundled'
    const bundled = isBundled(given)
    const data = bundled ? readBundled(given, flags.data === undefined ? 'HOLDFAST_DATA' : '--data') : resolve(given)
    const card = await datasetCard(own, data)
    const licence = bundled ? 'that of this package' : own.licence
    const sources = { files: own.files.length, licensed: own.licensed, from: repositories(own.files) }
    await printForms({ json: { ...card, licence, sources }, blocks: cardBlocks(card, licence) }, flags)
  })
}

/** `holdfast data pull [suites…]`: official data, downloaded and checked. */
export function dataPullCommand(): Command {
  return withOptions(
    new Command('pull')
      .description('Download official data, check it by SHA-256 and put it in place. Run it again for what did not come.')
      .argument('[suites...]', 'names of suites; all by default')
      .option('--force', 'replace files that differ from the official ones'),
    ['data', `folder for the data (default: HOLDFAST_DATA, else ${FOLDER})`],
    ['from', 'a folder or mirror, laid out as <suite>/<file> or <owner>/<name>/<commit>/<path>'],
  ).action(async (names: string[], { data, from, force = false }: CommandFlags & { readonly force?: boolean }) => {
    const suites = await officialSuites(names)
    const folder = await dataFolder(data)
    for (const { suite, licence } of suites) for (const line of labelled(suite, `licence: ${licence}`, screenWidth())) note(line)
    const total = sum(suites.map(({ files }) => files.length))
    let done = 0
    const onPulled = ({ suite, file: { path, bytes }, state, detail }: PulledFile) => {
      done += 1
      const size = bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
      const became = `${WORDS[state]}${state === 'pulled' ? `, ${size}` : ''}${detail ? `: ${detail}` : ''}`
      note(` [${String(done).padStart(String(total).length)}/${total}] ${suite}/${path}  ${became}`)
    }
    const onNote = (text: string) => note(` ${text}`)
    const pulled = await pull({ suites, to: folder, from, force, stallMs: STALL_MS, retryMs: RETRY_MS, onPulled, onNote })
    await printResult(undefined, [` in ${folder}; use it with HOLDFAST_DATA=${folder}`])
    const failed = pulled.filter(({ state }) => state === 'failed')
    if (failed.length === 0) return
    const which = failed.map(({ suite, file }) => `${suite}/${file.path}`).join(', ')
    throw dataError(
      `Failed to pull ${counted(failed.length, 'file')}: ${which}. The reasons stand above; what has come is kept, run it again to go on.`,
    )
  })
}

/** `holdfast data verify [suites…]`: whether files are the official ones. */
export function dataVerifyCommand(): Command {
  return withOptions(
    new Command('verify')
      .description('Check files by presence, size and SHA-256; exit 1 if one differs. Files the list does not know are passed over.')
      .argument('[suites...]', 'names of suites; those that have a folder by default'),
    ['data', `folder of the data (default: HOLDFAST_DATA, else ${FOLDER})`],
  ).action(async (names: string[], { data }: CommandFlags) => {
    const folder = await dataFolder(data)
    const suites = (await officialSuites(names)).filter(({ suite }) => names.length > 0 || existsSync(join(folder, suite)))
    if (suites.length === 0)
      throw dataError(`Failed to verify ${folder}: it holds no official data. Pull some, or name its folder with --data.`)
    const checked = await verify(folder, suites)
    await printResult(
      undefined,
      checked.map(({ suite, file, state, detail }) => ` ${state.padEnd(8)} ${suite}/${file.path}${detail ? `: ${detail}` : ''}`),
    )
    const wrong = checked.filter(({ state }) => state === 'changed' || state === 'missing').length
    if (wrong > 0) throw dataError(`Failed to verify ${folder}: ${counted(wrong, 'file')} differ${wrong === 1 ? 's' : ''}. Pull again.`)
  })
}

/** HOLDFAST_DATA, read as a run does: an empty value is an error. */
async function configuredData(): Promise<string | undefined> {
  const { data } = readEnvironment(process.env, await configuredSuites({}, process.env)).fields
  return typeof data === 'string' ? data : undefined
}

async function dataFolder(given: string | undefined): Promise<string> {
  const configured = await configuredData()
  return resolve(given ?? (configured === undefined || isBundled(configured) ? FOLDER : configured))
}

/** A suite's data as plain JSON. */
function listed({ suite, licensed, licence, files, notPulled }: OfficialSuite): object {
  const described = files.map(({ path, bytes, sha256, upstream, without }) => ({
    ...{ path, bytes, sha256, without },
    upstream: upstream.map((file) => ({ url: `https://raw.githubusercontent.com/${upstreamPaths(file)[0]}` })),
  }))
  return { suite, licensed, licence, files: described, notPulled }
}

function listBlocks(suites: readonly OfficialSuite[]): Block[] {
  const rows = suites.map(({ suite, files, licensed }) => {
    const bytes = sum(files.map((file) => file.bytes))
    return [suite, grouped(files.length), grouped(bytes), licensed ? 'granted' : 'NONE', repositories(files).join(', ')]
  })
  const figures = ['files', 'bytes'].map((head) => ({ head, isFigure: true }))
  const facts = suites.flatMap(({ suite, licence, files, notPulled }): Fact[] => [
    [suite, `licence: ${licence}`],
    ...files.flatMap(({ path, conversion }): Fact[] => (conversion ? [['', `made here: ${path}: ${conversion.says}`]] : [])),
    ...files.flatMap(({ path, upstream, without }): Fact[] =>
      upstream.length === 0 ? [['', `not to be pulled: ${path}: ${without}`]] : [],
    ),
    ...notPulled.map((what): Fact => ['', `not to be pulled: ${what}`]),
  ])
  return [
    table([{ head: 'suite' }, ...figures, { head: 'licence' }, { head: 'from' }], rows, [{ column: 4, least: 20 }]),
    { kind: 'gap' },
    { kind: 'facts', facts, column: 14 },
  ]
}

function table(columns: TableBlock['columns'], rows: TableBlock['rows'], givingWay?: TableBlock['givingWay']): Block {
  return { kind: 'table', label: columns[0]?.head ?? '', columns, rows, ...(givingWay && { givingWay }) }
}

/** `owner/name@commit` of the repositories that files come from. */
function repositories(files: readonly OfficialFile[]): string[] {
  const names = files.flatMap(({ upstream }) => upstream.map(({ repository: { name, commit } }) => `${name}@${commit.slice(0, 7)}`))
  return [...new Set(names)]
}

const WORDS = { pulled: 'pulled', there: 'already there', none: 'not published', failed: 'FAILED' } as const

function cardBlocks(card: DatasetCard, licence: string): Block[] {
  const { suite, source, version, sha256, items, tasks, labels, lengths, blind, notes } = card
  const ofLabels = labels.map(({ label, counts }): Fact => {
    const parts = Object.entries(counts).map(([value, count]) => `${value.replaceAll(' ', '\u00a0')}\u00a0${grouped(count)}`)
    return [label, parts.join(', ')]
  })
  const facts: Fact[] = [
    ['suite', suite],
    ['data', `${dataLabel({ source, version })}, sha256 ${sha256.slice(0, 12)}`],
    ['licence', licence],
    ...notes.map((text): Fact => ['', text]),
  ]
  return [
    { kind: 'facts', facts },
    table(columnsOf(['task', 'items']), [...Object.entries(tasks).map(([task, count]) => [task, grouped(count)]), ['all', grouped(items)]]),
    { kind: 'gap' },
    { kind: 'facts', facts: ofLabels, column: 18 },
    table(
      columnsOf(['tokens of', 'texts', 'least', 'median', '90 %', 'most', 'total']),
      lengths.map(({ texts, ...of }) => [texts, ...[of.count, of.least, of.median, of.p90, of.most, of.total].map(grouped)]),
    ),
    ...(blind.length > 0 ? blindBlocks(blind) : []),
  ]
}

/** Rates of blind solving. Who solved stands first: the rates are no figures of people. */
function blindBlocks(rows: readonly BlindRow[]): Block[] {
  const rate = ({ right, tries }: BlindRow['atOnce']) =>
    tries === 0 ? '–' : `${grouped(right)} of ${grouped(tries)}, ${((100 * right) / tries).toFixed(0)} %`
  const facts: Fact[] = [
    ['solved blind', BLIND_SOLVERS],
    ['', 'hard: at most 60 % of the answers at once are right'],
  ]
  return [
    { kind: 'gap' },
    { kind: 'facts', facts, column: 18 },
    table(
      columnsOf(['items', 'all', 'tried', 'right at once', 'right with working']),
      rows.map(({ group, items, tried, atOnce, worked }) => [group, grouped(items), grouped(tried), rate(atOnce), rate(worked)]),
    ),
  ]
}
