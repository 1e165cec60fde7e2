import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { WhatChanges } from '#contract/form'
import {
  creditsTold,
  leadOf,
  letterSentence,
  paidByType,
  proceedsIn,
  roundLines,
  stepsIn,
} from './consequences.ts'
import { Consequences } from './consequence-sheet.tsx'

const NOTHING: WhatChanges = {
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
const settlement: WhatChanges = {
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

describe('what an act would do is said in sentences', () => {
  it('a settlement says who pays how much to whom, and how many letters go out', () => {
    expect(leadOf(settlement)).toBe('2 credit requirements pay £1,500.50 to 1 project; 5 letters go out')
    expect(letterSentence(settlement)).toBe('5 go out: 4 to participants, 1 to agents')
    expect(letterSentence(NOTHING)).toBe('None goes out')
  })

  it('what is paid is told by credit type, with the price of a unit', () => {
    expect(paidByType(settlement)).toEqual([
      { creditType: 'Biodiversity', units: 30_000, pence: 150_050, perUnit: 50_017 },
    ])
  })

  it('what projects receive is told in three: for the suppliers, for the market operator, for monitoring', () => {
    const proceeds = { supplier: 1_200.25, marketOperator: 200, monitoring: 100.25 }
    const told = {
      ...NOTHING,
      money: settlement.money.map(one => (one.kind === 'project' ? { ...one, proceeds } : one)),
    }
    expect(proceedsIn(told)).toEqual(proceeds)
    const page = renderToStaticMarkup(
      <MemoryRouter>
        <Consequences rehearsal={{ changes: told, sentences: [] }} />
      </MemoryRouter>,
    )
    const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      '£1,200.25 for the suppliers',
      '£200.00 for the market operator',
      '£100.25 for monitoring',
    ])
      expect(text).toContain(part)
    expect(proceedsIn(settlement)).toBe(null)
  })

  it('every amount of a panel tells its pence where one has any, and none does otherwise', () => {
    const amountsFor = (amount: number) => {
      const offer = { kind: 'project', id: 'fen', name: 'The fen', what: 'offer', amount }
      const quantities = [{ creditType: 'Biodiversity' as const, units: 2 }]
      const changes = { ...NOTHING, money: [{ ...offer, quantities }] }
      return renderToStaticMarkup(<Consequences rehearsal={{ changes, sentences: [] }} />).match(/£[\d,.]+/g)
    }
    expect(amountsFor(65_000.5)).toEqual(['£65,000.50', '£32,500.25'])
    expect(amountsFor(65_000)).toEqual(['£65,000', '£32,500'])
  })

  it('a match says how many offers and bids go in, and other acts of a round what there is in it', () => {
    const inRound = [
      { kind: 'project' as const, status: 'Offered', count: 21, creditTypes: [] },
      { kind: 'project' as const, status: 'Draft', count: 1, creditTypes: [] },
      { kind: 'requirement' as const, status: 'Bid', count: 1, creditTypes: [] },
    ]
    const things = [{ kind: 'task', change: 'created' as const, count: 1 }]
    expect(leadOf({ ...NOTHING, inRound, things })).toBe('21 offers and 1 bid go into the match')
    expect(leadOf({ ...NOTHING, inRound })).toBe(null)
    expect(roundLines(inRound)).toEqual(['22 projects: 21 offered, 1 draft', '1 credit requirement: 1 bid'])
  })

  it('things that come to one status are one line, a single one by its name, and what stays as it is none', () => {
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
    expect(stepsIn({ statuses })).toEqual([
      { kind: 'project', who: '2 projects', to: 'Unmatched', from: '1 offered, 1 draft', id: null },
      { kind: 'project', who: 'The moss', to: 'Matched', from: 'offered', id: 'moss' },
    ])
  })

  it('where a round is settled, the books of what was divided are left out', () => {
    const credit = (from: 'Bid' | null, to: 'RightsCreated' | null) => ({
      ...{ creditType: 'Biodiversity' as const, from, to, units: 1, unitsPerPeriod: [], serials: [] },
    })
    const credits = [credit('Bid', null), credit(null, 'RightsCreated')]
    expect(creditsTold({ ...settlement, credits })).toEqual([credits[1]])
    expect(creditsTold({ ...NOTHING, credits })).toEqual(credits)
  })
})
