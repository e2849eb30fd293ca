import { CAPABILITY_TITLES, TASKS } from './tasks.ts'

/** What instability is over. */
const PERSPECTIVES: Readonly<Record<string, string>> = {
  expression: 'wordings of the instruction',
  variable: 'values in the instruction',
  length: 'lengths',
  average: 'wordings, values and lengths, mean',
}

/** Names of LIFBench's metrics in words (suites/lifbench/README.md, Metrics). */
export function lifbenchLabel(key: string): string | undefined {
  const [group = '', name = '', , length] = key.split('.')
  const of = { overall: 'weighted', average: 'plain mean' }[name]
  switch (group) {
    case 'ars':
      return of ? `overall score, ${of}` : `${taskTitle(name)}: score`
    case 'strict':
      return of ? `right in full, ${of}` : `${taskTitle(name)}: right in full`
    case 'ifp':
      return `ability: ${CAPABILITY_TITLES[name as keyof typeof CAPABILITY_TITLES] ?? name}`
    case 'ifs':
      return name === 'corrected' ? `instability over ${overOf(key)}, sampling noise removed` : `instability over ${overOf(key)}`
    case 'length':
      return `score at ${name} tokens`
    case 'task':
      return `${taskTitle(name)}: score at ${length} tokens`
  }
}

function taskTitle(id: string): string {
  const title = TASKS.find((task) => task.id === id)?.title
  return title === undefined ? id : `${title} (${id})`
}

function overOf(key: string): string {
  const name = key.split('.').at(-1) ?? ''
  return PERSPECTIVES[name] ?? name
}
