import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { addDays, addYears, type Day } from '@credit-market/values/dates'
import { isNutrient, type CreditType } from '@credit-market/matching/problem/credit-type'
import type { BroadHabitat, Distinctiveness, Module } from '@credit-market/habitat-metric/habitat'
import type { MatchProblem, MatchReserve, MatchService } from '@credit-market/matching/problem/match-problem'
import { penceOf } from '@credit-market/values/money'
import { toUnits } from '@credit-market/values/units'

type Line = Record<string, string>

const LOADED: Day = '2026-11-21'

/** The rounds of the demonstration that have been or can be matched. */
type DemonstrationRound = 'RD-SOM-A' | 'RD-SOL-A' | 'RD-SOM-B' | 'RD-SOM-0' | 'RD-SOM-1' | 'RD-SOL-1'

const file = (name: string): Line[] =>
  parse<Line>(readFileSync(new URL(`../../refdata/demo_${name}.csv`, import.meta.url)), { columns: true })

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text)

const YEARS: Record<string, number> = { OneYear: 1, TwoYears: 2, ThreeYears: 3, FourYears: 4, FiveYears: 5 }

const serviceOf = (line: Line, loaded: Day): MatchService => {
  const start = addDays(loaded, Number(line.mitigationBeginsOffsetDays))
  const years = YEARS[line.duration!]
  return {
    id: line.serviceId!,
    creditType: line.serviceType as CreditType,
    module: line.module as Module,
    broadHabitat: line.broadHabitat as BroadHabitat,
    habitatType: orNull(line.habitatType),
    distinctiveness: orNull(line.distinctiveness) as Distinctiveness | null,
    supply: [
      {
        start,
        end: years === undefined ? null : addYears(start, years),
        units: toUnits(Number(line.netUnits)),
      },
    ],
  }
}

const placeOf = (line: Line) => ({
  ncaId: orNull(line.ncaId),
  lpaId: orNull(line.lpaId),
  subcatchmentId: orNull(line.subcatchmentId),
})

/** The statuses of items in a round that ended before an offer or bid. */
const UNOFFERED = [
  'Draft',
  'Provisional',
  'Registered',
  'FailedScreening',
  'PendingScreening',
  'NotCertified',
  'FailedRound',
  'PendingRound',
]

/** A round of the demonstration market as it is frozen for matching, loaded on this date. */
export const demonstrationRound = (roundId: DemonstrationRound, loaded: Day = LOADED): MatchProblem => {
  const round = file('rounds').find(line => line.roundId === roundId)!
  const isOffered = (line: Line) => line.roundId === roundId && !UNOFFERED.includes(line.status!)
  const services = file('services')
  const projects = file('projects').filter(isOffered)
  const requirements = file('requirements').filter(isOffered)
  const reserve: MatchReserve = {
    basisPoints: Math.round(Number(round.reservePercentage) * 100),
    appliesTo: round.reserveAppliesTo as MatchReserve['appliesTo'],
  }
  return {
    version: 1,
    roundId,
    ampEnd: round.ampEndOffsetDays ? addDays(loaded, Number(round.ampEndOffsetDays)) : orNull(round.ampEnd),
    reserve,
    projects: projects.map((line, at) => ({
      id: line.projectId!,
      name: line.name!,
      supplierId: line.supplierId!,
      ...placeOf(line),
      offer: penceOf(Number(line.offer)),
      costs: {
        maintenance: penceOf(Number(line.maintenance)),
        marketOperator: penceOf(Number(line.marketOperator)),
        complianceMonitoring: penceOf(Number(line.complianceMonitoring)),
        performanceMonitoring: penceOf(Number(line.performanceMonitoring)),
      },
      services: services
        .filter(({ projectId }) => projectId === line.projectId)
        .map(service => serviceOf(service, loaded)),
      offeredAt: `2026-10-01T09:${String(at).padStart(2, '0')}:00.000Z`,
    })),
    requirements: requirements.map((line, at) => {
      const creditType = line.creditType as CreditType
      const nutrient = isNutrient(creditType)
      return {
        id: line.requirementId!,
        name: line.name!,
        buyerId: line.buyerId!,
        kind: line.type as 'Buyer' | 'Investor',
        creditType,
        ...placeOf(line),
        ongoingUnits: toUnits(Number(nutrient ? line.nutrientOngoingUnits : line.units)),
        additionalUnits: nutrient ? toUnits(Number(line.nutrientAdditionalUnits)) : 0,
        bid: penceOf(Number(line.bid)),
        bidOngoingOnly:
          line.nutrientAcceptOngoingOnly === 'true' ? penceOf(Number(line.bidOngoingOnly)) : null,
        divisible: line.isDivisible === 'true',
        module: line.module as Module,
        broadHabitat: (line.broadHabitat === '' ? 'NA' : line.broadHabitat) as BroadHabitat,
        habitatType: orNull(line.habitatType),
        distinctiveness: orNull(line.distinctiveness) as Distinctiveness | null,
        redemptionDate: addDays(loaded, Number(line.redemptionOffsetDays)),
        bidAt: `2026-10-02T09:${String(at).padStart(2, '0')}:00.000Z`,
      }
    }),
    groups: file('groups')
      .filter(line => line.roundId === roundId)
      .map(line => ({
        id: line.groupId!,
        name: line.name!,
        of: line.kind === 'Project' ? ('project' as const) : ('requirement' as const),
        type: line.type as 'XOR' | 'AND',
        ownerId: line.ownerOrgId!,
        memberIds: line.memberIds!.split('|'),
      })),
  }
}
