import type { Reader } from './reader.ts'
import { BASE_READERS } from './readers/base.ts'
import { EXCHANGE_READERS } from './readers/exchange.ts'
import { JUDGE_READERS, MODEL_READERS } from './readers/judges.ts'
import { REPORT_READERS } from './readers/report.ts'
import { SUITE_READERS } from './readers/suites.ts'

/** Every function of the project that takes text which a model, a judge or a file wrote. */
export const READERS: readonly Reader[] = [
  ...BASE_READERS,
  ...EXCHANGE_READERS,
  ...JUDGE_READERS,
  ...MODEL_READERS,
  ...REPORT_READERS,
  ...SUITE_READERS,
]
