import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { ChangeSummary } from '#contract/kit/change-summary'
import {
  visibleCreditChanges,
  leadSentence,
  emailCountText,
  paymentsByType,
  totalProceedsView,
  roundLines,
  groupStatusChanges,
} from './consequences.ts'
import { ActionConsequences } from './consequence-sheet.tsx'

const NOTHING: ChangeSummary = {
  statuses: [],
  organisations: [],
  inRound: [],
  credits: [],
  money: [],
  letters: [],
  things: [],
}
const payment = (kind: string, id: string, amount: number, units: number) => ({
  ...{ kind, id, name: id, what: 'payment', amount },
  quantities: [{ creditType: 'Biodiversity' as const, units }],
})
const settlement: ChangeSummary = {
  ...NOTHING,
  money: [
    payment('requirement', 'homes', 1_000.5, 2),
    payment('requirement', 'road', 500, 1),
    payment('project', 'meadow', -1_500.5, 3),
  ],
  letters: [
    { letter: 'match-accepted', readers: 'PARTICIPANT', count: 3 },
    { letter: 'match-accepted', readers: 'AGENT', count: 1 },
    { letter: 'round-ended', readers: 'PARTICIPANT', count: 1 },
  ],
}

describe('a preview describes its consequences in sentences', () => {
  it('of a settlement says who pays whom how much, and how many emails are sent', () => {
    expect(leadSentence(settlement)).toBe(
      '2 credit requirements pay £1,500.50 to 1 project, and 5 emails are sent',
    )
    expect(emailCountText(settlement)).toBe('5: 4 to participants, 1 to agents')
    expect(emailCountText(NOTHING)).toBe('None')
  })

  it('lists payments by credit type, with the price per unit', () => {
    expect(paymentsByType(settlement)).toEqual([
      { creditType: 'Biodiversity', units: 30_000, pence: 150_050, perUnit: 50_017 },
    ])
  })

  it('divides what projects receive in three: for suppliers, for the market operator, for monitoring', () => {
    const proceeds = { supplier: 1_200.25, maintenance: 0, marketOperator: 200, monitoring: 100.25 }
    const told = {
      ...NOTHING,
      money: settlement.money.map(one => (one.kind === 'project' ? { ...one, proceeds } : one)),
    }
    expect(totalProceedsView(told)).toEqual(proceeds)
    const page = renderToStaticMarkup(
      <MemoryRouter>
        <ActionConsequences rehearsal={{ changes: told, sentences: [] }} />
      </MemoryRouter>,
    )
    const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      '£1,200.25 for the suppliers',
      '£200.00 for the market operator',
      '£100.25 for monitoring',
    ])
      expect(text).toContain(part)
    expect(totalProceedsView(settlement)).toBe(null)
  })

  it('shows pence in every amount if any has pence, and otherwise in none', () => {
    const amountsFor = (amount: number) => {
      const offer = { kind: 'project', id: 'fen', name: 'The fen', what: 'offer', amount }
      const quantities = [{ creditType: 'Biodiversity' as const, units: 2 }]
      const changes = { ...NOTHING, money: [{ ...offer, quantities }] }
      return renderToStaticMarkup(<ActionConsequences rehearsal={{ changes, sentences: [] }} />).match(
        /£[\d,.]+/g,
      )
    }
    expect(amountsFor(65_000.5)).toEqual(['£65,000.50', '£32,500.25'])
    expect(amountsFor(65_000)).toEqual(['£65,000', '£32,500'])
  })

  it('of a match says how many offers and bids enter it, and of other round actions what the round contains', () => {
    const inRound = [
      { kind: 'project' as const, status: 'Offered', count: 21, creditTypes: [] },
      { kind: 'project' as const, status: 'Draft', count: 1, creditTypes: [] },
      { kind: 'requirement' as const, status: 'Bid', count: 1, creditTypes: [] },
    ]
    const things = [{ kind: 'task', change: 'created' as const, count: 1 }]
    expect(leadSentence({ ...NOTHING, inRound, things })).toBe('21 offers and 1 bid go into the match')
    expect(leadSentence({ ...NOTHING, inRound })).toBe(null)
    expect(roundLines(inRound)).toEqual(['22 projects: 21 Offered, 1 Draft', '1 credit requirement: 1 Bid'])
  })

  it('groups subjects by new status, names a single one, and omits unchanged ones', () => {
    const status = (id: string, from: string, to: string) => ({
      kind: 'project',
      id,
      name: `The ${id}`,
      from,
      to,
    })
    const statuses = [
      ...[status('mere', 'Offered', 'Unmatched'), status('fen', 'Draft', 'Unmatched')],
      ...[status('moss', 'Offered', 'Matched'), status('reed', 'Offered', 'Offered')],
    ]
    expect(groupStatusChanges({ statuses })).toEqual([
      { kind: 'project', who: '2 projects', to: 'Unmatched', from: '1 Offered, 1 Draft', id: null },
      { kind: 'project', who: 'The moss', to: 'Matched', from: 'Offered', id: 'moss' },
    ])
  })

  it('of a settlement omits the bookkeeping of divided credits', () => {
    const credit = (from: 'Bid' | null, to: 'RightsCreated' | null) => ({
      ...{ creditType: 'Biodiversity' as const, from, to, units: 1, unitsPerPeriod: [], serials: [] },
    })
    const credits = [credit('Bid', null), credit(null, 'RightsCreated')]
    expect(visibleCreditChanges({ ...settlement, credits })).toEqual([credits[1]])
    expect(visibleCreditChanges({ ...NOTHING, credits })).toEqual(credits)
  })
})
