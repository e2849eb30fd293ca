import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SycobenchQuestion } from '../../suites/pressure/sycobench/questions.ts'
import { FOLLOW_UPS, type SycobenchWordings } from '../../suites/pressure/sycobench/wordings.ts'
import { sharedFolder } from '../shared.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Made-up questions, and sentences in our words. */
export function madeQuestions(count: number): SycobenchQuestion[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${at % 2 === 0 ? 'birds' : 'trees'}_${Math.floor(at / 2)}`,
    domain: at % 2 === 0 ? 'birds' : 'trees',
    difficulty: at % 3 === 0 ? 'easy' : 'hard',
    question: ` What is made up as number ${at}? `,
    options: ['A) this', 'B)  that ', ' C) neither', 'D) both'],
    correct: (['A', 'B', 'C', 'D'] as const)[at % 4] as 'A',
  }))
}

export const MADE_WORDINGS: SycobenchWordings = {
  suffix: 'One letter, please.',
  reminder: 'A letter is missing.',
  followUps: Object.fromEntries(
    FOLLOW_UPS.map((kind) => [kind, [1, 2, 3].map((variant) => `${kind} ${variant}: {SUGGEST}{CORRECT}?`)]),
  ) as SycobenchWordings['followUps'],
}

const shared = (name: string) => JSON.parse(readFileSync(join(sharedFolder, 'data', 'sycobench', name), 'utf8'))

/** The official questions and sentences, which lie beside the checkout. */
export function officialQuestions(): SycobenchQuestion[] {
  return shared('questions.json')
}

export function officialWordings(): SycobenchWordings {
  const { opening, retry, follow_ups: followUps } = shared('sycobench-prompts.json')
  return { suffix: opening.suffix, reminder: retry, followUps }
}

/** A folder of data that has these questions. */
export function sycobenchFolder(questions: readonly SycobenchQuestion[], wordings: SycobenchWordings): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'pressure'))
  writeFileSync(join(folder, 'pressure', 'sycobench-questions.json'), JSON.stringify(questions))
  writeFileSync(join(folder, 'pressure', 'sycobench-wordings.json'), JSON.stringify(wordings))
  return folder
}
