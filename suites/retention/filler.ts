import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot, type Random, random, remembered } from '../../src/kit.ts'

/** What stands between the plants and the probes: one long task, an inbox, one thing after another, and pasted mail. */
export const FILLERS = ['task', 'support', 'topics', 'mail'] as const

/** A kind of filler. */
export type Filler = (typeof FILLERS)[number]

/** Characters of a token of these texts, about, in o200k_base. */
const TOKEN_CHARS = 4.5

const NAMES = 'Anneke Bruno Carla Dag Edda Farid Greta Henk Inga Jonas Katya Lorenz Mina Nils Olga Pavel'.split(' ')
const PLACES = 'the lower mill,Sandholm,the east quay,Vikersund,the old quarry,Harrowby,the tannery,Lindau,the north gate,Moss End'.split(
  ',',
)
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const ADJECTIVES = ['narrow', 'covered', 'wooden', 'old', 'crooked']

const SUBJECTS = ['News from the town', 'For your information', 'Two or three things', 'As promised', 'Minutes, more or less']

/** How a document is put before the model, and what is asked of it. */
const FRAMES: Readonly<Record<Filler, (document: string, turn: number, draw: Random) => string>> = {
  task: (document, turn) =>
    `Here is section ${turn} of the chronicle of our town.\n\n${document}\n\nPlease sum this section up in one or two sentences.`,
  support: (document, turn) =>
    `Message ${turn} from our inbox:\n\n${document}\n\nWhat does the writer report? One or two sentences, please.`,
  topics: (document) => `${document}\n\nWhich of these would surprise a visitor most, and why? Two sentences at most.`,
  mail: (document, _turn, draw) =>
    `I paste a mail that came in.\n\nSubject: ${draw.pick(SUBJECTS)}\n\n${document}\n\nIs anybody asked to do anything there? A sentence or two, please.`,
}

const NOTES = join(packageRoot, 'fixtures', 'retention', 'notes.txt')
const notesIn = remembered((file: string) => readFileSync(file, 'utf8').trim().split('\n'))

/** Filler without end: user turns of about so many tokens each, composed by the seed. In a round of the pool no note comes twice. */
export function* fillerTurns(filler: Filler, tokens: number, seed: string): Generator<string, never> {
  const draw = random('retention', seed)
  let left: string[] = []
  for (let turn = 1; ; turn += 1) {
    const document: string[] = []
    for (let chars = 0; chars < tokens * TOKEN_CHARS; chars += document.at(-1)?.length ?? 0) {
      if (left.length === 0) left = draw.shuffle(notesIn(NOTES))
      document.push(written(left.pop() ?? '', draw))
    }
    yield FRAMES[filler](document.join('\n\n'), turn, draw)
  }
}

/** A note with its names, places, days and numbers. */
function written(note: string, draw: Random): string {
  const own = { name: draw.pick(NAMES), place: draw.pick(PLACES), day: draw.pick(DAYS), adj: draw.pick(ADJECTIVES) }
  return note.replace(/\{(name|place|day|adj|n)\}/g, (_, slot: keyof typeof own | 'n') =>
    slot === 'n' ? String(draw.int(3, 48)) : own[slot],
  )
}
