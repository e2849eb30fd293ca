import type { Presentation } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import type { SuiteResult } from './figures.ts'

/** How the figures of a suite are laid out, as its scores.json keeps it. */
export function presentationOf(
  { roles, tasks, display }: Pick<SuitePlan, 'roles' | 'tasks' | 'display'>,
  { headline, about }: Pick<SuiteResult, 'headline' | 'about'>,
): Presentation {
  return JSON.parse(
    JSON.stringify({
      roles,
      tasks: tasks.map(({ task, title }) => ({ task, title })),
      display,
      headline,
      about,
    }),
  ) as Presentation
}
