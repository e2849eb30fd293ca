import { copyAsTest } from '../shared/copyAsTest.ts'
import { explain } from '../shared/explain.ts'
import { needles } from '../shared/needles.ts'
import type { PageCase } from '../shared/pageCase.ts'
import type { IndexRow, PageIndex, RecordDetail } from '../shared/pageIndex.ts'
import { type ReasonPart, reasonParts } from '../shared/reasonParts.ts'
import type { Transcript } from '../shared/transcript.ts'
import { Answers } from './answers.ts'
import { rawCalls } from './calls.ts'
import { caseSections } from './caseSections.ts'
import { loadRow } from './chunks.ts'
import { conversation, type Heading } from './conversation.ts'
import { button, type Child, el } from './dom.ts'
import { judgementBlock } from './judgements.ts'
import { legend } from './legend.ts'
import { reasonBlock } from './reason.ts'

/** What the item view needs of the page around it. */
export interface DetailContext {
  readonly index: PageIndex
  readonly linkTo: (row: number, step?: number) => string
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
  const { index } = context
  const row = index.rows[place] as IndexRow
  const [record, ...transcripts] = await Promise.all([
    loadRow<RecordDetail>(`${index.kind}-records-${row.record}`, place),
    ...row.transcripts.map((chunk) => (chunk === null ? undefined : loadRow<Transcript>(chunk, place))),
  ])
  const found = record?.cases === undefined ? undefined : await loadRow<PageCase>(record.cases, place)
  if (!isCurrent()) return
  const [own] = transcripts
  const wanted = needles(record?.reason)
  const bodies = transcripts.map((transcript, at) => {
    const run = index.runs[at]
    const other = at === 0 ? undefined : record?.others?.[at - 1]
    const parts = reasonParts((at === 0 ? record?.reason : other?.reason) ?? '').filter(
      ({ sentence, rows }) => sentence !== '' || rows.length > 0,
    )
    const heading = transcripts.length > 1 ? 'h4' : 'h3'
    const cases = at === 0 && found ? caseSections(found, heading) : []
    return el(
      'section',
      { class: 'run', 'aria-label': run ? `Run ${run.name}` : 'Conversation' },
      transcripts.length > 1 &&
        el(
          'h3',
          {},
          `${run?.name ?? ''}: ${at === 0 ? row.state : (other?.state ?? 'no such item')}`,
          el('br'),
          el('span', { class: 'quiet' }, [at === 0 ? undefined : other?.rule, run?.model].filter((text) => text !== undefined).join(' · ')),
          run?.simulated && ' ',
          run?.simulated && el('span', { class: 'badge sim' }, 'simulated'),
        ),
      ...(transcript
        ? itemBody(
            transcript,
            at === 0 ? transcripts[1] : undefined,
            index.runs[1]?.name ?? '',
            parts,
            cases,
            wanted,
            context.onStep,
            stepPrefix(at),
            heading,
          )
        : [reasonBlock(parts), ...cases, el('p', { class: 'quiet' }, 'No calls of this item are recorded here.')]),
    )
  })
  target.replaceChildren(
    head(row, place, record, own, context),
    record?.error !== undefined ? el('pre', { class: 'error-text' }, record.error) : '',
    // Only conversations are worth standing side by side.
    el('div', { class: `runs of-${transcripts.filter((transcript) => transcript !== undefined).length}` }, ...bodies),
    scores(record),
    legend(),
  )
  target.scrollTop = 0
  if (step !== undefined) target.querySelector(`#step-${step}`)?.scrollIntoView({ block: 'start' })
}

/** What one run has of an item: why it failed, the judgements, the conversation, the calls. */
function itemBody(
  transcript: Transcript,
  other: Transcript | undefined,
  against: string,
  parts: readonly ReasonPart[],
  cases: readonly Child[],
  wanted: readonly string[],
  onStep: (step: number) => void,
  prefix: string,
  heading: Heading,
): Child[] {
  const answers = new Answers(transcript, other, against)
  // First, as it fills in the answers that judgements link to.
  const talk = conversation(transcript, answers, wanted, onStep, prefix, heading)
  const explained = explain(parts, transcript.judgements)
  return [
    reasonBlock(explained.left),
    ...cases,
    judgementBlock(transcript, explained, answers, prefix, heading),
    ...talk,
    rawCalls(transcript),
  ]
}

/** Steps of the page's own run are named in links; those of others are found by their place on the page only. */
function stepPrefix(run: number): string {
  return run === 0 ? 'step' : `step-${run}`
}

function head(
  row: IndexRow,
  place: number,
  record: RecordDetail | undefined,
  transcript: Transcript | undefined,
  context: DetailContext,
): HTMLElement {
  const { index, onMove, onClose } = context
  const { at, of } = context.place()
  const tags = row.tags.map((tag) => (index.tags[tag] ?? '').replace('=', ' '))
  const flip =
    row.flip === 'lost' ? `▼ passed in ${index.against}, not here` : row.flip === 'gained' ? `▲ passes here, not in ${index.against}` : ''
  const said = el('span', { role: 'status', class: 'quiet' })
  const copy = async (text: string, what: string) => {
    said.textContent = (await toClipboard(text)) ? `${what} copied` : 'the browser does not let this page copy'
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
      el('span', { class: 'quiet' }, at > 0 ? `${at.toLocaleString('en')} of ${of.toLocaleString('en')}` : ''),
    ),
    el('h2', { tabindex: -1 }, row.id, row.trial > 0 && ` · trial ${row.trial + 1}`),
    el(
      'p',
      {},
      el('span', { class: `state ${row.state}` }, row.state),
      record?.rule !== undefined && el('strong', {}, ` ${record.rule}`),
      flip !== '' && el('span', { class: 'flip' }, ` ${flip}`),
    ),
    el('p', { class: 'quiet' }, [index.suites[row.suite], index.tasks[row.task], ...tags].join(' · ')),
    el(
      'p',
      { class: 'moves' },
      transcript &&
        button(
          'Copy as test',
          () =>
            void copy(
              copyAsTest({ id: row.id, lost: row.lost.map((point) => index.lost[point] ?? ''), reason: record?.reason }, transcript),
              'test',
            ),
        ),
      button('Copy link', () => void copy(new URL(context.linkTo(place), location.href).href, 'link')),
      said,
    ),
  )
}

/** Scores shown at once; more of them are folded. */
const SCORES = 8

function scores(record: RecordDetail | undefined): HTMLElement | string {
  const entries = Object.entries(record?.scores ?? {})
  if (entries.length === 0) return ''
  const cells = entries.map(([name, value]) =>
    el('span', { class: 'score' }, name, ' ', el('strong', {}, Number.isInteger(value) ? String(value) : value.toFixed(3))),
  )
  const all = el('p', { class: 'scores' }, ...cells)
  return entries.length <= SCORES ? all : el('details', {}, el('summary', {}, `All ${entries.length} scores`), all)
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // A page from disk may lack the clipboard: a selected field is the older way.
    const field = el('textarea', {})
    field.value = text
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}
