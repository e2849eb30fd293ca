import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'

import { templateOrigins } from '../../../../suites/lifbench/expressions.ts'
import { lifbenchSuite } from '../../../../suites/lifbench/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { dataEndpoint } from '../../../../test/dataEndpoint.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { displayWidth } from '../../../reports/layout.ts'

const WORDS = ['Kindly', 'Now', 'Please', 'Go', 'Then', 'Here', 'Again', 'Today', 'Quickly', 'Slowly']

/** What a real author might reply: ten wordings of the template in the question, and some that no one can use. */
function rewrites(question: string): string {
  const template = /<template>\n([\s\S]*?)\n<\/template>/.exec(question)?.[1] ?? ''
  const style = /The style of these rewrites: (.*?)\./.exec(question)?.[1] ?? ''
  const own = WORDS.map((word) => `${word}, ${style}: ${template}`)
  return JSON.stringify({ rewrites: [...own, own[0], 'Give me the fifth one.', `${template} \u001b[2J`, ''] })
}

/** A vector by the style of a text: those of one style lie together. */
const byStyle = (text: string) => {
  const [word = '', style = ''] = text.split(/[,:]/)
  return [style.length, (style.codePointAt(1) ?? 0) - 90, WORDS.indexOf(word) / 10, 1]
}

const modelsAt = (url: string) => ({
  HOLDFAST_AUTHOR: `openai:writer@${url}`,
  HOLDFAST_EMBEDDER: `openai:vectors@${url}`,
  HOLDFAST_CACHE: 'off',
})

const run = (expressions: string, tasks: string[]) =>
  runSuite(lifbenchSuite, { suites: { lifbench: { expressions, tasks, lengths: ['4k'] } } })

interface Written {
  readonly made: Record<string, unknown>
  readonly expressions: readonly {
    task: string
    bias?: number
    text: string
    author: string
    origin: string
  }[]
  readonly templates: readonly { task: string; given: number; kept: number; refused: Record<string, number>; broken: number }[]
}
const written = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Written

