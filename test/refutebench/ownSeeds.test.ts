import { describe, expect, test } from 'vitest'
import { refutebenchOptions } from '../../suites/refutebench/names.ts'
import { openSeeds } from '../../suites/refutebench/openSeeds.ts'
import { readOwnSeeds } from '../../suites/refutebench/seeds.ts'
import { scoresOf, values } from '../outcome.ts'
import { asLines, dataFolder } from './dataFolder.ts'
import { run } from './suiteRun.ts'

// The fields of XSum as it is published, and instructions as the paper makes them of seven corpora.
const DOCUMENTS = asLines(
  { document: 'The bridge was closed.\nNobody was hurt.', summary: 'A bridge was closed.', id: '34687720' },
  { id: 7, document: 'Rain fell all week.' },
)
const WRITING = asLines(
  { id: 'cmv-1', instruction: 'Write a counter-argument to this post:', input: 'Cats are better than dogs.', reference: 'Dogs are loyal.' },
  { id: 'wp-1', instruction: 'Write a story with this prompt:', input: 'The sea was gone.' },
)
const open = async (data: string, given: Record<string, unknown> = {}) => openSeeds(data, refutebenchOptions.parse(given), 0)

describe('a user’s own files', () => {
  test('of documents give summaries to write, with the summary or a stand-in as the reference', async () => {
    const seeds = await readOwnSeeds(dataFolder({ 'summarization.jsonl': DOCUMENTS }), 'summarization', 100, 0)
    expect(seeds?.sort((one, other) => one.id.localeCompare(other.id))).toEqual([
      {
        id: '34687720',
        task: 'summarization',
        query: expect.stringMatching(/^The bridge was closed\.\nNobody was hurt\.\n\n.*summarize/),
        reference: 'A bridge was closed.',
        swaps: [],
      },
      { id: '7', task: 'summarization', query: expect.stringContaining('Rain fell'), reference: 'Simulated answer to 7.', swaps: [] },
    ])
  })

  test('of instructions give texts to write', async () => {
    const seeds = await readOwnSeeds(dataFolder({ 'writing.jsonl': WRITING }), 'writing', 100, 0)
    expect(seeds?.map(({ query }) => query).sort()).toEqual([
      'Write a counter-argument to this post:\n\nCats are better than dogs.',
      'Write a story with this prompt:\n\nThe sea was gone.',
    ])
  })

  test('are drawn by the run’s seed, fewer being a beginning of more, and take the place of the bundled ones', async () => {
    const many = asLines(...Array.from({ length: 30 }, (_, index) => ({ id: index, document: `Text ${index}.` })))
    const data = dataFolder({ 'summarization.jsonl': many })
    const ids = async (given: Record<string, unknown>) =>
      (await open(data, { ...given, tasks: 'summarization', protocols: 'transient' })).items.map(({ seed }) => seed.id)
    expect((await ids({ seeds: 12 })).slice(0, 5)).toEqual(await ids({ seeds: 5 }))
    expect(await ids({})).toHaveLength(30)
  })

  test('are named in the source, beside what is official or bundled', async () => {
    const data = dataFolder({ 'summarization.jsonl': DOCUMENTS, 'writing.jsonl': WRITING })
    expect((await open(data)).source).toBe('own seeds of summarization and writing; other tasks bundled')
    expect((await open(data, { tasks: 'writing' })).source).toBe('own seeds of writing')
    expect((await open(data, { tasks: 'mt' })).source).toBe('bundled')
  })

  test('run, and are scored', async () => {
    const data = dataFolder({ 'summarization.jsonl': DOCUMENTS, 'writing.jsonl': WRITING })
    const outcome = await run('sim:oracle', { HOLDFAST_DATA: data, HOLDFAST_REFUTEBENCH_TASKS: 'summarization,writing' })
    expect(scoresOf(outcome)).toMatchObject({ items: 8, passed: 8 })
    expect(values(outcome, 'transient.summarization.final', 'persistent.writing.c3')).toEqual([5, 5])
  })

  test.each([
    ['summarization.jsonl', { id: 'a', document: ' ' }, 'line 2.*document'],
    ['summarization.jsonl', { id: 'a' }, 'line 2.*document'],
    ['summarization.jsonl', { id: '../a', document: 'Text.' }, 'line 2.*id.*letters, digits'],
    ['writing.jsonl', { id: 'a', instruction: 'Write.' }, 'line 2.*input'],
    ['writing.jsonl', { id: 'a', instruction: 7, input: 'x' }, 'line 2.*instruction'],
  ])('of %s name file, line and field of what does not fit: %j', async (name, entry, what) => {
    const good = name === 'writing.jsonl' ? WRITING : DOCUMENTS
    const data = dataFolder({ [name]: `${good.split('\n')[0]}\n${JSON.stringify(entry)}\n` })
    await expect(open(data)).rejects.toThrow(new RegExp(`${name}.*${what}`, 's'))
  })

  test('name an id that comes twice', async () => {
    const data = dataFolder({ 'writing.jsonl': `${WRITING}${WRITING}` })
    await expect(open(data)).rejects.toThrow(/writing\.jsonl: the id cmv-1 comes twice\. Give every line its own\.$/)
  })
})
