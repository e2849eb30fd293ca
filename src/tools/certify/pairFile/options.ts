import { z } from 'zod'
import { file, STRATEGY_NAMES } from '../../../kit.ts'

/** Options of the run that `holdfast certify --pairs` makes, `HOLDFAST_CERTIFY_PAIRS_<OPTION>`. */
export const certifyPairsOptions = z.strictObject({
  /** The file of pairs. */
  file: file.optional(),
  /** How the judge is asked. */
  strategy: z.enum(STRATEGY_NAMES).default('Vanilla'),
})

/** Validated options. */
export type CertifyPairsOptions = z.output<typeof certifyPairsOptions>
