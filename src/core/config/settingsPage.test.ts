import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSuites } from '../../../test/catalogue.ts'
import { packageRoot } from '../base/packageRoot.ts'
import { modelEntry } from '../format/modelEntry.ts'
import { readEnvironment } from './environment.ts'
import { configSchema } from './schema.ts'
import { optionVariable } from './suiteOptions.ts'

const SUITES = await loadSuites()

const page = readFileSync(join(packageRoot, 'docs', 'settings.md'), 'utf8')

/** What stands in code in the columns of a section's table. */
function named(title: string): { first: string[]; second: string[] } {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('|---'))
  const code = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const cells = rows.map((row) => row.split(/(?<!\\)\|/))
  return { first: cells.flatMap((row) => code(row[1])), second: cells.flatMap((row) => code(row[2])) }
}

/** A variable that exists is refused when it is empty; one that does not is refused by its name. */
function exists(name: string): boolean {
  try {
    readEnvironment({ [name]: '' }, SUITES)
    return false
  } catch (error) {
    return !(error as Error).message.includes('no variable')
  }
}

describe('docs/settings.md has', () => {
  const run = named('The run')

  test('every option of the plugin', () => expect(run.second.sort()).toEqual(Object.keys(configSchema.shape).sort()))

  test('the variable of every option that has one, under its name', () => {
    const expected = Object.keys(configSchema.shape)
      .map((option) => `HOLDFAST_${option.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`)
      .filter(exists)
    expect(expected.length).toBeGreaterThan(15)
    expect(run.first.sort()).toEqual(expected.sort())
  })

  test('every field of a model entry', () => expect(named('A model').first.sort()).toEqual(Object.keys(modelEntry.shape).sort()))

  test('the variable of every option of a bundled suite', () => {
    const variables = SUITES.flatMap(({ name, options }) => Object.keys(options.shape).map((option) => optionVariable(name, option)))
    expect(named('Suites').first.sort()).toEqual(variables.sort())
  })
})
