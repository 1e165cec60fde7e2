import { describe, expect, it } from 'vitest'
import { CREDIT_STATUSES } from '#domain/credit'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { isDay, showDay } from '#domain/dates'
import { DOCUMENT_TAGS } from '#domain/filed-document'
import {
  BROAD_HABITATS,
  CONDITIONS,
  DISTINCTIVENESS,
  moduleOf,
  servesLevel,
  sizeUnitOf,
} from '#domain/habitat'
import { penceOf, showMoney } from '#domain/money'
import { CAPACITIES } from '#domain/capacity'
import { PARTICIPATION_STATUSES } from '#domain/participation'
import { DURATIONS, PROJECT_STATUSES } from '#domain/project'
import { REQUIREMENT_STATUSES } from '#domain/requirement'
import { BIDDER_TYPE_LABELS, RESERVE_APPLIES_TO, ROUND_STATUSES } from '#domain/round'
import { CERTIFICATION_DECISIONS, CERTIFICATION_STATUSES } from '#domain/service'
import { showUnits, unitsOf } from '#domain/units'

const words = (text: string) => text.split(' ').toSorted()

describe('the enumerations of the specification, sections 3 and 4', () => {
  it.each<[string, readonly string[], string]>([
    [
      'round status',
      ROUND_STATUSES,
      'Draft Open Closed OpenForBidsAndOffers ClosedForBidsAndOffers Pending Matching Matched Failed Rejected Settled',
    ],
    [
      'project status',
      PROJECT_STATUSES,
      'Draft Provisional Registered Screened FailedScreening PendingScreening Certified NotCertified ApprovedRound ' +
        'FailedRound PendingRound Offered Matched Unmatched Contracted Verified FailedVerification Monitoring',
    ],
    [
      'requirement status',
      REQUIREMENT_STATUSES,
      'Draft Provisional Registered Bid RightsCreated RightsAllocated CreditsIssued CreditsRedeemed Retired Unmatched',
    ],
    [
      'credit status',
      CREDIT_STATUSES,
      'Draft None Bid Unused RightsCreated RightsAllocated Issued Redeemed Retired',
    ],
    ['certification status', CERTIFICATION_STATUSES, 'Draft PendingCertification Certified NotCertified'],
    ['participation status', PARTICIPATION_STATUSES, 'Interested Provisional Withdrawn Registered'],
    ['capacity', CAPACITIES, 'Supplier Buyer Investor'],
    ['duration', DURATIONS, 'Permanent OneYear TwoYears ThreeYears FourYears FiveYears'],
    [
      'broad habitat',
      BROAD_HABITATS,
      'CropLand Grassland HeathlandScrub Hedgerow IndividualTrees Lakes Wetland WoodlandAndForest WoodPasture NA',
    ],
    ['distinctiveness', DISTINCTIVENESS, 'Low Medium High VeryHigh'],
    ['condition', CONDITIONS, 'Poor FairlyPoor Moderate FairlyGood Good'],
    ['what a reserve applies to', RESERVE_APPLIES_TO, 'allDemand ongoingDemand supply'],
    ['certification decision', CERTIFICATION_DECISIONS, 'Yes NoStandardCannotBeApplied NoSupplierRetaining'],
  ])('the names of %s are those of the specification', (_name, ours, theirs) => {
    expect([...ours].toSorted()).toEqual(words(theirs))
  })

  it('documents bear every tag of the specification', () => {
    expect(DOCUMENT_TAGS).toEqual(
      expect.arrayContaining(
        words(
          'BiodiversityMetric BudgetCalculator SupportingDocument CreditAllocationCertificate CreditSupplyAgreement ' +
            'RedeemNotice LandholderInfo NatureBasedAgreement Section106Agreement ScreeningSteps ScreeningOutcome ' +
            'CertificationStatement PreMarketReviewReport VerificationReport ComplianceReport PerformanceReport ' +
            'suppliers buyers investors winners dataset',
        ),
      ),
    )
  })

  it('credit and bidder types are called as the specification calls them', () => {
    expect(CREDIT_TYPE_LABELS).toEqual({
      Biodiversity: 'Biodiversity units',
      NutrientMitigationNitrogen: 'Nitrogen credits',
      NutrientMitigationPhosphorous: 'Phosphorous credits',
    })
    expect(BIDDER_TYPE_LABELS).toEqual({
      Buyers: 'Buyers only',
      Investors: 'Investors only',
      BuyersAndInvestors: 'Both buyers and investors',
    })
  })

  it('Hedgerow is Linear, NA is NA, all other broad habitats Area; Area in ha, Linear and River in km', () => {
    expect(moduleOf('Hedgerow')).toBe('Linear')
    expect(moduleOf('NA')).toBe('NA')
    const others = BROAD_HABITATS.filter(habitat => habitat !== 'Hedgerow' && habitat !== 'NA')
    expect(new Set(others.map(moduleOf))).toEqual(new Set(['Area']))
    expect((['Area', 'Linear', 'River'] as const).map(sizeUnitOf)).toEqual(['Ha', 'Km', 'Km'])
  })

  it('a higher distinctiveness is compatible with itself and all lower ones', () => {
    for (const [high, service] of DISTINCTIVENESS.entries())
      for (const [low, need] of DISTINCTIVENESS.entries())
        expect(servesLevel(service, need)).toBe(high >= low)
  })
})

describe('the formats of the specification, section 9', () => {
  it('money is in GBP, without decimals by default', () => {
    expect(showMoney(penceOf(1_234_567.89))).toBe('£1,234,568')
    expect(showMoney(penceOf(1_234.5), true)).toBe('£1,234.50')
    expect(showMoney(penceOf(-20))).toBe('-£20')
  })

  it('units are shown with 2 decimals', () => {
    expect([0, 9.69, 1234.5678].map(units => showUnits(unitsOf(units)))).toEqual(['0.00', '9.69', '1,234.57'])
  })

  it('days are d MMM yyyy to people and yyyy-MM-dd on the wire', () => {
    expect(showDay('2026-06-05')).toBe('5 Jun 2026')
    expect(showDay('2026-12-31T23:59:00.000Z')).toBe('31 Dec 2026')
    expect(['2026-06-05', '05.06.2026', '2026-6-5', '2026-02-30'].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
