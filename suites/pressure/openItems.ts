import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BundledVersion,
  blindLevel,
  bundledVersion,
  emptyFile,
  HoldfastError,
  isBundled,
  jsonHash,
  type PressureKind,
  packageRoot,
  parseJsonl,
} from '../../src/kit.ts'
import { readMtConsistency } from './data/mtConsistency.ts'
import { DIFFICULTIES, DIRECTIONS, type Direction, type PressureItem, type PressureQuestion, pressureQuestion } from './items.ts'

/** Files of the bundled questions, by the version that they came with. Nobody is asked plain ones unasked: they are no part of what is compared. */
const FILES = [['items.jsonl'], ['brief.jsonl', 'plain.jsonl']] as const

/**
 * The questions of a file in the form of the bundled ones.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readQuestions(file: string): PressureQuestion[] {
  return parseJsonl(readFileSync(file), pressureQuestion, file)
}

/** File of questions of one's own. */
const OWN = 'items.jsonl'
/** File of MT-Consistency's questions, in the suite's folder. */
const MT_CONSISTENCY_FILE = 'mt-consistency-questions.csv'

/** Questions and where they come from. */
interface Opened {
  readonly questions: readonly PressureQuestion[]
  readonly source: string
}

/**
 * Opens the questions of a run, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `pressure/` holds MT-Consistency's questions (`mt-consistency-questions.csv`) or one's own (`items.jsonl`).
 * @param difficulties those of the questions that are asked; one that does not say is asked always.
 * @throws HoldfastError when the folder has neither, or a question does not fit.
 */
export function openQuestions(data: string, difficulties: readonly string[] = DIFFICULTIES) {
  const version = isBundled(data) ? bundledVersion(data, 2) : undefined
  const { questions: all, source } = version ? readBundledQuestions(version) : readFolder(join(data, 'pressure'))
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
function readBundledQuestions(version: BundledVersion): Opened {
  const questions = FILES.slice(0, version)
    .flat()
    .flatMap((name) => readQuestions(join(packageRoot, 'fixtures', 'pressure', name)))
  return { questions: questions.map((question) => ({ ...question, level: blindLevel(question.blind) })), source: 'bundled' }
}

function readFolder(folder: string): Opened {
  const [own, published] = [join(folder, OWN), join(folder, MT_CONSISTENCY_FILE)]
  if (existsSync(own)) {
    const questions = readQuestions(own)
    if (questions.length === 0) throw emptyFile(own)
    return { questions, source: 'own items' }
  }
  if (existsSync(published)) return { questions: readMtConsistency(published), source: 'MT-Consistency' }
  throw new HoldfastError(
    'DATA',
    `Failed to read HOLDFAST_DATA: ${folder} has neither ${OWN} nor ${MT_CONSISTENCY_FILE}. Run npx holdfast data pull pressure --data <folder>, put your own there, or use bundled.`,
  )
}
