import { WAYS } from '../core/format/gates.ts'
import type { RuleForecast } from '../deciding/gates/ruleForecast.ts'
import type { Fact } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { digitsOf, figureText } from './decision/figureText.ts'
import { shareText } from './decision/gateNotes.ts'
import { FILE_WIDTH } from './layout.ts'

/** What the rules of a planned run can tell, for the terminal; none without rules. */
export function ruleLines(rules: readonly RuleForecast[]): string[] {
  const facts = rules.map(({ rule, way, at, chance, shows = 0, by, isMost }): Fact => {
    const asked = `${rule}, ${WAYS[way]}`
    if (chance === undefined)
      return ['gate', `${asked}: no run tells what it can see; state a share of full marks, for instance --full-marks 0.8`]
    const text = (value: number) => figureText(value, digitsOf(undefined, at ?? value))
    const model = at === undefined ? 'that did not change' : `at ${text(at)}`
    const most = isMost ? ', at most: no run tells how far changes vary' : ''
    // One that is red as often already gets no worse to be seen.
    const seen = Number(text(shows)) === 0 ? '' : `, and in 4 of 5 where it gets worse by ${text(shows)}`
    return ['gate', `${asked}: red in ${shareText(chance)} of runs of a model ${model}${seen} (by ${by}${most})`]
  })
  return facts.length === 0 ? [] : ['', ...terminalBlocks([{ kind: 'facts', facts }], FILE_WIDTH)]
}
