import { Command } from 'commander'
import {
  type CommandFlags,
  findRun,
  markdownSummary,
  note,
  numberOption,
  orUndefined,
  printResult,
  readScores,
  redactSecrets,
  usageError,
  withOptions,
} from '../../kit.ts'
import { pullRequest, putComment } from './gitHub.ts'

/** Most characters of a comment that GitHub takes, less what stands around the text. */
const LONGEST = 65_000

/** What stands where there is no run: of a fork, whose workflows get no key, or of one that ended too soon. */
const PENDING = [
  '## ? Pending: no run has decided yet',
  '',
  'A workflow of a fork gets no key. A maintainer who has read the change starts the run by hand: Actions, the workflow holdfast, "Run workflow", with the number of this pull request and the hash of the commit that was read. Where a run was started, its log says why it left no scores.',
].join('\n')

/** `holdfast comment [run] [pull]`: the run's decision as one comment on a pull request. The same command writes it anew in its place. */
export function commentCommand(): Command {
  return withOptions(
    new Command('comment')
      .description('Write what a run decides as one comment on a pull request of GitHub; the next run writes it anew in its place.')
      .argument('[run]', 'the run (default: latest); where there is none the comment says that nothing is decided yet')
      .argument('[pull]', 'number of the pull request (default: that of the event)', numberOption({ whole: true, from: 1 })),
    ['name', 'one comment for each name', 'holdfast'],
  ).action(async (run = 'latest', pull: number | undefined, { name = '' }: CommandFlags) => {
    if (!/^[\w .-]{1,60}$/.test(name))
      throw usageError(`Failed to comment: ${JSON.stringify(name)} is no name. Use letters, digits, spaces, points and hyphens.`)
    const request = await pullRequest(process.env, pull)
    // Told from other comments by what a reader does not see.
    const text = [`<!-- holdfast: ${name} -->`, decision(run) ?? PENDING].join('\n')
    await printResult(undefined, [` ${await putComment(request, text)}`])
  })
}

/** Undefined where there is no such run, or none that has ended. */
function decision(run: string): string | undefined {
  const folder = orUndefined(() => findRun(run, process.cwd()))
  const document = folder && readScores(folder.scores)
  if (!document) {
    note(`no run ${run} has ended here: the comment says that nothing is decided yet`)
    return undefined
  }
  const text = redactSecrets(markdownSummary(document, run))
  if (text.length <= LONGEST) return text
  return `${text.slice(0, text.lastIndexOf('\n', LONGEST))}\n\n… the rest stands in report.md of the run`
}
