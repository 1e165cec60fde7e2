import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCover } from '@credit-market/match-verifier/cases/cover'
import { checkServiceEligibility } from '@credit-market/matching/model/eligible'
import type { MatchRequirement, MatchService } from '@credit-market/matching/problem/match-problem'
import { findCover, type ReplacingUnits, type UncoveredUnits } from './find-cover.ts'

const DAYS = ['2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01'] as const

const need = (
  creditId: string,
  first: number,
  last: number,
  start: string = DAYS[0],
  end: string | null = null,
) =>
  ({
    failureId: `failure of ${creditId}`,
    creditId,
    block: { first, last, start, end },
  }) satisfies UncoveredUnits
const supply = (
  creditId: string,
  first: number,
  last: number,
  start: string = DAYS[0],
  end: string | null = null,
) => ({ creditId, block: { first, last, start, end } }) satisfies ReplacingUnits

type Kind = 'module' | 'broadHabitat' | 'habitatType' | 'distinctiveness'
const REQUIREMENT: Omit<MatchRequirement, Kind | 'ncaId' | 'lpaId'> = {
  ...{ id: 'R', name: 'R', buyerId: 'BU', kind: 'Buyer', creditType: 'Biodiversity', subcatchmentId: null },
  ...{ ongoingUnits: 1, additionalUnits: 0, bid: 0, bidOngoingOnly: null, divisible: false },
  ...{ redemptionDate: DAYS[0], bidAt: '' },
}
const SERVICE: Omit<MatchService, Kind> = { id: 'S', creditType: 'Biodiversity', supply: [] }

/** Habitats between which trading rules differ. */
const habitat = fc.constantFrom(
  ...(
    [
      ['Grassland', 'OtherNeutralGrassland', 'Medium'],
      ['WoodlandAndForest', 'OtherWoodlandBroadleaved', 'Medium'],
      ['WoodlandAndForest', 'LowlandMixedDeciduousWoodland', 'High'],
      ['CropLand', 'CerealCrops', 'Low'],
    ] as const
  ).map(([broadHabitat, habitatType, distinctiveness]) => ({
    ...{ module: 'Area' as const, broadHabitat, habitatType, distinctiveness },
  })),
)

describe('the cover of failed units', () => {
  it('gives each failed unit a unit, the lowest numbers first', () => {
    expect(findCover([need('one', 91, 100)], [supply('reserve', 1, 8)], () => true)).toEqual([
      {
        ...{ failureId: 'failure of one', failedFirst: 91, failedLast: 98 },
        ...{ creditId: 'reserve', firstUnit: 1, lastUnit: 8, startDay: DAYS[0], endDay: null },
      },
    ])
  })

  it('takes only what is accepted', () => {
    expect(
      findCover([need('one', 1, 5)], [supply('reserve', 1, 5)], (failed, replacing) => failed === replacing),
    ).toEqual([])
  })

  it('begins when the replacing units begin, and ends when they end', () => {
    const [one, ...more] = findCover(
      [need('one', 1, 5, DAYS[0])],
      [supply('reserve', 11, 15, DAYS[1], DAYS[2])],
      () => true,
    )
    expect([one?.startDay, one?.endDay, more]).toEqual([DAYS[1], DAYS[2], []])
  })

  it('never lets a serial go over two blocks', () => {
    const parts = [supply('reserve', 1, 5, DAYS[0], DAYS[1]), supply('reserve', 1, 5, DAYS[1])]
    expect(
      findCover([need('one', 1, 5)], parts, () => true).map(({ startDay, endDay }) => [startDay, endDay]),
    ).toEqual([
      [DAYS[0], DAYS[1]],
      [DAYS[1], null],
    ])
  })

  it('passes the independent check, and no other cover does', () => {
    const period = fc
      .tuple(fc.constantFrom(0, 1, 2), fc.constantFrom(1, 2, 3, 4))
      .filter(([start, end]) => start < end)
      .map(([start, end]) => ({ start: DAYS[start], end: DAYS.find((_day, at) => at === end) ?? null }))
    const units = fc.record({ count: fc.integer({ min: 1, max: 9 }), period })
    const blocks = fc.array(units, { minLength: 1, maxLength: 3 }).map(list =>
      list.map(({ count, period: days }, nth) => ({
        first: nth * 10 + 1,
        last: nth * 10 + count,
        ...days,
      })),
    )
    const area = fc.constantFrom('A', 'B', null)
    const drawn = fc.record({
      failed: fc.array(fc.record({ blocks, habitat, lpaId: area, ncaId: area }), {
        minLength: 1,
        maxLength: 5,
      }),
      free: fc.array(fc.record({ blocks, habitat, lpaId: area, ncaId: area }), { maxLength: 5 }),
      change: fc.nat(),
    })
    fc.assert(
      fc.property(drawn, ({ failed, free, change }) => {
        const claims = failed.map(({ blocks: lost, habitat: kind, ...areas }, nth) => ({
          creditId: `${nth}`,
          need: { ...REQUIREMENT, ...kind, ...areas },
          failed: lost.map((block, at) => ({ failureId: `${nth}.${at}`, block })),
        }))
        const supplies = free.map(({ blocks: own, habitat: kind, ...areas }, nth) => ({
          creditId: `${nth}`,
          service: { ...SERVICE, ...kind },
          project: { ...areas, subcatchmentId: null },
          free: own,
        }))
        const cover = findCover(
          claims.flatMap(claim => claim.failed.map(one => ({ ...one, creditId: claim.creditId }))),
          supplies.flatMap(({ creditId, free: own }) => own.map(block => ({ creditId, block }))),
          (failedId, replacingId) =>
            checkServiceEligibility(
              claims[Number(failedId)]!.need,
              supplies[Number(replacingId)]!.service,
              supplies[Number(replacingId)]!.project,
            ) === true,
        )
        expect(checkCover({ claims, supplies }, cover)).toEqual({ errors: [], isComplete: true })
        const at = change % Math.max(1, cover.length)
        if (cover.length > 0)
          expect(checkCover({ claims, supplies }, cover.toSpliced(at, 1)).errors).not.toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
