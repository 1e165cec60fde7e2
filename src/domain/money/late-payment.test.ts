import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, type Day } from '@credit-market/values/dates'
import {
  DEFAULT_LATE_PAYMENT_TERMS as TERMS,
  type DatedLateStep,
  findDueLateStep,
  findNextLateStep,
  LATE_STEPS,
  lateTermsErrors,
  listLateSteps,
} from './late-payment.ts'

const DUE = '2026-03-01'
const dueOn = (day: Day, sent: readonly DatedLateStep[] = [], since: Day = DUE) =>
  findDueLateStep(listLateSteps(TERMS, since, sent), day)

describe('steps for an unpaid invoice', () => {
  it('follow after their days, each once', () => {
    expect([dueOn('2026-03-07'), dueOn('2026-03-08')]).toEqual([null, 'reminder'])
    const reminded = [{ step: 'reminder', on: '2026-03-08' }] as const
    expect([dueOn('2026-03-21', reminded), dueOn('2026-03-22', reminded)]).toEqual([null, 'secondReminder'])
  })

  it('open a case only after a final notice that had its days', () => {
    expect(dueOn('2026-12-31')).toBe('finalNotice')
    const noticed = [{ step: 'finalNotice', on: '2026-12-31' }] as const
    expect([dueOn('2027-01-13', noticed), dueOn('2027-01-14', noticed)]).toEqual([null, 'lapse'])
    expect(findNextLateStep(listLateSteps(TERMS, DUE, noticed), '2027-01-01')).toEqual({
      ...{ step: 'lapse', on: '2027-01-14' },
    })
  })

  it('count again from the day on which a payment was taken back', () => {
    const sent = [{ step: 'reminder', on: '2026-03-08' }] as const
    expect([dueOn('2026-04-20', sent, '2026-04-01'), dueOn('2026-04-22', sent, '2026-04-01')]).toEqual([
      ...[null, 'secondReminder'],
    ])
  })

  it('keep their order and distances for any outages', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }), gaps => {
        const sent: DatedLateStep[] = []
        let today: Day = DUE
        for (const gap of gaps) {
          today = addDays(today, gap)
          const step = dueOn(today, sent)
          if (step === null) continue
          const last = sent.at(-1)
          expect(daysBetween(DUE, today)).toBeGreaterThanOrEqual(TERMS[step])
          if (last) {
            expect(LATE_STEPS.indexOf(step)).toBeGreaterThan(LATE_STEPS.indexOf(last.step))
            expect(daysBetween(last.on, today)).toBeGreaterThanOrEqual(TERMS[step] - TERMS[last.step])
          }
          if (step === 'lapse') expect(last?.step).toBe('finalNotice')
          sent.push({ step, on: today })
        }
      }),
    )
  })
})

it('terms name the step that is not later than the one before it', () => {
  expect(lateTermsErrors(TERMS)).toEqual({})
  expect(lateTermsErrors({ ...TERMS, secondReminder: 7, lapse: 41 })).toEqual({
    secondReminder: 'At least 8 days, because the step before is after 7 days',
    lapse: 'At least 42 days, because the step before is after 35 days',
  })
})
