import { z } from 'zod'
import { file } from '../../../kit.ts'

/** Options of the run that `holdfast certify --checklist` makes, `HOLDFAST_CERTIFY_CRITERIA_<OPTION>`. */
export const certifyCriteriaOptions = z.strictObject({
  /** The file of labelled criteria, or `bundled`. */
  file: file.optional(),
})

/** Validated options. */
export type CertifyCriteriaOptions = z.output<typeof certifyCriteriaOptions>
