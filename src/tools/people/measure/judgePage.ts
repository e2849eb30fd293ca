import { pageBlocks, pageDocument } from '../../../kit.ts'
import { judgeBlocks, judgeSectionId, judgeTitle } from './judgeBlocks.ts'
import type { JudgeReport } from './measuredJudge.ts'

/** A judge against people as one file for a browser. It loads nothing and runs no script; texts of models are shown as text. */
export function judgePage(report: JudgeReport): string {
  return pageDocument({
    heading: 'judge against people',
    simulated: report.simulated,
    links: report.sections.map((section, at) => ({ href: `#${judgeSectionId(at)}`, text: judgeTitle(section) })),
    summary: pageBlocks(judgeBlocks(report)),
  })
}
