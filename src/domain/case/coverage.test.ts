import { describe, expect, it } from 'vitest'
import { REQUIREMENT_STATUSES } from '../project/requirement.ts'
import { coverageText, coverageVerdict, decisionNoticeText, normalisePlanningRef } from './coverage.ts'

const by = [{ project: 'Reedbeds', creditType: 'Biodiversity' as const, units: 42_000 }]
const proof = {
  ...{ title: 'Certificate of rights', number: 'AAAAA-BBBBB-CCCCC-DDDDD' },
  ...{ madeAt: '2026-05-03T12:00:00.000Z', page: 'https://market.example/certificates/1' },
}

describe('what covers an application', () => {
  it('is secured from the allocation of rights until the credits end, and nothing else is', () => {
    const secured = REQUIREMENT_STATUSES.filter(status => coverageVerdict(status, ['sound']) === 'secured')
    expect(secured).toEqual(['RightsAllocated', 'CreditsIssued', 'CreditsRedeemed'])
    expect(coverageVerdict('RightsCreated', [])).toBe('reserved')
    expect(coverageVerdict('Bid', [])).toBe('notYet')
    expect(coverageVerdict('Retired', [])).toBe('ended')
  })

  it('is in doubt while units are in doubt or failed, and not if others replace them', () => {
    expect(coverageVerdict('CreditsIssued', ['sound', 'inDoubt'])).toBe('inDoubt')
    expect(coverageVerdict('CreditsIssued', ['failed'])).toBe('inDoubt')
    expect(coverageVerdict('CreditsIssued', ['replaced', 'sound'])).toBe('secured')
  })

  it('is said in one sentence that begins with the answer', () => {
    expect(coverageText('secured', by)).toBe('Covered: yes, by 4.20 biodiversity units from Reedbeds.')
    expect(coverageText('notYet', [])).toMatch(/^Covered: no\./)
  })

  it('has a paragraph for the decision notice only when it is secured and certified', () => {
    const facts = { reference: '26/00102/OUT', market: 'Credit market', by, proof }
    expect(decisionNoticeText('secured', facts)).toBe(
      'For application 26/00102/OUT, 4.20 biodiversity units from Reedbeds have been secured through Credit market. Evidence: Certificate of rights AAAAA-BBBBB-CCCCC-DDDDD, issued on 3 May 2026. Anyone can check that it is valid at https://market.example/certificates/1.',
    )
    expect(decisionNoticeText('secured', { ...facts, proof: null })).toBeNull()
    expect(decisionNoticeText('inDoubt', facts)).toBeNull()
  })

  it('is found whatever the capitals and spaces of the reference', () => {
    expect(normalisePlanningRef(' demo/26 / 00102/out')).toBe('DEMO/26/00102/OUT')
  })
})
