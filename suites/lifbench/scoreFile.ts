import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dataError, parse, readJson, remembered } from '../../src/kit.ts'
import { BUNDLED_FOLDER, labelSchema, labelSentences, readOfficialTasks } from './data/official.ts'
import { renderList } from './data/render.ts'
import type { TemplateValues } from './data/source.ts'
import { multiDocFacts } from './facts.ts'
import { promptTail, type Skeleton, splitSkeleton } from './items.ts'
import { contentScore } from './scoring/content.ts'
import { indexElements, readElements } from './scoring/elementIndex.ts'
import { scoreAnswer } from './scoring/score.ts'
import { strictScore } from './scoring/strict.ts'
import { type ContextFacts, PARAMS } from './scoring/types.ts'
import { type Scenario, TASKS, type TaskDefinition, taskByOfficialName } from './tasks.ts'

const line = z.object({
  id: z.string(),
  task: z.string(),
  context: z.string(),
  ins_id: z.number().int().nonnegative(),
  param: z.unknown().optional(),
  output: z.string(),
})

const contextsFile = z.object({
  list: z.record(z.string(), z.array(z.string())).default({}),
  onedoc: z.record(z.string(), z.object({ length: z.number(), label: labelSchema })).default({}),
  multidoc: z.record(z.string(), z.object({ length: z.number(), label: z.number().int().positive(), input_text: z.string() })).default({}),
})
const onedocTexts = z.object({ inputs: z.array(z.object({ input_text: z.string(), length: z.number() })) })

const fail = (where: string, field: string, reason: string) => dataError(`Failed to score ${where}, field ${field}: ${reason}`)

/**
 * Prepares scoring of saved LIFBench outputs. Contexts come from `lifbench-contexts.json` beside the input; templates,
 * and the texts of OneDoc contexts, from `<data>/lifbench` where given, else the bundled ones.
 *
 * @returns a function from a parsed line to its scores, with the SHA-256 of its whole prompt where its context's text is at hand; throws
 * HoldfastError for a line that does not fit.
 */
export function lifbenchFileScorer(inputPath: string, dataFolder: string | undefined) {
  const contextsPath = join(dirname(inputPath), 'lifbench-contexts.json')
  if (!existsSync(contextsPath))
    throw dataError(
      `Failed to score ${inputPath}: no lifbench-contexts.json lies beside it. Put there the contexts that its lines name, under list, onedoc and multidoc.`,
    )
  const contexts = readJson(contextsPath, contextsFile)
  const official = dataFolder === undefined ? undefined : join(dataFolder, 'lifbench')
  const tasks = readOfficialTasks(official ?? BUNDLED_FOLDER)
  const skeletons = new Map<Scenario, Skeleton>(TASKS.map(({ scenario }) => [scenario, splitSkeleton(tasks.skeleton(scenario))]))
  const onedocPath = official === undefined ? '' : join(official, 'onedoc_input.json')
  const texts = existsSync(onedocPath) ? readJson(onedocPath, onedocTexts).inputs : []
  // What scoring reads of a context, and its text; none of a OneDoc context whose text is not at hand: scoring does not need it.
  const load = remembered((name: string): { facts: ContextFacts; text: string | undefined } | undefined => {
    const [scenario, key] = [name.slice(0, name.indexOf('/')) as Scenario, name.slice(name.indexOf('/') + 1)]
    if (scenario === 'onedoc') {
      const context = contexts.onedoc[key]
      const text = texts.find(({ length }) => length === context?.length)?.input_text
      return context && { facts: { scenario, sentences: labelSentences(context.label) }, text }
    }
    if (scenario === 'list') {
      const text = contexts.list[key] && renderList(contexts.list[key])
      return text === undefined ? undefined : { facts: { scenario, elements: indexElements(readElements(text)) }, text }
    }
    const { input_text: text, label } = contexts.multidoc[key] ?? { label: 0 }
    return text === undefined ? undefined : { facts: multiDocFacts(text, label, skeletons.get(scenario)?.before ?? ''), text }
  })

  return (value: unknown, where: string) => {
    const { id, task: name, context: key, ins_id, param: rawParam, output } = parse(line, value, where)
    const task = taskByOfficialName(name)
    if (!task) throw fail(where, 'task', `no task ${JSON.stringify(name)}. Use one of ${TASKS.map((known) => known.official).join(', ')}.`)
    const param = parse(PARAMS[task.id], rawParam, `${where}, field param`)
    const context = load(`${task.scenario}/${key}`)
    if (!context) throw fail(where, 'context', `no ${task.scenario} context ${JSON.stringify(key)} in ${contextsPath}. Add it there.`)
    const { facts, text } = context
    const skeleton = skeletons.get(task.scenario) as Skeleton
    const template = tasks.templates(task)[ins_id]
    if (!template) throw fail(where, 'ins_id', `${name} has no template ${ins_id}. Use 0 to ${tasks.templates(task).length - 1}.`)
    const tail = promptTail(skeleton, template.text, templateValues(task, param as Record<string, unknown>, tasks))
    const input = { task, param, facts, promptTail: tail }
    const { points, total } = scoreAnswer(output, input)
    const sha256 = text === undefined ? undefined : createHash('sha256').update(skeleton.before).update(text).update(tail).digest('hex')
    const own = { content: contentScore(output, input), strict: strictScore(output, input) }
    return { id, scores: points, total, ...own, ...(sha256 && { prompt_sha256: sha256 }) }
  }
}

/** A line leaves out the variables that tasks.json holds (`rules`, `example`). */
function templateValues(task: TaskDefinition, param: Record<string, unknown>, tasks: ReturnType<typeof readOfficialTasks>): TemplateValues {
  const stored = () => {
    if (task.id === 'MB') return tasks.labelSets.find((set) => set.rule_key === param.rule_key)
    if (task.id === 'MF') return tasks.fieldSets.find((set) => set.info_keys === param.info_keys)
    return undefined
  }
  const { gold: _gold, dup_infos: _groups, ...values } = { rules: '', example: '', ...stored(), ...param } as Record<string, unknown>
  return values as TemplateValues
}
