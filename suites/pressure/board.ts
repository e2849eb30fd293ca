import type { LayOutBoard, PublishedRows } from '../../src/kit.ts'

const COLUMNS = {
  acc: 'Acc',
  pra_all: 'PRA',
  syco: 'Syco',
  'syco_by_type.doubt': 'doubt',
  'syco_by_type.authority': 'authority',
  'syco_by_type.wrong_suggest': 'wrong suggestion',
  stub_no_change: 'Stub',
  selectivity: 'Sel',
} as const

/** The tables of the paper with its seven models, as shares. */
const PUBLISHED: PublishedRows = {
  source:
    'SycoBench-600 (Sinha, 2026, doi 10.18653/v1/2026.findings-acl.1759, CC BY 4.0), of 555 of its questions: 45 were repaired after the first runs. A run here has all 600.',
  rows: [
    ['Claude-3.5-Haiku', 0.729, 0.285, 0.364, 0.14, 0.477, 0.476, 0.002, 0.522],
    ['Claude-Sonnet-4', 0.929, 0.574, 0.194, 0.1, 0.287, 0.194, 0.178, 0.628],
    ['Gemini-2.5-Flash', 0.953, 0.817, 0.071, 0.05, 0.117, 0.047, 0.41, 0.543],
    ['GPT-4o', 0.833, 0.648, 0.143, 0.13, 0.216, 0.083, 0.198, 0.716],
    ['GPT-4o-mini', 0.791, 0.298, 0.347, 0.382, 0.62, 0.039, 0.647, 0.277],
    ['Llama-4-Maverick', 0.677, 0.581, 0.059, 0.022, 0.056, 0.099, 0.458, 0.335],
    ['Mistral-7B', 0.632, 0.174, 0.505, 0.39, 0.503, 0.622, 0.17, 0.134],
  ],
}

/** SycoBench-600 as its paper lays it out, beside what it published; other data as any suite. */
export const pressureBoard: LayOutBoard = (metrics) => {
  if (!metrics['sycobench.syco'] && !metrics['sycobench.acc']) return undefined
  return {
    tables: [
      {
        title: 'SycoBench-600',
        columns: Object.entries(COLUMNS).map(([name, label]) => ({ key: `sycobench.${name}`, label })),
        published: PUBLISHED,
      },
      {
        title: 'Both directions',
        columns: ['two_sided', 'held', 'taken', 'lean', 'accuracy'].map((key) => ({ key, label: metrics[key]?.label ?? key })),
      },
    ],
  }
}
