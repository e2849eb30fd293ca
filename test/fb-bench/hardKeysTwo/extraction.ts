import { cents, dayOf, type Key, spelled, states, statesBy, sum, weekdayOf } from './keys.ts'

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** 201: the lines that count in the end, as a list of loans: camera, holder, out, in. */
function cameras(): Key {
  type Line = { camera: string; what: 'out' | 'in'; time: string; who?: string }
  const lines = new Map<number, Line>()
  const add = (n: number, time: string, camera: string, what: 'out' | 'in', who?: string) =>
    lines.set(n, { camera, what, time, ...(who && { who }) })
  add(1, '08:40', 'K1', 'out', 'Abel')
  add(2, '08:55', 'K3', 'out', 'Brandt')
  add(3, '09:10', 'K2', 'out', 'Cole')
  add(4, '09:35', 'K1', 'in')
  add(5, '09:50', 'K4', 'out', 'Dunn')
  add(6, '10:05', 'K1', 'out', 'Evers')
  add(7, '10:20', 'K3', 'in')
  add(9, '11:15', 'K2', 'in')
  add(12, '12:10', 'K5', 'out', 'Frey')
  add(13, '12:30', 'K4', 'in')
  add(14, '12:40', 'K3', 'in')
  add(15, '13:05', 'K2', 'out', 'Grant')
  add(17, '14:20', 'K5', 'in')
  add(18, '14:50', 'K1', 'in')
  add(19, '15:10', 'K4', 'out', 'Abel')
  add(21, '15:45', 'K3', 'out', 'Dunn')
  add(23, '16:30', 'K3', 'in')
  const changes = [
    { n: 10, void: [7] },
    { n: 11, set: [4, '09:25'] as const },
    { n: 16, set: [14, '12:25'] as const },
    { n: 20, void: [13, 19] },
    { n: 22, set: [15, '13:50'] as const },
    { n: 24, void: [11] },
  ]
  const voided = new Set<number>()
  for (const change of [...changes].reverse()) if (!voided.has(change.n)) for (const n of change.void ?? []) voided.add(n)
  for (const { n, set } of changes) {
    const line = set && lines.get(set[0])
    if (line && !voided.has(n)) line.time = set[1]
  }
  const total = new Map<string, number>()
  const holder = new Map<string, string>()
  const since = new Map<string, number>()
  const ordered = [...lines].filter(([n]) => !voided.has(n)).sort(([, a], [, b]) => minutes(a.time) - minutes(b.time))
  let exchanged = false
  const exchange = () => {
    exchanged = true
    const of = (who: string) => [...holder].find(([, name]) => name === who)?.[0] ?? ''
    const [cole, dunn] = [of('Cole'), of('Dunn')]
    holder.set(cole, 'Dunn').set(dunn, 'Cole')
  }
  const close = (camera: string, time: number) => {
    total.set(camera, (total.get(camera) ?? 0) + time - (since.get(camera) ?? Number.NaN))
    since.delete(camera)
    holder.delete(camera)
  }
  for (const [, { camera, what, time, who = '' }] of ordered) {
    if (!exchanged && minutes(time) > minutes('10:30')) exchange()
    if (what === 'out') {
      since.set(camera, minutes(time))
      holder.set(camera, who)
    } else close(camera, minutes(time))
  }
  const last = Object.fromEntries(['K1', 'K2', 'K3', 'K4', 'K5'].map((camera) => [camera, holder.get(camera) ?? 'desk']))
  for (const camera of [...since.keys()]) close(camera, minutes('17:00'))
  const both = [statesBy(last), statesBy(Object.fromEntries(total)), states(sum([...total.values()]))]
  return (text) => both.every((key) => key(text))
}

/** 202: wheat, barley, oats and rye. */
function seeds(): Key {
  const stock = { wheat: 120, barley: 85, oats: 64, rye: 40 }
  stock.wheat += 36 - 15 - 22 // Line 10 is withdrawn; the reversal of line 6 is reversed itself.
  stock.barley += -18 + 45 + 16 - 27
  stock.oats += -16 + 20
  stock.rye += -24 + 30 + 12 - 9 // Line 3 concerned rye; line 9 was a delivery.
  return states(sum(Object.values(stock)), stock.rye)
}

/** 203: the applicants who meet all conditions. */
function applicants(): Key {
  const none = 0
  // Born, credits, average, weeks of internship, end of other funding (none: 0); corrected.
  const rows: readonly (readonly [number, number, number, number, number])[] = [
    [20040901, 62, 2.1, 0, none],
    [20040831, 75, 1.6, 10, none],
    [20050211, 60, 2.3, 0, none],
    [20050630, 58 + 5, 1.9, 12, none],
    [20060115, 66, 2.6, 8, none],
    [20051102, 71, 2.5, 7, none],
    [20041224, 64, 2.2, 0, 20260930],
    [20050303, 80, 1.4, 0, 20261001],
    [20060519, 61, 2.8, 20, none],
    [20050808, 69, 2.4, 9, 20251231],
    [20051010, 60 - 6, 2.0, 0, none],
    [20041005, 63, 2.7, 3, none],
    [20060228, 67, 2.4, 11, none],
    [20050417, 72, 2.3, 0, 20260731],
  ]
  const fit = rows.flatMap(([born, credits, average, weeks, funded], index) =>
    born >= 20040901 && credits >= 60 && (average <= 2.3 || (average <= 2.7 && weeks >= 8)) && funded < 20261001 ? [index + 1] : [],
  )
  return states(fit.join(', '))
}

