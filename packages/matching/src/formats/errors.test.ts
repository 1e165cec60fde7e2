import { describe, expect, it } from 'vitest'
import { NotProvenError } from './errors.ts'

const best = { surplus: 1_000_000, bound: 1_000_000, projectIds: [], requirementIds: [] }

describe('a match that was not finished', () => {
  it.each([
    ['solving', ['best', 'tied', 'priced', 'explained']],
    ['tying', ['tied', 'priced', 'explained']],
    ['pricing', ['priced', 'explained']],
    ['explaining', ['explained']],
  ] as const)('lists what is open when time ran out while %s', (phase, open) => {
    expect(new NotProvenError(best, 0, phase).open).toEqual(open)
  })

  it.each(['tying', 'pricing', 'explaining'] as const)(
    'calls a proven surplus proven, without a gap (%s)',
    phase => {
      const { message } = new NotProvenError(best, 0, phase)
      expect(message).toMatch(/proven.*within the time limit/)
      expect(message).toContain('£10,000.00')
      expect(message).not.toMatch(/could not be proven|gap/)
    },
  )

  it('never rounds the gap of an unproven match to nothing', () => {
    const { message } = new NotProvenError({ ...best, bound: 1_000_010 }, 0.00001, 'solving')
    expect(message).toContain('a gap of less than 0.01 percent')
  })
})
