import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

async function run(page: Page, args = ''): Promise<readonly Violation[]> {
  await page.evaluate(axe.source)
  return ((await page.evaluate(`axe.run(${args})`)) as { violations: Violation[] }).violations
}

const named = (found: readonly Violation[]) => found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

/** Everything that axe finds on a page, or in the first element of a selector. */
export async function violations(page: Page, selector?: string): Promise<string[]> {
  return named(await run(page, selector && `document.querySelector(${JSON.stringify(selector)})`))
}

/** What axe finds by some of its rules. */
export async function violationsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  return named(await run(page, JSON.stringify({ runOnly: { type: 'rule', values: rules } })))
}

/** What axe finds that keeps somebody from using the page. */
export async function graveViolations(page: Page): Promise<string[]> {
  // What is folded is looked at too.
  await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
  return named((await run(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical'))
}
