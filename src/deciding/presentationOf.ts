import type { Presentation } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import type { Figures } from './figures.ts'

/** How the figures of a suite are shown, as its scores.json keeps it. */
export function presentationOf(
  { roles, tasks, display, headline }: Pick<SuitePlan, 'roles' | 'tasks' | 'display' | 'headline'>,
  { compared, lowerIsBetter, ranges, labels, about }: Pick<Figures, 'compared' | 'lowerIsBetter' | 'ranges' | 'labels' | 'about'>,
): Presentation {
  // JSON has no infinity; such a range is guessed from the figures where it is needed.
  const finite = headline?.range.every(Number.isFinite) ? headline : undefined
  return JSON.parse(
    JSON.stringify({
      roles,
      tasks: tasks.map(({ task, title }) => ({ task, title })),
      display,
      headline: finite,
      about,
      labels,
      ranges,
      compared,
      lowerIsBetter,
    }),
  ) as Presentation
}
