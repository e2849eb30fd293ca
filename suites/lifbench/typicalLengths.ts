import type { TaskId } from './tasks.ts'

/**
 * How many tokens an answer has as a rule, for `holdfast plan`: the mean of the reference answers of the bundled data at 4k and
 * 8k, in o200k_base. Tasks ask for a form, so that answers of models are about as long; the official repository has no outputs.
 */
export const TYPICAL_TOKENS: Readonly<Record<TaskId, number>> = {
  OR: 150,
  OQ: 2,
  OE: 100,
  LSI: 16,
  LMI: 110,
  LOI: 16,
  LOE: 16,
  LBI: 16,
  LBE: 16,
  MB: 140,
  MF: 110,
}