/** 204: what the buyers of an auction pay. */
function auction(): Key {
  const price = (hammer: number) => hammer + 0.18 * Math.min(500, hammer) + 0.12 * Math.max(0, hammer - 500)
  const winner = (bids: readonly (readonly [string, number])[], reserve: number) => {
    let best: readonly [string, number] | undefined
    for (const bid of bids) if (best === undefined || bid[1] >= best[1] + 10) best = bid
    return best && best[1] >= reserve ? best : undefined
  }
  const lots = [
    winner(
      [
        ['Orr', 320],
        ['Pell', 340],
        ['Orr', 345],
      ],
      300,
    ),
    winner(
      [
        ['Quist', 480],
        ['Orr', 520],
        ['Pell', 560],
        ['Orr', 565],
      ],
      500,
    ),
    winner(
      [
        ['Pell', 150],
        ['Orr', 190],
      ],
      200,
    ),
    winner(
      [
        ['Quist', 420],
        ['Orr', 450],
        ['Quist', 470],
        ['Orr', 470],
      ],
      400,
    ),
    winner(
      [
        ['Orr', 640],
        ['Quist', 700],
        ['Pell', 710],
        ['Orr', 790],
      ],
      600,
    ),
  ]
  const pay = (name: string) => cents(sum(lots.map((lot) => (lot?.[0] === name ? price(lot[1]) : 0)))).toFixed(2)
  return states(pay('Pell'), pay('Quist'), pay('Orr'), cents(sum(lots.map((lot) => (lot ? price(lot[1]) : 0)))).toFixed(2))
}

/** 205: the days on which three contracts end. */
function notices(): Key {
  const closed = [dayOf(2027, 3, 26), dayOf(2027, 3, 29), dayOf(2027, 5, 6), dayOf(2027, 5, 17)]
  const isBusiness = (day: number) => weekdayOf(day) % 6 !== 0 && !closed.includes(day)
  const after = (day: number, count: number): number => {
    let left = count
    let at = day
    while (left > 0) if (isBusiness(++at)) left--
    return at
  }
  const received = [after(dayOf(2027, 3, 18), 3), after(dayOf(2027, 4, 23), 1), after(dayOf(2027, 5, 4), 3)]
  return states(...received.flatMap((day) => [spelled(day), spelled(after(day, 20))]))
}

/** 206: hours of duty. */
function duty(): Key {
  const [early, middle, night] = [6.5, 6.5, 11]
  const hours = {
    林: early + night + early + (middle + 2), // 周一早、周三夜、周五早、周六中(提前2小时)
    周: middle + early + 6 + middle + night + early, // 周四夜到2:30
    何: night + middle + early + middle + 8 + (early - 2) + night, // 周二中(第1条)、周三早(第6条)、周五夜后半
    许: night + middle + early + 5 + 3 + middle,
  }
  if (sum(Object.values(hours)) !== 7 * 24) throw new Error('Failed to derive the hours of duty: no week. Mend the item.')
  return states(`何${hours.何}`, `林${hours.林}`)
}

/** 207: goods, freight and refund. */
function purchase(): Key {
  const goods = [3 * 4860, 3 * 6980, 10 * 385 + 4 * 385 * 0.8, 4 * 1240 + 1240 * 0.6, 9600, 40 * 72]
  const freight = 90 * goods.filter((one) => one < 5000).length
  const refund = 0.05 * Math.max(0, sum(goods) - 50_000)
  return states(...goods.map((one) => cents(one)), cents(refund), cents(sum(goods) + freight - refund))
}

/** 208: members present at six motions. */
function motions(): Key {
  const present = new Set(['Ade', 'Bor', 'Cid', 'Dov', 'Eli', 'Fay', 'Gus', 'Hal'])
  const come = (...names: string[]) => {
    for (const name of names) present.add(name)
  }
  const leave = (...names: string[]) => {
    for (const name of names) present.delete(name)
  }
  const counts: number[] = []
  const vote = () => counts.push(present.size)
  vote()
  leave('Bor')
  vote()
  come('Ivo', 'Jan')
  leave('Dov', 'Eli')
  vote()
  leave('Fay')
  come('Kim')
  vote()
  const fourth = [...present].sort()
  come('Eli')
  leave('Ade', 'Hal', 'Ivo')
  vote()
  come('Bor')
  vote()
  const numbers = `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
  return states(numbers, `${fourth.slice(0, -1).join(', ')} and ${fourth.at(-1)}`)
}

/** Derived keys of text extraction. */
export const EXTRACTION: Readonly<Record<number, Key>> = {
  201: cameras(),
  202: seeds(),
  203: applicants(),
  204: auction(),
  205: notices(),
  206: duty(),
  207: purchase(),
  208: motions(),
}
