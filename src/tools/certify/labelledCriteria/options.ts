import { z } from 'zod'

/** Options of the run that `holdfast certify --checklist` makes, `HOLDFAST_CERTIFY_CRITERIA_<OPTION>`. */
export const certifyCriteriaOptions = z.strictObject({
  /** The file of labelled criteria, or `bundled`. */
  file: z.string().min(1).optional(),
})

/** Validated options. */
export type CertifyCriteriaOptions = z.output<typeof certifyCriteriaOptions>
