import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  bundledVersion,
  configError,
  type DatasetDescription,
  type DescribedLabel,
  dataError,
  didYouMean,
  isBundled,
  jsonHash,
  type LeftOut,
  random,
} from '../../src/kit.ts'
import { type KievalOptions, kievalOptions, letterOf, type Question } from './question.ts'
import { questionSets, readBundledQuestions, readQuestionSet, readValidIds } from './questionFiles.ts'

/** Name of the file that lists valid questions, beside the sets. */
const VALID_IDS = 'validated-uuids.tsv.gz'

/**
 * Opens the question sets and selects from each, before any call: those a list names as valid, and of these the first, or a
 * random sample. Tells where they come from, and what was left out and why.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `kieval/` holds question sets as JSONL.
 * @throws HoldfastError for a folder without sets, a set that is not there, and a line that does not fit.
 */
export async function openQuestions(data: string, options: KievalOptions, runSeed: number) {
  const version = isBundled(data) ? bundledVersion(data, 2) : undefined
  if (version && options.sets && !options.sets.includes('bundled')) {
    throw configError(
      `Failed to open the question sets ${options.sets.join(', ')}: the bundled questions are one set, bundled. Name a folder with HOLDFAST_DATA.`,
    )
  }
  const notes: string[] = []
  const leftOut: LeftOut[] = []
  const sets = version
    ? [{ name: 'bundled', questions: readBundledQuestions(version) }]
    : await readFolder(join(data, 'kieval'), options.sets)
  const list = join(data, 'kieval', VALID_IDS)
  const valid = !version && options.validation === 'list' && existsSync(list) ? await readValidIds(list, options.list) : undefined
  if (!version && options.validation === 'list' && !valid) notes.push(`no ${VALID_IDS}: all questions are used`)
  const items = sets.flatMap(({ name, questions }) => {
    const unknown = valid ? questions.filter(({ uuid }) => !valid.has(uuid)).length : 0
    const usable = valid ? questions.filter(({ uuid }) => valid.get(uuid)) : questions
    // Where as many as were asked for are left all the same, the list has only chosen among them.
    const short = Math.min(options.questions, usable.length + unknown) - Math.min(options.questions, usable.length)
    if (short > 0)
      leftOut.push({ reason: `${VALID_IDS} does not name ${unknown} of its ${questions.length} questions`, tasks: [name], items: short })
    else if (unknown > 0) notes.push(`${name}: ${unknown} of ${questions.length} questions are not used, no list names them`)
    if (options.selection === 'prefix') return usable.slice(0, options.questions)
    const drawn = new Set(random('kieval', runSeed, name).sample(usable, options.questions))
    return usable.filter((question) => drawn.has(question))
  })
  if (items.length === 0) {
    const all = sets.reduce((sum, { questions }) => sum + questions.length, 0)
    throw dataError(
      `Failed to open the question sets ${sets.map(({ name }) => name).join(', ')}: none of their ${all} questions is left${valid ? `, ${VALID_IDS} has none as valid for ${options.list}` : ''}. Put questions into the files${valid ? ', or set HOLDFAST_KIEVAL_VALIDATION=none' : ''}.`,
    )
  }
  return {
    items,
    source: version ? 'bundled' : `official: ${sets.map(({ name }) => name).join(', ')}`,
    ...(version && { version }),
    // The hash is of what is asked: measuring how hard a question is changes no data.
    sha256: jsonHash(sets.flatMap(({ questions }) => questions.map(({ blind: _blind, ...question }) => question))),
    notes,
    leftOut,
  }
}

async function readFolder(folder: string, wanted: readonly string[] | undefined): Promise<{ name: string; questions: Question[] }[]> {
  const there = existsSync(folder) ? questionSets(folder) : []
  if (there.length === 0) {
    throw dataError(
      `Failed to read HOLDFAST_DATA: no question set (*.jsonl) in ${folder}. Put files of ARC, MMLU, HellaSwag or C-Eval there, or use bundled.`,
    )
  }
  const names = there.map(({ name }) => name)
  const odd = wanted?.find((name) => !names.includes(name))
  if (odd !== undefined)
    throw dataError(
      `Failed to open the question set ${JSON.stringify(odd)}: ${folder} has ${names.join(', ')}.${didYouMean(odd, names)} Name one of them.`,
    )
  const chosen = there.filter(({ name }) => wanted?.includes(name) ?? true)
  return Promise.all(chosen.map(async ({ name, file }) => ({ name, questions: await readQuestionSet(name, file) })))
}

/** More questions than any set has. */
const ALL = 1_000_000

/** Describes all questions of all sets, and says how many of them the lists name as valid. */
export async function describeKievalData(data: string): Promise<DatasetDescription> {
  const open = (options: object) => openQuestions(data, kievalOptions.parse({ questions: ALL, ...options }), 0)
  const { items, notes: _notes, leftOut: _leftOut, ...from } = await open({ validation: 'none' })
  const validFor = async (list: 'gpt4' | 'gpt35'): Promise<DescribedLabel> => {
    const valid = (await open({ list })).items.length
    // The card shows numbers only, so it does not matter which question a value stands for.
    return { label: `valid for ${list}`, of: items.map((_, index) => (index < valid ? 'yes' : 'no')), order: 'appearance' }
  }
  const hasLists = !isBundled(data) && existsSync(join(data, 'kieval', VALID_IDS))
  const each = <Key extends keyof (typeof items)[number]>(key: Key) => items.map((item) => item[key])
  return {
    ...from,
    tasks: each('set'),
    labels: [
      { label: 'answer', of: items.map(({ answerIndex }) => letterOf(answerIndex)), order: 'sorted' },
      { label: 'choices', of: items.map(({ choices }) => choices.length) },
      { label: 'domain', of: each('domain') },
      { label: 'level', of: each('level'), order: 'appearance' },
      ...(hasLists ? [await validFor('gpt4'), await validFor('gpt35')] : []),
    ],
    lengths: [
      { texts: 'question', of: each('question') },
      { texts: 'choice', of: items.flatMap(({ choices }) => choices) },
    ],
    blind: { of: each('blind'), slices: [each('level'), each('domain')] },
    notes: !isBundled(data) && !hasLists ? [`no ${VALID_IDS}: a run uses all questions`] : [],
  }
}
