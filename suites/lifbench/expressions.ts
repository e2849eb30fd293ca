import { basename, join } from 'node:path'
import { dataError, fieldsIn, isBundled, readExpressionsFile, type TemplateOrigin } from '../../src/kit.ts'
import { BUNDLED_FOLDER, readOfficialTasks } from './data/official.ts'
import type { LifbenchSource, Template } from './data/source.ts'
import { TASKS, type TaskDefinition, taskById } from './tasks.ts'

/** Words that the scoring of an answer rests on: a template that loses one asks for something else. */
const KEPT_WORDS = ['KEY SENTENCE', 'JSON', 'null', 'None']

/**
 * The templates that expressions are made from: of each task the first one, and where it asks both ways the first of each. There are
 * to be as many expressions as there are templates.
 *
 * @param data `bundled` or a folder of official data.
 * @param tasks ids of tasks; all by default.
 * @param count expressions of each, in place of as many as there are.
 */
export function templateOrigins(data: string, tasks: readonly string[] = [], count?: number): TemplateOrigin[] {
  const { templates } = readOfficialTasks(isBundled(data) ? BUNDLED_FOLDER : join(data, 'lifbench'))
  return TASKS.filter(({ id }) => tasks.length === 0 || tasks.includes(id)).flatMap((task) => {
    const all = templates(task)
    return biases(all).flatMap((bias) => {
      const own = all.filter((template) => template.bias === bias)
      const [first] = own
      if (!first) return []
      const keeps = KEPT_WORDS.filter((word) => first.text.includes(word))
      const known = all.map(({ text }) => text)
      return [{ task: task.id, bias, text: first.text, keeps, known, count: count ?? own.length }]
    })
  })
}

function biases(templates: readonly Template[]): Template['bias'][] {
  return [...new Set(templates.map(({ bias }) => bias))]
}

/**
 * The source with the expressions of a file as the templates of its tasks. Tasks that the file does not name keep theirs.
 *
 * @throws HoldfastError for a file that does not fit: another suite, an unknown task, a placeholder that its task does not fill.
 */
export function withExpressions(source: LifbenchSource, path: string): LifbenchSource {
  const file = readExpressionsFile(path)
  const fail = (where: string, reason: string) => dataError(`Failed to read ${path}, ${where}: ${reason}. Mend the file.`)
  if (file.suite !== 'lifbench') throw fail('suite', `the expressions are for ${JSON.stringify(file.suite)}, not for lifbench`)
  const byTask = new Map<TaskDefinition, Template[]>()
  file.expressions.forEach(({ task: id, bias, text, use }, index) => {
    const where = `expressions.${index}`
    const task = taskById(id)
    if (!task) throw fail(`${where}.task`, `no task ${JSON.stringify(id)}; the tasks are ${TASKS.map((one) => one.id).join(', ')}`)
    const templates = source.templates(task)
    const asked = biases(templates).some((one) => one !== undefined)
    if (asked && bias === undefined)
      throw fail(`${where}.bias`, `${id} asks for what comes after (1) or before (-1), and it is not said which`)
    if (!asked && bias !== undefined) throw fail(`${where}.bias`, `${id} asks one way only`)
    const known = new Set(templates.flatMap((template) => fieldsIn(template.text)))
    const unknown = fieldsIn(text).find((field) => !known.has(field))
    if (unknown !== undefined) throw fail(`${where}.text`, `no template of ${id} has the placeholder ${unknown}`)
    if (known.size > 0 && fieldsIn(text).length === 0)
      throw fail(`${where}.text`, `it has no placeholder, and those of ${id} are ${[...known].join(' ')}`)
    byTask.set(task, byTask.get(task) ?? [])
    if (use) byTask.set(task, [...(byTask.get(task) ?? []), { text, ...(bias !== undefined && { bias }) }])
  })
  const refused = [...byTask].find(([, templates]) => templates.length === 0)?.[0]
  if (refused) throw fail('expressions', `all expressions of ${refused.id} have "use": false`)
  return {
    ...source,
    name: `${source.name}; ${file.made?.simulated ? 'SIMULATED ' : ''}expressions of ${basename(path)}`,
    templates: (task) => byTask.get(task) ?? source.templates(task),
    // What was released is for the released templates.
    replayed: (task, ...place) => (byTask.has(task) ? undefined : source.replayed?.(task, ...place)),
  }
}
