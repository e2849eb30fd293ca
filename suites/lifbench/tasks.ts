import { sum } from '../../src/kit.ts'

/** The three scenarios of LIFBench, paper section 3.2. */
export type Scenario = 'onedoc' | 'list' | 'multidoc'

/** Capabilities of the score-to-capability map, paper section 4.2. */
export type Capability = 'Ori' | 'Num' | 'Spat' | 'Fmt' | 'Logit' | 'Recog'

/** The capabilities in words, in the order of the paper. */
export const CAPABILITY_TITLES: Readonly<Record<Capability, string>> = {
  Ori: 'original content',
  Num: 'numbers',
  Spat: 'spatial order',
  Fmt: 'format',
  Logit: 'logic',
  Recog: 'recognition',
}

/** Paper ids of the eleven tasks. */
export const TASK_IDS = ['OR', 'OQ', 'OE', 'LSI', 'LMI', 'LOI', 'LOE', 'LBI', 'LBE', 'MB', 'MF'] as const
/** One of {@link TASK_IDS}. */
export type TaskId = (typeof TASK_IDS)[number]

/** What is fixed about a task: its names, scoring points and output limit. */
export type TaskDefinition = Readonly<ReturnType<typeof task>>

/** Of a point its maximum, its name for people, and the capabilities that it counts for (docs/suites/lifbench.md, R17). */
type Point = readonly [most: number, title: string, ...capabilities: Capability[]]

/** Scoring points, those of the released code (docs/suites/lifbench.md, R9 to R16). */
type Points = Readonly<Record<string, Point>>

/**
 * @param subtask key in tasks.json.
 * @param title for people.
 * @param tokens how many an answer has as a rule, for `holdfast plan`: the mean of the reference answers of the bundled data at 4k and
 * 8k, in o200k_base; tasks ask for a form, so that answers of models are about as long, and the official repository has no outputs. Then
 * the official cap on an answer.
 */
function task(
  id: TaskId,
  scenario: Scenario,
  subtask: string,
  title: string,
  [typicalTokens, maxTokens]: readonly [typical: number, most: number],
  points: Points,
) {
  return {
    id,
    /** Name in the official files. */ official: `${scenario}-${subtask}`,
    scenario,
    subtask,
    title,
    points,
    maxTokens,
    typicalTokens,
  }
}

const element = (...capabilities: Capability[]): Points => ({
  format: [1, 'format', 'Fmt'],
  correct: [2, 'right element', ...capabilities],
  ori: [1, 'from the list', 'Ori'],
})
const BLUR: Points = {
  ori: [1, 'from the list', 'Ori'],
  position: [3, 'position', 'Spat'],
  format: [1, 'format', 'Fmt'],
}

/** The tasks in the order of the official files. */
export const TASKS: readonly TaskDefinition[] = [
  task('OR', 'onedoc', 'repeat', 'repeat', [150, 512], {
    format: [3, 'format', 'Fmt'],
    ori: [2, 'category given', 'Ori'],
    hit: [2, 'key sentences found', 'Recog'],
    num: [4, 'number of lines', 'Num'],
    correct: [3, 'sentence and category', 'Logit'],
  }),
  task('OQ', 'onedoc', 'qa', 'qa', [2, 512], { correct: [3, 'right option', 'Logit'], format: [2, 'format', 'Fmt'] }),
  task('OE', 'onedoc', 'extract', 'extract', [100, 512], {
    format: [4, 'format', 'Fmt'],
    correct: [4, 'right sentences', 'Recog'],
    order: [4, 'order', 'Spat'],
    ori: [2, 'from the text', 'Ori'],
  }),
  task('LSI', 'list', 'single_query_id', 'single id', [16, 100], element('Recog')),
  task('LMI', 'list', 'multi_query_id', 'multi id', [110, 512], {
    format: [2, 'format', 'Fmt'],
    num: [3, 'number of elements', 'Num'],
    correct: [3, 'right elements', 'Recog'],
    order: [2, 'order', 'Spat'],
  }),
  task('LOI', 'list', 'offset_query_id', 'offset id', [16, 100], element('Recog', 'Spat')),
  task('LOE', 'list', 'offset_query_element', 'offset element', [16, 100], element('Spat')),
  task('LBI', 'list', 'blur_offset_query_id', 'blur id', [16, 100], BLUR),
  task('LBE', 'list', 'blur_offset_query_element', 'blur element', [16, 100], BLUR),
  task('MB', 'multidoc', 'batch_label', 'batch label', [140, 4096], {
    candi_ori: [3, 'labels from the set', 'Ori'],
    logit_correct: [3, 'right labels', 'Logit'],
    num_doc: [3, 'number of documents', 'Num', 'Recog'],
    format: [5, 'format', 'Fmt'],
  }),
  task('MF', 'multidoc', 'find_dup_text', 'find dup text', [110, 4096], {
    // The repository also maps `correct` to Logit; every published IFP figure leaves it out (docs/suites/lifbench.md, R17).
    correct: [4, 'right groups', 'Recog'],
    num_text: [5, 'number of groups', 'Num', 'Logit'],
    ori: [6, 'grounded fields', 'Ori'],
    format: [5, 'format', 'Fmt'],
  }),
]

/** The task with this official name (`onedoc-repeat`), if there is one. */
export function taskByOfficialName(name: string): TaskDefinition | undefined {
  return TASKS.find(({ official }) => official === name)
}

/** The task with this paper id (`OR`), if there is one. */
export function taskById(id: string): TaskDefinition | undefined {
  return TASKS.find((task) => task.id === id)
}

/** Weight of a task in ARS: the sum of its points' maxima (paper section 4.1). */
export function taskWeight({ points }: TaskDefinition): number {
  return sum(Object.values(points).map(([most]) => most))
}
