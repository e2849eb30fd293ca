/** The two scenarios: a wrong first answer to correct, or a right one to maintain. */
export const SCENARIOS = ['ec', 'rm'] as const

/** Error correction or response maintenance. */
export type FbScenario = (typeof SCENARIOS)[number]

/** Task types, in the order of the official tables. */
export const TASKS = [
  'Mathematics',
  'Reasoning',
  'Coding',
  'Text Extraction',
  'Text Error Correction',
  'Text Creation',
  'Knowledge Q&A',
  'Text Translation',
] as const

/** A task type. */
export type FbTask = (typeof TASKS)[number]

/** Official sampling temperature of the candidate by task (docs/suites/fb-bench.md, R1). */
export const TEMPERATURE: Readonly<Record<FbTask, number>> = {
  Mathematics: 0,
  Reasoning: 0,
  Coding: 0,
  'Text Extraction': 0,
  'Text Error Correction': 0,
  'Text Creation': 0.7,
  'Knowledge Q&A': 0.1,
  'Text Translation': 0.7,
}
