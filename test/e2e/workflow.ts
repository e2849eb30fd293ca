import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/core/base/packageRoot.ts'

/** A step of a job. */
export interface WorkflowStep {
  readonly job: string
  readonly env: Readonly<Record<string, string>>
  /** What it runs in a shell; empty where it uses an action. */
  readonly commands: string
  /** The action it uses, without its version; empty where it runs commands. */
  readonly uses: string
  /** Settings of the action. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether it runs where a step before it failed. */
  readonly always: boolean
}

/** templates/github/holdfast.yml as text, with the four machines of a big suite. */
export const workflowText: string = readFileSync(join(packageRoot, 'templates', 'github', 'holdfast.yml'), 'utf8').replace(
  'shard: [1]\n',
  'shard: [1, 2, 3, 4]\n',
)
/** Its lines without comments and empty ones. */
export const workflowLines: readonly string[] = workflowText
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))

/** How far a line is indented. */
export const indentOf = (line: string): number => line.length - line.trimStart().length

/** The lines below one, as far as they are indented deeper. */
export function below(index: number): string[] {
  const end = workflowLines.findIndex((line, at) => at > index && indentOf(line) <= indentOf(workflowLines[index] as string))
  return workflowLines.slice(index + 1, end === -1 ? undefined : end)
}

/** `key: value` lines, with quotes taken off. */
export function mapOf(some: readonly string[]): Record<string, string> {
  const pairs = some.flatMap((line) => [/^\s*([\w-]+): (.+)$/.exec(line)?.slice(1) ?? []])
  return Object.fromEntries(
    pairs.filter(({ length }) => length > 0).map(([key = '', value = '']) => [key, value.replace(/^'(.*)'$/, '$1')]),
  )
}

/** Steps of a workflow in the style of ours: no anchors, no flow maps, block scalars with `|` alone. */
function readSteps(): WorkflowStep[] {
  let job = ''
  const steps: WorkflowStep[] = []
  for (const [index, line] of workflowLines.entries()) {
    job = /^ {2}(\w+):$/.exec(line)?.[1] ?? job
    if (!/^ {6}- /.test(line)) continue
    // The step's own line, with the dash as two more blanks.
    const own = [line.replace('- ', '  '), ...below(index)]
    const settings = mapOf(own.filter((part) => indentOf(part) === 8))
    const under = (key: string, depth: number) => {
      const at = own.findIndex((part) => indentOf(part) === 8 && part.trim().replace(/ .*$/, '') === `${key}:`)
      const rest = own.slice(at + 1)
      const end = rest.findIndex((part) => indentOf(part) < depth)
      return at === -1 ? [] : rest.slice(0, end === -1 ? undefined : end)
    }
    steps.push({
      job,
      env: mapOf(under('env', 10)),
      commands:
        settings.run === '|'
          ? under('run', 10)
              .map((part) => part.slice(10))
              .join('\n')
          : (settings.run ?? ''),
      uses: settings.uses?.replace(/@.*$/, '') ?? '',
      settings: mapOf(under('with', 10)),
      always: settings.if === 'always()',
    })
  }
  return steps
}

/** Its steps, of both jobs. */
export const workflowSteps: readonly WorkflowStep[] = readSteps()
/** Variables of all jobs. */
export const commonEnv: Readonly<Record<string, string>> = mapOf(below(workflowLines.indexOf('env:')))
/** Values of `matrix.shard`. */
export const shards: readonly string[] = (/shard: \[(.+)\]/.exec(workflowText)?.[1] ?? '').split(', ')

/** The variables of a step, those of all jobs among them, with expressions filled in. */
export function filledEnv({ env }: Pick<WorkflowStep, 'env'>, expressions: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...commonEnv, ...env }).map(([name, value]) => [name, filled(value, expressions)]))
}

/** A text with its `${{ expressions }}` filled in; one that is not known is empty. */
export function filled(text: string, expressions: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_all, name: string) => expressions[name] ?? '')
}
