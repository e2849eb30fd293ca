import { counted, unlikeTexts } from '../../../kit.ts'
import type { BoardSuite } from '../board.ts'

/** What the mark of a price or time means that is of all suites of a run. */
export const WHOLE_RUN_NOTE = '† Of all suites of the run: its scores.json does not tell them apart.'

/** Why the figures of a suite's models should not be held against each other as they stand; none where nothing speaks against it. */
export function boardWarnings({ runs, unlike, separation: { scored, shared } }: BoardSuite): string[] {
  const [least, most] = [Math.min(...scored), Math.max(...scored)]
  return [
    ...unlikeTexts(unlike, (name) => runs.find((run) => run.name === name)?.label ?? name),
    ...(most > shared
      ? [
          `NOT THE SAME ITEMS: ${least === most ? 'each model has' : `the models have ${least.toLocaleString('en')} to`} ${counted(most, 'scored item')}, and they share ${shared.toLocaleString('en')}. A model's figures are of its own items; places are of items that two models share.`,
        ]
      : []),
  ]
}
