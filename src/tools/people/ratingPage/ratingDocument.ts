import { clientFile, html, Markup, pageHead, scriptJson } from '../../../kit.ts'
import type { SheetData } from './shared/sheetData.ts'

/** A rating page as one file: styles, script and texts inline, and a policy that lets nothing else run or load. */
export function ratingDocument(sheet: SheetData): string {
  const [script, style] = [clientFile('rating.js'), clientFile('rating.css')]
  const heading = `Rating · ${sheet.rater}`
  return html`<!doctype html>
<html lang="en">
${pageHead({ title: heading, style, script })}
<body>
<a class="skip" href="#main">Skip to the question</a>
<header class="top"><h1>${heading}</h1><div id="files"></div></header>
<main id="main" tabindex="-1">
<noscript><p class="note">This page needs scripts. Open it in a browser that runs them.</p></noscript>
</main>
<p id="said" class="unseen" role="status"></p>
<script type="application/json" id="sheet">${new Markup(scriptJson(sheet))}<\/script>
<script>${new Markup(script)}<\/script>
</body>
</html>
`.html
}
