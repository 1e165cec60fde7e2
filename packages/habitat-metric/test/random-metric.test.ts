import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CONDITIONS } from '../src/habitat.ts'
import type { DeliveredParcel } from '../src/factors.ts'
import { METRIC_HABITATS } from '../src/habitats.ts'
import { baselineUnits, creationUnits, enhancementUnits } from '../src/units.ts'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'

// An independent implementation of the same rules: fractions of whole numbers, straight from the tables.
type Fraction = readonly [bigint, bigint]
const fraction = (said: string): Fraction => {
  const [whole = '', part = ''] = said.split('.')
  return [BigInt(whole + part), 10n ** BigInt(part.length)]
}
const mul = (...all: Fraction[]): Fraction => all.reduce(([a, b], [c, d]) => [a * c, b * d], [1n, 1n])
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const less = ([a, b]: Fraction): Fraction => [-a, b]
const rounded = ([a, b]: Fraction): number => Number((a * 20_000n + b) / (2n * b))

const rowsOf = (name: string): Record<string, string>[] =>
  parse(readFileSync(new URL(`../../../refdata/${name}`, import.meta.url)), { columns: true })
const habitats = new Map(rowsOf('habitats.csv').map(row => [row.id, row]))
const enhanced = new Map(rowsOf('metric_enhancement.csv').map(row => [row.habitat, row]))
const figures = new Map(rowsOf('metric.csv').map(row => [`${row.group} ${row.key}`, row.value ?? '']))
const figure = (group: string, key = ''): Fraction => fraction(figures.get(`${group} ${key}`) ?? 'none')

const YEARS: Record<string, string> = {
  ...{ Poor: 'yearsToPoor', FairlyPoor: 'yearsToFairlyPoor', Moderate: 'yearsToModerate' },
  ...{ FairlyGood: 'yearsToFairlyGood', Good: 'yearsToGood' },
}
const band = (id: string): Fraction => fraction(habitats.get(id)?.distinctivenessScore ?? '')
const worth = (id: string, condition: string | null): Fraction =>
  mul(
    band(id),
    condition === null
      ? fraction(habitats.get(id)?.conditions === 'NA' ? '1' : '0')
      : figure('conditionScore', condition),
  )
const sizeOf = ({ size }: DeliveredParcel): Fraction => [BigInt(size), 10_000n]
const significance = (one: DeliveredParcel): Fraction =>
  figure('strategicSignificance', one.significance ?? 'Low')
const isRiver = (id: string): boolean => habitats.get(id)?.statutoryModule === 'River'
const encroached = ({ habitat }: DeliveredParcel): Fraction =>
  habitat === 'Culvert' ? fraction('0.68') : fraction('1')

/** A random assessed habitat, in a condition that it can have. */
const parcel = (chance: RandomNumberGenerator): DeliveredParcel => {
  const habitat = chance.pick(METRIC_HABITATS)
  const known = habitats.get(habitat.id)?.conditions ?? ''
  return {
    habitat: habitat.id,
    size: 1 + chance.whole(0, 3_000_000),
    condition: known.startsWith('NA')
      ? null
      : chance.pick(CONDITIONS.filter(one => known.split('|').includes(one))),
    significance: chance.pick(['Low', 'Medium', 'High', null]),
  }
}
const unitsOf = (worked: ReturnType<typeof creationUnits>): number | string =>
  'units' in worked ? worked.units : worked.refused

describe('units of the metric', () => {
  it('match exact fractions calculated from the tables, for random parcels', () => {
    const chance = createSeededRandom(41)
    for (let times = 0; times < 4000; times += 1) {
      const one = parcel(chance)
      const there = mul(sizeOf(one), worth(one.habitat, one.condition), significance(one), encroached(one))
      expect(unitsOf(baselineUnits(one)), JSON.stringify(one)).toBe(rounded(there))
      const row = habitats.get(one.habitat)
      const years = row?.[YEARS[one.condition ?? 'Poor'] ?? '']
      // A habitat that has its condition at once has low difficulty: workbook 4.1, sheet A-2, column W.
      const difficulty = years === '0' ? 'Low' : row?.difficultyCreation
      const created = mul(there, figure('difficulty', difficulty), figure('temporal', years))
      expect(unitsOf(creationUnits(one)), JSON.stringify(one)).toBe(rounded(created))
    }
  })

  it('of an enhancement match exact fractions where the tables give its years', () => {
    const chance = createSeededRandom(42)
    let known = 0
    for (let times = 0; times < 4000; times += 1) {
      const one = parcel(chance)
      const row = habitats.get(one.habitat)
      const from = chance.pick(['Poor', 'FairlyPoor', 'Moderate', 'FairlyGood'] as const)
      const column = {
        Poor: 'poor',
        FairlyPoor: 'fairlyPoor',
        Moderate: 'moderate',
        FairlyGood: 'fairlyGood',
      }[from]
      const all = enhanced.get(one.habitat)?.[column]?.split('|') ?? []
      const years = one.condition === null ? '-' : all[all.length - (5 - CONDITIONS.indexOf(one.condition))]
      const worked = unitsOf(enhancementUnits({ habitat: one.habitat, condition: from }, one))
      const isBetter = one.condition !== null && CONDITIONS.indexOf(one.condition) > CONDITIONS.indexOf(from)
      const isTree = row?.broadHabitat === 'Individual trees'
      if (!isBetter || isTree || !years || years === '-' || !row?.conditions?.split('|').includes(from)) {
        expect(typeof worked, JSON.stringify({ from, one })).toBe('string')
        continue
      }
      known += 1
      const was = mul(sizeOf(one), worth(one.habitat, from))
      const gain = add(mul(sizeOf(one), worth(one.habitat, one.condition)), less(was))
      const risk = mul(figure('difficulty', row.difficultyEnhancement), figure('temporal', years))
      const post = mul(add(mul(gain, risk), was), significance(one))
      expect(worked, JSON.stringify({ from, one })).toBe(rounded(post))
    }
    expect(known).toBeGreaterThan(500)
  })

  it('grow with size, condition, significance and time in advance, and never shrink', () => {
    const chance = createSeededRandom(43)
    const of = (one: DeliveredParcel) => Number(unitsOf(baselineUnits(one)))
    for (let times = 0; times < 2000; times += 1) {
      const one = parcel(chance)
      expect(of({ ...one, size: one.size + 1 + chance.whole(0, 10_000) })).toBeGreaterThanOrEqual(of(one))
      expect(of({ ...one, significance: 'High' })).toBeGreaterThanOrEqual(of(one))
      const known = habitats.get(one.habitat)?.conditions?.split('|') ?? []
      const better = CONDITIONS.filter(
        condition =>
          known.includes(condition) &&
          CONDITIONS.indexOf(condition) > CONDITIONS.indexOf(one.condition ?? 'Good'),
      )
      for (const condition of better) expect(of({ ...one, condition })).toBeGreaterThanOrEqual(of(one))
      const early = { ...one, yearsInAdvance: 1 + chance.whole(0, 20) }
      expect(Number(unitsOf(creationUnits(early)))).toBeGreaterThanOrEqual(
        Number(unitsOf(creationUnits(one))),
      )
      if (!isRiver(one.habitat)) continue
      expect(of({ ...one, encroachment: 'Major' })).toBeLessThanOrEqual(of({ ...one, encroachment: 'None' }))
    }
  })
})
