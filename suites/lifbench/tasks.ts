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
export type TaskId = 'OR' | 'OQ' | 'OE' | 'LSI' | 'LMI' | 'LOI' | 'LOE' | 'LBI' | 'LBE' | 'MB' | 'MF'

/** What is fixed about a task: its names, scoring points and output limit. */
export interface TaskDefinition {
  readonly id: TaskId
  /** Name in the official files, `<scenario>-<subtask>`. */
  readonly official: string
  readonly scenario: Scenario
  /** Key in tasks.json. */
  readonly subtask: string
  /** For people. */
  readonly title: string
  /** Scoring points with their maxima, those of the released code (docs/suites/lifbench.md, R9 to R16). */
  readonly points: Readonly<Record<string, number>>
  /** Names of the points for people. */
  readonly pointTitles: Readonly<Record<string, string>>
  /** Which capabilities a point counts for (docs/suites/lifbench.md, R17). */
  readonly capabilities: Readonly<Record<string, readonly Capability[]>>
  /** Official cap on the answer, in tokens. */
  readonly maxTokens: number
}

const ELEMENT_POINTS = { format: 1, correct: 2, ori: 1 }
const ELEMENT_TITLES = { format: 'format', correct: 'right element', ori: 'from the list' }
const BLUR_TITLES = { ori: 'from the list', position: 'position', format: 'format' }
const BLUR_POINTS = { ori: 1, position: 3, format: 1 }
const BLUR_CAPABILITIES = { ori: ['Ori'], position: ['Spat'], format: ['Fmt'] } as const

/** The tasks in the order of the official files. */
export const TASKS: readonly TaskDefinition[] = [
  {
    id: 'OR',
    official: 'onedoc-repeat',
    scenario: 'onedoc',
    subtask: 'repeat',
    title: 'repeat',
    points: { format: 3, ori: 2, hit: 2, num: 4, correct: 3 },
    pointTitles: {
      format: 'format',
      ori: 'category given',
      hit: 'key sentences found',
      num: 'number of lines',
      correct: 'sentence and category',
    },
    capabilities: { format: ['Fmt'], ori: ['Ori'], hit: ['Recog'], num: ['Num'], correct: ['Logit'] },
    maxTokens: 512,
  },
  {
    id: 'OQ',
    official: 'onedoc-qa',
    scenario: 'onedoc',
    subtask: 'qa',
    title: 'qa',
    points: { correct: 3, format: 2 },
    pointTitles: { correct: 'right option', format: 'format' },
    capabilities: { correct: ['Logit'], format: ['Fmt'] },
    maxTokens: 512,
  },
  {
    id: 'OE',
    official: 'onedoc-extract',
    scenario: 'onedoc',
    subtask: 'extract',
    title: 'extract',
    points: { format: 4, correct: 4, order: 4, ori: 2 },
    pointTitles: { format: 'format', correct: 'right sentences', order: 'order', ori: 'from the text' },
    capabilities: { format: ['Fmt'], correct: ['Recog'], order: ['Spat'], ori: ['Ori'] },
    maxTokens: 512,
  },
  {
    id: 'LSI',
    official: 'list-single_query_id',
    scenario: 'list',
    subtask: 'single_query_id',
    title: 'single id',
    points: ELEMENT_POINTS,
    pointTitles: ELEMENT_TITLES,
    capabilities: { format: ['Fmt'], correct: ['Recog'], ori: ['Ori'] },
    maxTokens: 100,
  },
  {
    id: 'LMI',
    official: 'list-multi_query_id',
    scenario: 'list',
    subtask: 'multi_query_id',
    title: 'multi id',
    points: { format: 2, num: 3, correct: 3, order: 2 },
    pointTitles: { format: 'format', num: 'number of elements', correct: 'right elements', order: 'order' },
    capabilities: { format: ['Fmt'], num: ['Num'], correct: ['Recog'], order: ['Spat'] },
    maxTokens: 512,
  },
  {
    id: 'LOI',
    official: 'list-offset_query_id',
    scenario: 'list',
    subtask: 'offset_query_id',
    title: 'offset id',
    points: ELEMENT_POINTS,
    pointTitles: ELEMENT_TITLES,
    capabilities: { format: ['Fmt'], correct: ['Recog', 'Spat'], ori: ['Ori'] },
    maxTokens: 100,
  },
  {
    id: 'LOE',
    official: 'list-offset_query_element',
    scenario: 'list',
    subtask: 'offset_query_element',
    title: 'offset element',
    points: ELEMENT_POINTS,
    pointTitles: ELEMENT_TITLES,
    capabilities: { format: ['Fmt'], correct: ['Spat'], ori: ['Ori'] },
    maxTokens: 100,
  },
  {
    id: 'LBI',
    official: 'list-blur_offset_query_id',
    scenario: 'list',
    subtask: 'blur_offset_query_id',
    title: 'blur id',
    points: BLUR_POINTS,
    pointTitles: BLUR_TITLES,
    capabilities: BLUR_CAPABILITIES,
    maxTokens: 100,
  },
  {
    id: 'LBE',
    official: 'list-blur_offset_query_element',
    scenario: 'list',
    subtask: 'blur_offset_query_element',
    title: 'blur element',
    points: BLUR_POINTS,
    pointTitles: BLUR_TITLES,
    capabilities: BLUR_CAPABILITIES,
    maxTokens: 100,
  },
  {
    id: 'MB',
    official: 'multidoc-batch_label',
    scenario: 'multidoc',
    subtask: 'batch_label',
    title: 'batch label',
    points: { candi_ori: 3, logit_correct: 3, num_doc: 3, format: 5 },
    pointTitles: { candi_ori: 'labels from the set', logit_correct: 'right labels', num_doc: 'number of documents', format: 'format' },
    capabilities: { candi_ori: ['Ori'], logit_correct: ['Logit'], num_doc: ['Num', 'Recog'], format: ['Fmt'] },
    maxTokens: 4096,
  },
  {
    id: 'MF',
    official: 'multidoc-find_dup_text',
    scenario: 'multidoc',
    subtask: 'find_dup_text',
    title: 'find dup text',
    points: { correct: 4, num_text: 5, ori: 6, format: 5 },
    pointTitles: { correct: 'right groups', num_text: 'number of groups', ori: 'grounded fields', format: 'format' },
    // The repository also maps `correct` to Logit; every published IFP figure leaves it out (docs/suites/lifbench.md, R17).
    capabilities: { correct: ['Recog'], num_text: ['Num', 'Logit'], ori: ['Ori'], format: ['Fmt'] },
    maxTokens: 4096,
  },
]

const BY_OFFICIAL = new Map(TASKS.map((task) => [task.official, task]))
const BY_ID = new Map<string, TaskDefinition>(TASKS.map((task) => [task.id, task]))

/** The task with this official name (`onedoc-repeat`), if there is one. */
export function taskByOfficialName(name: string): TaskDefinition | undefined {
  return BY_OFFICIAL.get(name)
}

/** The task with this paper id (`OR`), if there is one. */
export function taskById(id: string): TaskDefinition | undefined {
  return BY_ID.get(id)
}

/** Weight of a task in ARS: the sum of its points' maxima (paper section 4.1). */
export function taskWeight(task: TaskDefinition): number {
  return Object.values(task.points).reduce((sum, weight) => sum + weight, 0)
}
