import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { present } from '../core/base/collections.ts'
import { parseLine, readLines } from '../core/base/data/jsonl.ts'
import { isObject } from '../core/base/data/parseJson.ts'
import { messageOf } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { BUNDLED_CRITERIA, certificateLine, readCertificate } from '../judging/certificate/certificate.ts'
import { columns, labelled, screenWidth } from '../reports/layout.ts'
import { printResult } from '../running/commands/output.ts'

/** `holdfast judge`: certificates and labels that there are, and the next step. */
export function judgeCommand(): Command {
  return new Command('judge')
    .description('Say which judges have certificates, what people labelled, and what to do next.')
    .action(async () => printResult(undefined, await standing(process.cwd())))
}

async function standing(root: string): Promise<string[]> {
  const filesIn = (...folder: readonly string[]) => {
    const path = join(root, 'reports', ...folder)
    return existsSync(path) ? readdirSync(path).sort() : []
  }
  const certificates = filesIn('judges').flatMap((file) => {
    if (!file.endsWith('.json')) return []
    const found = readCertificate(join(root, 'reports', 'judges', file))
    const until = found.problem === undefined ? `until ${found.expires.slice(0, 10)}` : ''
    return [[singleLine(found.problem === undefined ? found.judge : file), certificateLine(found), until]]
  })
  const there = filesIn('labels')
  const labels = there.filter((file) => file.endsWith('.jsonl'))
  const read = await Promise.all(labels.map((file) => readLabels(join(root, 'reports', 'labels', file))))
  // A file that cannot be read may have some.
  const isLabelled = read.some(({ hasLabel, broken }) => hasLabel || broken !== undefined)
  return [
    ...(certificates.length > 0 ? columns(certificates, new Set([0, 1, 2])) : [' No judge has a certificate.']),
    labels.length > 0
      ? ` ${counted(labels.length, 'file')} of labels and keys in reports/labels${isLabelled ? '' : ': no rater has saved a label yet'}.`
      : ' No labels of people in reports/labels.',
    ...present(read.map(({ broken }) => broken)).flatMap((why) => labelled('!', why, screenWidth(), 3)),
    ...nextLines(labels.length === 0 ? undefined : isLabelled, certificates.length > 0, there),
  ]
}

/** What to do next. @param isLabelled undefined where there are no files of labels. @param there files in `reports/labels`. */
function nextLines(isLabelled: boolean | undefined, isCertified: boolean, there: readonly string[]): string[] {
  // Nothing is written by a measure: what comes after it is said beside it.
  if (isLabelled)
    return [
      ` Next: ${holdfastCommand('judge', 'measure')} reports/labels/*.jsonl --run <run>`,
      ` Then: ${holdfastCommand('merge')} <run> --out reports/runs/corrected`,
      '       gives the metrics of the run as people would have them.',
    ]
  if (isLabelled === undefined)
    return isCertified
      ? [` Next: ${holdfastCommand('judge', 'label')} <run>`]
      : [
          ` Next: ${holdfastCommand('judge', 'certify')} <model> --from ${BUNDLED_CRITERIA}`,
          '       for verdicts on criteria: FB-Bench, toPassRubric.',
          ` Or:   ${holdfastCommand('judge', 'certify')} <model>`,
          '       for comparisons: LLMBar, toBePreferredOver.',
        ]
  const [page, ...others] = there.filter((file) => file.endsWith('.html'))
  const open =
    page !== undefined && others.length === 0 ? `open reports/labels/${singleLine(page)} in a browser` : 'open the pages of the raters'
  return labelled('Next:', `${open}, rate, and put the saved file into reports/labels.`, screenWidth(), 7)
}

/** Whether a file has a label of a person, and what is wrong with its first line that is no JSON, if one is none. */
async function readLabels(path: string): Promise<{ hasLabel: boolean; broken?: string }> {
  let [hasLabel, number] = [false, 0]
  try {
    for await (const line of readLines(path)) {
      number += 1
      const value = line.trim() === '' ? undefined : parseLine(line, `${path}, line ${number}`)
      hasLabel ||= isObject(value) && ('value' in value || 'human' in value)
    }
    return { hasLabel }
  } catch (error) {
    return { hasLabel, broken: messageOf(error) }
  }
}
