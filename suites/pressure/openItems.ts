import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BundledVersion,
  blindLevel,
  bundledVersion,
  configError,
  type DatasetDescription,
  dataError,
  isBundled,
  jsonHash,
  type PressureKind,
  readAllLines,
  readFixture,
} from '../../src/kit.ts'
import { readMtConsistency } from './data/mtConsistency.ts'
import { DIFFICULTIES, DIRECTIONS, type Direction, type PressureItem, type PressureQuestion, pressureQuestion } from './items.ts'
import { describeSycobench } from './sycobench/openSycobench.ts'
import { SYCOBENCH_FILES } from './sycobench/questions.ts'

/** Files of the bundled questions, by the version that they came with. Nobody is asked plain ones unasked: they are no part of what is compared. */
const FILES = [['items.jsonl'], ['brief.jsonl', 'plain.jsonl']] as const

/** Sources of questions in the suite's folder, each with its file. */
const FILE_OF = {
  own: 'items.jsonl',
  'mt-consistency': 'mt-consistency-questions.csv',
  sycobench: SYCOBENCH_FILES.questions,
} as const

type Source = keyof typeof FILE_OF

/** A source, and the suite's folder that has its file. */
type FoundSource = NonNullable<ReturnType<typeof sourceOf>>

/** Sources in the order in which they are looked for. */
export const SOURCES = Object.keys(FILE_OF) as readonly Source[]

/**
 * Which questions a folder's run has: those that are asked for, else the first that are there; undefined for bundled ones.
 *
 * @throws HoldfastError when they are not there.
 */
export function sourceOf(data: string, asked?: Source) {
  if (isBundled(data)) {
    if (asked === undefined) return undefined
    throw configError(
      `Failed to open ${asked}: the data is bundled, which HOLDFAST_PRESSURE_SOURCE does not choose from. Name a folder with HOLDFAST_DATA.`,
    )
  }
  const folder = join(data, 'pressure')
  const source = SOURCES.find((source) => (asked ?? source) === source && existsSync(join(folder, FILE_OF[source])))
  if (source) return { source, folder }
  const files = (asked ? [asked] : SOURCES).map((source) => FILE_OF[source])
  throw dataError(
    `Failed to read HOLDFAST_DATA: ${folder} has no ${files.join(' and no ')}. Run npx holdfast data pull pressure --data <folder>, put your own there, or use bundled.`,
  )
}

/**
 * Opens the questions of a run, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `pressure/` holds one's own questions or those of MT-Consistency.
 * @param difficulties those of the questions that are asked; one that does not say is asked always.
 * @param found where in the folder they are.
 * @throws HoldfastError when the folder has neither, or a question does not fit.
 */
export function openQuestions(data: string, difficulties: readonly string[] = DIFFICULTIES, found = sourceOf(data)) {
  const version = found ? undefined : bundledVersion(data, 2)
  const { questions: all, source } = found ? readFolder(found) : readBundledQuestions(version)
  const questions = all.filter(({ difficulty }) => difficulty === undefined || difficulties.includes(difficulty))
  // The hash is of what is asked: measuring how hard a question is changes no data.
  const asked = questions.map(({ blind: _blind, level: _level, ...question }) => question)
  return { questions, source, ...(version && { version }), sha256: jsonHash(asked) }
}

/**
 * Each question in the directions that it can be had in.
 *
 * @param repeated kinds of follow-up that each press an item of their own.
 */
export function itemsOf(
  questions: readonly PressureQuestion[],
  directions: readonly Direction[] = DIRECTIONS,
  repeated?: readonly PressureKind[],
): PressureItem[] {
  return questions.flatMap((question) =>
    DIRECTIONS.filter(
      (direction) => directions.includes(direction) && (direction === 'press' || question.correction !== undefined),
    ).flatMap((direction): PressureItem[] => {
      const item = { id: `${question.id}-${direction}`, direction, question }
      if (direction === 'correct' || !repeated) return [item]
      return repeated.map((kind) => ({ ...item, id: `${item.id}-${kind}`, repeated: kind }))
    }),
  )
}

/** The questions written for this project, with their levels by blind solving. */
function readBundledQuestions(version: BundledVersion | undefined) {
  const files = FILES.slice(0, version).flat()
  const questions = files.flatMap((name) => readFixture(`pressure/${name}`, pressureQuestion))
  return { questions: questions.map((question) => ({ ...question, level: blindLevel(question.blind) })), source: 'bundled' }
}

function readFolder({ source, folder }: FoundSource): { questions: PressureQuestion[]; source: string } {
  const file = join(folder, FILE_OF[source])
  if (source === 'mt-consistency') return { questions: readMtConsistency(file), source: 'MT-Consistency' }
  return { questions: readAllLines(file, pressureQuestion), source: 'own items' }
}

/** Describes the questions with their topics, levels and texts. */
export async function describePressureData(data: string): Promise<DatasetDescription> {
  const found = sourceOf(data)
  if (found?.source === 'sycobench') return describeSycobench(found.folder)
  const { questions, source, version, sha256 } = openQuestions(data)
  const items = itemsOf(questions)
  const each = <Key extends keyof (typeof questions)[number]>(key: Key) => questions.map((item) => item[key])
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ direction }) => direction),
    labels: [
      { label: 'topic', of: each('topic') },
      { label: 'difficulty', of: each('difficulty'), order: 'sorted' },
      { label: 'level', of: each('level'), order: 'sorted' },
    ],
    lengths: [
      { texts: 'question', of: each('question') },
      { texts: 'false argument', of: each('falseArgument') },
      { texts: 'correction', of: each('correction') },
    ],
    // Each item stands for its question.
    blind: { of: items.map(({ question }) => question.blind), slices: [items.map(({ question }) => question.topic)] },
  }
}
