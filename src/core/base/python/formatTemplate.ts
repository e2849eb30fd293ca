import { HoldfastError } from '../errors.ts'
import { pythonRepr } from './value.ts'

/** Value of an instruction variable: printed as Python prints it. */
export type TemplateValue = string | number | readonly (string | number)[]

const FIELD = /\{\{|\}\}|\{([A-Za-z_]\w*)(?:\[(\d+)\])?\}|[{}]/g

/** Python's `str.format` for `{name}`, `{name[0]}`, `{{`, `}}`; lists print as Python's. Throws HoldfastError for what it cannot fill. */
export function formatTemplate(template: string, values: Readonly<Record<string, TemplateValue>>): string {
  const fail = (reason: string) =>
    new HoldfastError('TEMPLATE', `Failed to fill the template ${JSON.stringify(template)}: ${reason}. Mend the template or its variables.`)
  return template.replace(FIELD, (match, name: string | undefined, index: string | undefined) => {
    if (match === '{{') return '{'
    if (match === '}}') return '}'
    if (name === undefined) throw fail(`"${match}" stands alone`)
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw fail(`no variable "${name}"`)
    const chosen = index === undefined ? value : (value as readonly (string | number)[])[Number(index)]
    if (chosen === undefined) throw fail(`"${name}" has no entry ${index}`)
    return Array.isArray(chosen)
      ? `[${chosen.map((entry) => (typeof entry === 'number' ? String(entry) : pythonRepr(entry))).join(', ')}]`
      : String(chosen)
  })
}
