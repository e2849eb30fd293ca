import { stripVTControlCharacters } from 'node:util'

const RUN_ID = /\b[a-z]+-\d{4}\b/

/** The run that every page tells of, instead of one with another name each time. */
const RUN = 'wren-1234'
const TIME = '2026-11-02T0900'

/** What a command printed without what differs each time: colours, names of runs, times, the folder, lines of progress. */
export function steadyOutput(printed: string, root: string): string {
  const text = stripVTControlCharacters(printed)
    .replaceAll(root, '/home/you/shop')
    .replace(new RegExp(`\\d{4}-\\d\\d-\\d\\dT\\d{4}-${RUN_ID.source.replaceAll('\\b', '')}`, 'g'), `${TIME}-${RUN}`)
    // Set flush with the right margin.
    .replace(new RegExp(`^(.*\\S)( +)(run ${RUN_ID.source})$`, 'gm'), (_, start: string, gap: string, run: string) => {
      const width = start.length + gap.length + run.length
      return `${start}${`run ${RUN}`.padStart(width - start.length)}`
    })
    .replace(/\b\d{4}-\d\d-\d\d(?=[ ,.;)]|$)/gm, '2026-11-02')
    .replace(/\b\d+:\d\d gone/g, '0:01 gone')
    .replace(/^( +Start at +)\S+$/gm, '$109:00:00')
    .replace(/^( +Duration +).*$/gm, '$11.00s')
    .replace(/^( +[✓❯×].* )\d+m?s$/gm, '$1100ms')
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    // How many there are is a matter of the machine.
    .filter((line) => !/^ +\d?\d % .*\bitems\b/.test(line))
  return `${lines
    .join('\n')
    .replace(/^\n+/, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
