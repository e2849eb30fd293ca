import { describe, expect, test } from 'vitest'
import { hashFraction } from '../core/base/random.ts'
import { Pace } from './pace.ts'

/** What an endpoint did in a stretch of time. */
interface Stretch {
  readonly sent: number
  readonly rejected: number
}

/**
 * Sends as fast as the pace lets it, but at most `demand` a second, to an endpoint that decides by time; one entry a second
 * of what came of it.
 */
function simulate({
  seconds,
  demand,
  rejects,
}: {
  seconds: number
  demand: number
  rejects: (now: number) => boolean
}): readonly Stretch[] {
  const pace = new Pace()
  const stretches = Array.from({ length: seconds }, () => ({ sent: 0, rejected: 0 }))
  let next = 0
  for (let now = 0; now < 1000 * seconds; now += 1) {
    if (now < next) continue
    const stretch = stretches[Math.floor(now / 1000)] as { sent: number; rejected: number }
    pace.sent(now)
    stretch.sent += 1
    if (rejects(now)) {
      stretch.rejected += 1
      pace.rejected(now, now)
    }
    next = now + 1000 / Math.min(demand, pace.at(now))
  }
  return stretches
}

/** An endpoint that takes so many requests a second, a second's worth at once. */
function limited(perSecond: number): (now: number) => boolean {
  let level = perSecond
  let at = 0
  return (now) => {
    level = Math.min(perSecond, level + ((now - at) / 1000) * perSecond)
    at = now
    if (level < 1) return true
    level -= 1
    return false
  }
}

const total = (stretches: readonly Stretch[], of: keyof Stretch) => stretches.reduce((sum, stretch) => sum + stretch[of], 0)

describe('a pace', () => {
  test('is unlimited while nothing is rejected', () => {
    const pace = new Pace()
    for (let now = 0; now < 60_000; now += 10) pace.sent(now)
    expect(pace.at(60_000)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is not cut for two rejections', () => {
    const pace = new Pace()
    for (let now = 0; now < 1000; now += 100) pace.sent(now)
    expect([pace.rejected(900, 1000), pace.rejected(950, 1010), pace.at(1010)]).toEqual([false, false, Number.POSITIVE_INFINITY])
  })

  test('is cut once for a volley that was on its way together', () => {
    const pace = new Pace()
    for (let index = 0; index < 64; index += 1) pace.sent(0)
    const cuts = Array.from({ length: 44 }, (_, index) => pace.rejected(0, 10 + index)).filter(Boolean)
    expect(cuts).toHaveLength(1)
    expect(pace.at(60)).toBeGreaterThan(20)
  })

  test('never falls to a standstill', () => {
    const seconds = simulate({ seconds: 60, demand: 1000, rejects: () => true })
    expect(total(seconds.slice(-20), 'sent')).toBeGreaterThanOrEqual(3)
  })

  test.each([5, 20, 200])('finds a limit of %i a second, keeps it at 90 % and is rejected less than 2 % of the time', (limit) => {
    const steady = simulate({ seconds: 130, demand: 1000, rejects: limited(limit) }).slice(10)
    const [sent, rejected] = [total(steady, 'sent'), total(steady, 'rejected')]
    expect((sent - rejected) / 120).toBeGreaterThan(0.9 * limit)
    expect(rejected / sent).toBeLessThan(0.02)
  })

  test('follows a limit that falls, and one that rises', () => {
    const [low, high] = [limited(5), limited(20)]
    const seconds = simulate({ seconds: 180, demand: 1000, rejects: (now) => (now > 60_000 && now < 120_000 ? low(now) : high(now)) })
    const taken = (from: number, to: number) => {
      const stretch = seconds.slice(from, to)
      return (total(stretch, 'sent') - total(stretch, 'rejected')) / (to - from)
    }
    expect(taken(70, 120)).toBeGreaterThan(4.25)
    expect(total(seconds.slice(70, 120), 'rejected')).toBeLessThan(20)
    expect(taken(160, 180)).toBeGreaterThan(15)
  })

  test('is not slowed down for good by an endpoint that rejects a tenth at any pace', () => {
    const seconds = simulate({ seconds: 120, demand: 50, rejects: (now) => hashFraction('pace', now) < 0.1 })
    expect(total(seconds.slice(-60), 'sent') / 60).toBeGreaterThan(30)
  })
})
