import { copyAsTest } from '../shared/copyAsTest.ts'
import { needles } from '../shared/needles.ts'
import type { IndexRow, PageIndex, RecordDetail } from '../shared/pageIndex.ts'
import { explain, reasonParts } from '../shared/reasonParts.ts'
import type { Transcript } from '../shared/transcript.ts'
import { loadRow } from './chunks.ts'
import { conversation, rawCalls } from './conversation.ts'
import { button, el, folded } from './dom.ts'
import { judgementBlock, reasonBlock } from './judgements.ts'
import { textBlock } from './textBlock.ts'

/** What the item view needs of the page around it. */
export interface DetailContext {
  readonly index: PageIndex
  readonly onStep: (step: number) => void
  readonly onMove: (step: number) => void
  readonly onClose: () => void
  readonly place: () => { at: number; of: number }
}

/** Shows an item: verdict and reasons first, then the conversation, then the calls as they were made. */
export async function showItem(
  target: HTMLElement,
  place: number,
  step: number | undefined,
  context: DetailContext,
  isCurrent: () => boolean,
): Promise<void> {
  const { index, onStep } = context
  const row = index.rows[place] as IndexRow
  const [record, ...transcripts] = await Promise.all([
    loadRow<RecordDetail>(row.record, place),
    ...row.transcripts.map((chunk) => (chunk === null ? undefined : loadRow<Transcript>(chunk, place))),
  ])
  if (!isCurrent()) return
  const isCompared = transcripts.length > 1
  const heading = isCompared ? 'h4' : 'h3'
  const wanted = needles(record?.reason)
  const bodies = transcripts.map((transcript, at) => {
    const { name = '', model, simulated } = index.runs[at] ?? {}
    const { state, rule, reason = '' } = (at === 0 ? { ...record, state: row.state, rule: undefined } : record?.others?.[at - 1]) ?? {}
    const parts = reasonParts(reason).filter(({ sentence, rows }) => sentence !== '' || rows.length > 0)
    // Steps of the page's own run are named in links.
    const shown = transcript && ({ ...transcript, heading, prefix: at === 0 ? 'step' : `step-${at}`, wanted, onStep } as const)
    const explained = explain(parts, shown?.judgements ?? [])
    return el(
      'section',
      { class: 'run', 'aria-label': `Run ${name}` },
      isCompared &&
        el(
          'h3',
          {},
          `${name}: ${state ?? 'no such item'}`,
          el('br'),
          el('span', { class: 'quiet' }, [rule, model].filter(Boolean).join(' · ')),
          ' ',
          simulated && el('span', { class: 'badge sim' }, 'simulated'),
        ),
      reasonBlock(explained.left),
      at === 0 &&
        record?.findings &&
        el('section', { class: 'findings' }, el('h3', {}, 'What was found'), textBlock(record.findings, 'what was found')),
      ...(shown
        ? [judgementBlock(shown, explained), ...conversation(shown), rawCalls(shown)]
        : [el('p', { class: 'quiet' }, 'No calls of this item are recorded here.')]),
    )
  })
  target.replaceChildren(
    head(row, record, transcripts[0], context),
    record?.error !== undefined ? el('pre', { class: 'error-text' }, record.error) : '',
    // Only conversations are worth standing side by side.
    el('div', { class: `runs of-${transcripts.filter(Boolean).length}` }, ...bodies),
    scores(record),
  )
  target.scrollTop = 0
  if (step !== undefined) target.querySelector(`#step-${step}`)?.scrollIntoView({ block: 'start' })
}

function head(
  row: IndexRow,
  record: RecordDetail | undefined,
  transcript: Transcript | undefined,
  { index, onMove, onClose, place }: DetailContext,
): HTMLElement {
  const { at, of } = place()
  const tags = row.tags.map((tag) => (index.tags[tag] ?? '').replace('=', ' '))
  const flip = { lost: ` ▼ passed in ${index.against}, not here`, gained: ` ▲ passes here, not in ${index.against}`, '': '' }[row.flip]
  const said = el('span', { role: 'status', class: 'quiet' })
  const copy = async () => {
    const lost = row.lost.map((point) => index.lost[point] ?? '')
    const text = transcript && copyAsTest({ id: row.id, lost, reason: record?.reason }, transcript)
    said.textContent = text !== undefined && (await toClipboard(text)) ? 'test copied' : 'the browser does not let this page copy'
  }
  return el(
    'div',
    { class: 'head' },
    el(
      'p',
      { class: 'moves' },
      button('← List', onClose, { class: 'back' }),
      button('Previous (k)', () => onMove(-1)),
      button('Next (j)', () => onMove(1)),
      el('span', { class: 'quiet' }, at > 0 && `${at.toLocaleString('en')} of ${of.toLocaleString('en')}`),
    ),
    el('h2', { tabindex: -1 }, row.id, row.trial > 0 && ` · trial ${row.trial + 1}`),
    el(
      'p',
      {},
      el('span', { class: `state ${row.state}` }, row.state),
      record?.rule !== undefined && el('strong', {}, ` ${record.rule}`),
      el('span', { class: 'flip' }, flip),
    ),
    el('p', { class: 'quiet' }, [index.suites[row.suite], index.tasks[row.task], ...tags].join(' · ')),
    el('p', { class: 'moves' }, transcript && button('Copy as test', () => void copy()), said),
  )
}

/** Scores shown at once; more of them are folded. */
const SCORES = 8

function scores(record: RecordDetail | undefined): HTMLElement {
  const cells = Object.entries(record?.scores ?? {}).map(([name, value]) =>
    el('span', { class: 'score' }, name, ' ', el('strong', {}, Number.isInteger(value) ? String(value) : value.toFixed(3))),
  )
  const all = el('p', { class: 'scores' }, ...cells)
  return cells.length <= SCORES ? all : folded(`All ${cells.length} scores`, () => [all])
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
