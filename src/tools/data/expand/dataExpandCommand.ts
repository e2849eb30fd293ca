import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
  bannerLines,
  commandConfig,
  commandPlanLines,
  commandProgress,
  EXPRESSIONS_SCHEMA,
  estimateCommand,
  fittedTable,
  HoldfastError,
  isBundled,
  nearest,
  note,
  numberOption,
  optionVariable,
  originName,
  type PaidCommand,
  paidTable,
  printResult,
  type ResolvedConfig,
  redacted,
  runPaidCommand,
  screenJson,
  screenWidth,
  type TemplateOrigin,
  type TemplateOrigins,
  withModels,
  writeWhole,
} from '../../../kit.ts'
import { loadSuiteWith } from '../loadSuiteWith.ts'
import { type Choice, type Expanded, expandTemplates, planExpansion } from './expandTemplates.ts'
import { REFUSALS, REWRITING } from './rewrites.ts'

/** Rewrites of each template to choose from: the paper has more than 40. */
const REWRITES = 40

interface ExpandFlags {
  readonly author?: string
  readonly embedder?: string
  readonly rewrites: number
  readonly count?: number
  readonly choose: Choice
  readonly work: string
  readonly plan?: boolean
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast data expand <suite> [tasks…]`: new expressions of a suite's instruction templates, by LIFBench's way of making them. */
export function dataExpandCommand(): Command {
  return new Command('expand')
    .description(
      'Rewrite the instruction templates of a suite by a model, cluster the rewrites by an embedder, and take one of each cluster.',
    )
    .argument('<suite>', 'name of the suite')
    .argument('[tasks...]', 'ids of tasks; all by default')
    .option('--author <model>', 'who rewrites; panel:<model>;<model> for several (default: HOLDFAST_AUTHOR, else sim:oracle)')
    .option('--embedder <model>', 'who makes vectors (default: HOLDFAST_EMBEDDER, else sim:embedder for a simulated author)')
    .option(
      '--rewrites <number>',
      'usable rewrites of each template to choose from',
      numberOption({ whole: true, from: 1, to: 1000 }),
      REWRITES,
    )
    .option(
      '--count <number>',
      'expressions of each task, and each way it asks (default: as many as there are templates)',
      numberOption({ whole: true, from: 1, to: 1000 }),
    )
    .addOption(new Option('--choose <how>', 'the nearest to each centre, or at random').choices(['clusters', 'random']).default('clusters'))
    .option('--work <folder>', 'folder of its calls: what is answered there is not asked again', join('reports', 'data', 'expand'))
    .option('--plan', 'print what it takes, and make no call')
    .option('--json', 'print JSON')
    .option('--out <file>', 'write the expressions to this file, for HOLDFAST_<SUITE>_EXPRESSIONS')
    .action(async (suite: string, tasks: string[], flags: ExpandFlags) => {
      const templates = await templatesOf(suite, tasks)
      const root = process.cwd()
      const config = await commandConfig(withModels({ author: flags.author, embedder: flags.embedder }), root)
      const origins = await templates.load(config.data, tasks, flags.count)
      const planned = commandPlanLines(estimateCommand(planExpansion(origins, flags.rewrites), config), config)
      if (flags.plan) return printResult(undefined, planned)
      note(...planned)
      const made = await expand(origins, flags, config)
      if (!made) return
      const document = redacted(documentOf(suite, made, flags, config))
      await printResult(undefined, flags.json ? { json: document } : expansionLines(made.expanded, made.command, screenWidth()))
      if (flags.out === undefined) note(' no file is written without --out <file>; the same command with it asks nothing again')
      else {
        writeWhole(resolve(root, flags.out), `${screenJson(document, 2)}\n`)
        note(
          ` read them, set "use": false where one asks for something else, and run: ${optionVariable(suite, 'expressions')}=${flags.out}`,
        )
      }
    })
}

/**
 * The templates of a suite that tasks name.
 *
 * @throws HoldfastError (bad usage) for a suite that has none, and for a task that it does not have.
 */
async function templatesOf(suite: string, tasks: readonly string[]): Promise<TemplateOrigins> {
  const lacks = () => 'it has no set of instruction templates.'
  const templates = await loadSuiteWith(suite, ({ expressions }) => expressions, 'expand', lacks)
  const unknown = tasks.find((task) => !templates.tasks.includes(task))
  if (unknown === undefined) return templates
  const near = nearest(unknown, templates.tasks)
  throw new HoldfastError(
    'USAGE',
    `Failed to expand ${suite}: there is no task ${JSON.stringify(unknown)}.${near ? ` Did you mean ${near}?` : ''} Tasks: ${templates.tasks.join(', ')}.`,
  )
}

interface Expansion {
  readonly expanded: readonly Expanded[]
  readonly command: PaidCommand
}

async function expand(
  origins: readonly TemplateOrigin[],
  { rewrites, choose, work }: ExpandFlags,
  config: ResolvedConfig,
): Promise<Expansion | undefined> {
  const progress = commandProgress()
  const options = {
    name: 'data expand',
    config,
    folder: resolve(config.root, work),
    roles: { author: REWRITING, embedder: {} },
    answered: (count: number) => progress.step(`${count} answers`),
  }
  return runPaidCommand(options, async (command) => {
    const expanded = await expandTemplates(command, origins, { rewrites, choose, seed: config.seed })
    return { expanded, command }
  }).finally(() => progress.end())
}

/** The file of an expansion: its expressions, and where each comes from (docs/contracts.md, section 7). */
function documentOf(suite: string, { expanded, command }: Expansion, { rewrites, choose }: ExpandFlags, config: ResolvedConfig): object {
  return {
    schema: EXPRESSIONS_SCHEMA,
    suite,
    made: {
      at: new Date().toISOString(),
      by: `holdfast ${config.version}`,
      simulated: command.simulated,
      author: command.modelOf('author'),
      embedder: command.modelOf('embedder'),
      data: isBundled(config.data) ? 'bundled' : 'official',
      seed: config.seed,
      rewrites,
      choose,
      usage: command.paid(),
    },
    expressions: expanded.flatMap(({ expressions }) => expressions.map((expression) => ({ ...expression, use: true }))),
    templates: expanded.map(({ origin: { task, bias, text }, rewritten: { kept, given, refused, broken } }) => ({
      task,
      ...(bias !== undefined && { bias }),
      text,
      given,
      kept: kept.length,
      refused,
      broken,
    })),
  }
}

/** An expansion for the terminal: what became of the rewrites, and what it took. */
function expansionLines(expanded: readonly Expanded[], command: Pick<PaidCommand, 'simulated' | 'paid'>, width: number): string[] {
  return [...(command.simulated ? [...bannerLines(width), ''] : []), ...rewriteTable(expanded, width), '', ...paidTable(command.paid())]
}

function rewriteTable(expanded: readonly Expanded[], width: number): string[] {
  const rows = expanded.map(({ origin, rewritten: { given, kept, refused, broken }, expressions }) => {
    const reasons = Object.entries(REFUSALS).flatMap(([reason, words]) => {
      const count = refused[reason as keyof typeof REFUSALS]
      return count ? [`${words} ${count}`] : []
    })
    const all = [...reasons, ...(broken > 0 ? [`replies without rewrites ${broken}`] : [])]
    return [originName(origin), String(given), String(kept.length), String(expressions.length), all.join(', ') || 'none']
  })
  return fittedTable([['task', 'rewrites', 'kept', 'chosen', 'refused'], ...rows], width, new Set([0, 4]), [{ column: 4, least: 20 }])
}