describe('data expand with simulated models', () => {
  test('makes as many expressions as there are templates, in a file that the suite runs with full marks', async () => {
    const folder = temporaryFolder()
    const { code, stdout, stderr } = await holdfastHere(
      ['data', 'draft', 'lifbench', '--kind', 'LSI', 'LBI', '--rewrites', '20', '--out', 'new.json'],
      folder,
      { HOLDFAST_CACHE: 'off' },
    )
    expect({ code, stderr: stderr.includes('HOLDFAST_LIFBENCH_EXPRESSIONS=new.json') }).toEqual({ code: 0, stderr: true })
    expect(stdout).toContain('SIMULATED')
    for (const line of stdout.split('\n')) expect(displayWidth(stripVTControlCharacters(line)), line).toBeLessThanOrEqual(80)

    const file = join(folder, 'new.json')
    expect(written(file).made).toMatchObject({
      simulated: true,
      author: 'sim:oracle',
      embedder: 'sim:embedder',
      choose: 'clusters',
      rewrites: 20,
    })
    expect(written(file).expressions.map(({ task, bias = 0 }) => `${task} ${bias}`)).toEqual([
      ...Array(5).fill('LSI 0'),
      ...Array(6).fill('LBI 1'),
      ...Array(5).fill('LBI -1'),
    ])

    const { plan, figures, calls } = await run(file, ['LSI', 'LBI', 'LMI'])
    // Those of the file for two tasks, six variable sets each; the bundled five of the third, which the file does not name.
    expect(plan).toMatchObject({ items: 5 * 6 + 11 * 6 + 5 * 5, data: { source: 'bundled; SIMULATED expressions of new.json' } })
    expect(figures.metrics['ars.overall']?.value).toBe(1)
    const prompts = calls.map(({ messages }) => messages[0]?.content.split('Instruction:').at(-1) ?? '')
    expect(prompts.filter((prompt) => prompt.includes('simulated rewrite'))).toHaveLength(16 * 6)
  })

  test('tells what it takes without a call', async () => {
    const nowhere = modelsAt('http://127.0.0.1:9/v1')
    const { code, stdout } = await holdfastHere(['data', 'draft', 'lifbench', '--kind', 'LSI', '--plan'], temporaryFolder(), {
      ...nowhere,
      HOLDFAST_MAX_USD: '2',
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/author +4 to 8 .*no price/)
    expect(stdout).toMatch(/embedder +2 /)
    expect(stdout).toContain('budget: $2')
  })
})

describe('data expand at an endpoint', () => {
  test('that dies goes on where it was: no question is paid for twice', async () => {
    let left = 3
    const { asked, url } = await dataEndpoint((question) => {
      if (left === 0) return undefined
      left -= 1
      return rewrites(question)
    }, byStyle)
    const folder = temporaryFolder()
    writeFileSync(
      join(folder, 'vitest.config.mjs'),
      `export default { plugins: [{ name: 'holdfast', api: { options: { models: { writer: { uri: 'openai:writer@${url}', maxAttempts: 1 } } } } }] }`,
    )
    const environment = { ...modelsAt(url), HOLDFAST_AUTHOR: 'writer', HOLDFAST_CONCURRENCY: '1' }
    const expand = (...flags: string[]) => holdfastHere(['data', 'draft', 'lifbench', '--kind', 'LSI', ...flags], folder, environment)

    const broken = await expand('--out', 'new.json')
    expect(broken.code).toBe(1)
    expect(broken.stderr).toContain('Failed to call openai:writer@')
    expect(asked).toHaveLength(4)

    left = 100
    const { code, stdout } = await expand('--out', 'new.json')
    // The one that failed again, and the vectors of 40 rewrites.
    expect({ code, asked: asked.length }).toEqual({ code: 0, asked: 4 + 1 + 40 })
    expect(stdout).toMatch(/LSI +56 +40 +5 /)
    for (const refused of ['placeholders', 'duplicate', 'empty', 'control characters'])
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${refused} 4`)
    expect(stdout).not.toContain('SIMULATED')
    for (const line of stdout.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(80)
    const { expressions, templates, made } = written(join(folder, 'new.json'))
    expect(templates).toMatchObject([
      { given: 56, kept: 40, refused: { placeholders: 4, duplicate: 4, empty: 4, 'control characters': 4 }, broken: 0 },
    ])
    expect(made).toMatchObject({ simulated: false })
    const [template = ''] = templateOrigins('bundled', ['LSI']).map(({ text }) => text)
    for (const { text, author, origin } of expressions) {
      expect(text).toContain('{ordid}')
      expect({ author, origin }).toEqual({ author: `openai:writer@${url}`, origin: template })
    }

    const again = await expand('--choose', 'random', '--out', 'random.json')
    expect({ code: again.code, asked: asked.length }).toEqual({ code: 0, asked: 45 })
    expect(written(join(folder, 'random.json')).made).toMatchObject({ choose: 'random' })
    expect((await run(join(folder, 'random.json'), ['LSI'])).figures.metrics['ars.overall']?.value).toBe(1)
  })

  test('that gives no usable rewrite is told why, and writes no file', async () => {
    const { url } = await dataEndpoint(() => JSON.stringify({ rewrites: ['Give me the fifth one.', 7] }))
    const { code, stderr } = await holdfastHere(
      ['data', 'draft', 'lifbench', '--kind', 'LSI', '--rewrites', '10', '--out', 'new.json'],
      temporaryFolder(),
      modelsAt(url),
    )
    expect(code).toBe(1)
    expect(stderr).toContain(
      'Failed to expand LSI: 0 of 4 rewrites can be used, and 5 are needed (refused: placeholders 2, empty 2). Name another author, or ask for fewer with --count.',
    )
  })

  test('keeps its budget, and a larger one goes on', async () => {
    const { asked, url } = await dataEndpoint(rewrites, byStyle)
    const folder = temporaryFolder()
    const expand = (tokens: string) =>
      holdfastHere(['data', 'draft', 'lifbench', '--kind', 'LSI'], folder, {
        ...modelsAt(url),
        HOLDFAST_CONCURRENCY: '1',
        HOLDFAST_MAX_TOKENS: tokens,
      })
    const { code, stderr } = await expand('2500')
    expect(code).toBe(1)
    expect(stderr).toMatch(/the budget of 2,500 tokens does not cover another call\. Run holdfast data draft again with a larger budget/)
    const paid = asked.length
    expect(paid).toBeGreaterThan(0)
    expect(paid).toBeLessThan(4)
    expect((await expand('100000')).code).toBe(0)
    expect(asked).toHaveLength(4 + 40)
  })
})

describe('a file of expressions is refused', () => {
  const file = (expressions: readonly object[], more: object = {}) => {
    const path = join(temporaryFolder(), 'own.json')
    writeFileSync(path, JSON.stringify({ schema: 'holdfast.expressions/1', suite: 'lifbench', expressions, ...more }))
    return path
  }
  const own = { task: 'LSI', text: 'Entry {ordid}, please.' }
  const wrong: [string, () => string, RegExp][] = [
    ['of another suite', () => file([own], { suite: 'kieval' }), /suite: the expressions are for "kieval", not for lifbench/],
    ['with an unknown task', () => file([{ ...own, task: 'XX' }]), /expressions\.0\.task: no task "XX"; the tasks are OR,/],
    [
      'with a placeholder that the task does not fill',
      () => file([{ ...own, text: 'Number {rules}.' }]),
      /no template of LSI has the placeholder \{rules\}/,
    ],
    ['without a placeholder', () => file([{ ...own, text: 'Number five.' }]), /it has no placeholder, and those of LSI are/],
    ['with a bracket by itself', () => file([{ ...own, text: 'Number {ordid} }' }]), /"}" stands alone/],
    [
      'that does not say which way',
      () => file([{ task: 'LBI', text: 'One past {ordid}.' }]),
      /expressions\.0\.bias: LBI asks for what comes after \(1\) or before \(-1\)/,
    ],
    ['that says a way where there is none', () => file([{ ...own, bias: 1 }]), /expressions\.0\.bias: LSI asks one way only/],
    ['of which a person took none', () => file([{ ...own, use: false }]), /all expressions of LSI have "use": false/],
    ['without expressions', () => file([]), /expressions: /],
    ['that is not there', () => join(temporaryFolder(), 'none.json'), /no such file/],
  ]
  test.each(wrong)('%s', async (_, path, message) => await expect(run(path(), ['LSI', 'LBI'])).rejects.toThrow(message))

  test('not where a person wrote or mended it', async () => {
    const { plan, figures } = await run(
      file([own, { ...own, text: 'No. {ordid}?', use: false }, { ...own, text: 'What is number {ordid}?' }]),
      ['LSI'],
    )
    expect(plan).toMatchObject({ items: 12, data: { source: 'bundled; expressions of own.json' } })
    expect(figures.metrics['ars.overall']?.value).toBe(1)
  })
})

test('expressions are made of the bundled templates, whatever version of the bundled data is named', () =>
  expect(templateOrigins('bundled@1', ['LSI'])).toEqual(templateOrigins('bundled', ['LSI'])))
