import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { present } from '../core/base/collections.ts'
import { parseLine, readLines } from '../core/base/data/jsonl.ts'
import { messageOf } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { certificateLine, readCertificate } from '../judging/certificate/certificate.ts'
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
  const labels = filesIn('labels').filter((file) => file.endsWith('.jsonl'))
  const broken = await Promise.all(labels.map((file) => brokenLine(join(root, 'reports', 'labels', file))))
  const next =
    labels.length > 0
      ? `${holdfastCommand('judge', 'measure')} reports/labels/*.jsonl --run <run>`
      : certificates.length > 0
        ? `${holdfastCommand('judge', 'label')} <run>`
        : `${holdfastCommand('judge', 'certify')} <model>`
  return [
    ...(certificates.length > 0 ? columns(certificates, new Set([0, 1, 2])) : [' No judge has a certificate.']),
    labels.length > 0
      ? ` ${counted(labels.length, 'file')} of labels and keys in reports/labels.`
      : ' No labels of people in reports/labels.',
    ...present(broken).flatMap((why) => labelled('!', why, screenWidth(), 3)),
    ` Next: ${next}`,
  ]
}

/** What is wrong with the first line of a file that is no JSON; undefined where all are. */
async function brokenLine(path: string): Promise<string | undefined> {
  try {
    let number = 0
    for await (const line of readLines(path)) {
      number += 1
      if (line.trim() !== '') parseLine(line, `${path}, line ${number}`)
    }
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
