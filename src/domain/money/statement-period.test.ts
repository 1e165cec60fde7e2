import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '@credit-market/values/dates'
import { selectPeriod } from './statement-period.ts'

const lines = fc
  .array(fc.tuple(fc.nat(60), fc.integer({ min: -1_000_000, max: 1_000_000 })), { maxLength: 40 })
  .map(all =>
    all
      .filter(([, amount]) => amount !== 0)
      .toSorted(([a], [b]) => a - b)
      .map(([day, amount]) => ({ on: addDays('2026-01-01', day), amount })),
  )

it('a statement of any period adds up, and periods that follow each other fit together', () => {
  fc.assert(
    fc.property(lines, fc.nat(60), fc.nat(60), (all, one, other) => {
      const [from, until] = [one, other].toSorted((a, b) => a - b).map(day => addDays('2026-01-01', day)) as [
        string,
        string,
      ]
      const whole = selectPeriod(all, { from: null, until: null })
      const before = selectPeriod(all, { from: null, until: addDays(from, -1) })
      const within = selectPeriod(all, { from, until })
      const after = selectPeriod(all, { from: addDays(until, 1), until: null })
      for (const { opening, debits, credits, closing } of [whole, before, within, after])
        expect(opening + debits - credits).toBe(closing)
      expect([within.opening, after.opening]).toEqual([before.closing, within.closing])
      expect(after.closing).toBe(whole.closing)
      expect(whole.closing).toBe(all.reduce((sum, { amount }) => sum + amount, 0))
      expect([before, within, after].flatMap(part => part.lines)).toEqual(whole.lines)
      expect(within.lines.at(-1)?.balance ?? within.opening).toBe(within.closing)
    }),
  )
})
