import { type ChecklistCertificate, type CommandRun, checklistPromptHash } from '../../../kit.ts'
import { certifiedRun } from '../certifiedRun.ts'
import { certifyCriteriaSuite } from './suite.ts'

/**
 * The certificate that a run of labelled criteria earns its judge.
 *
 * @param set name of the set.
 * @param days it is good for, from the run's beginning.
 * @throws HoldfastError for a run that is not complete, or of which too much was cut off.
 */
export function checklistCertificate(run: CommandRun, set: string, days: number): ChecklistCertificate {
  const { common, figure } = certifiedRun(run, certifyCriteriaSuite.name, days, 'answers')
  const accuracy = figure('accuracy')
  return {
    ...common,
    kind: 'checklist',
    set,
    promptSha256: checklistPromptHash(),
    criteria: accuracy.n,
    accuracy,
    sensitivity: figure('sensitivity'),
    specificity: figure('specificity'),
    kappa: figure('kappa'),
  }
}
