import type { MatchProblem, Project, Requirement } from './shapes/problem-shape.ts'
import type { ProjectResult, RequirementResult, MatchResult } from './shapes/result-shape.ts'
import {
  usableUnitsSuppliedOnDay,
  reserveUnitsFromSupply,
  unitsNeededOnDay,
  unitsSuppliedOnDay,
  type VerifierRound,
  type WayToWin,
} from './round.ts'

/** Reason of a loss. */
export type LossReason = NonNullable<ProjectResult['reason']>

/** Sentences for losers, in the published order of the reasons. */
const LOST: Readonly<Record<'project' | 'requirement', Readonly<Record<LossReason, string>>>> = {
  project: {
    noCompatibleService: 'No requirement in this round could use the credits this project offers.',
    notEnoughUnits: 'This project offers too few units for the requirements it could serve.',
    notInTime:
      'The credits of this project are not available when the requirements it could serve need them.',
    group: 'Another member of its group won, or a member it depends on could not win.',
    price: 'The offer was higher than the value of what the project could add to the match.',
    tie: 'The project could have been part of an equally good match; the published tie rule decided.',
    notInBestKnown:
      'The project is not in the best match that was found in time. A better match may exist, and the project may be in it.',
  },
  requirement: {
    noCompatibleService: 'No project in this round offers credits that may serve this requirement.',
    notEnoughUnits: 'The projects that may serve this requirement offer too few units.',
    notInTime:
      'The credits that may serve this requirement are not available for all the time it needs them.',
    group: 'Another member of its group won, or a member it depends on could not win.',
    price: 'The bid was lower than what it would have cost to serve this requirement.',
    tie: 'The requirement could have been part of an equally good match; the published tie rule decided.',
    notInBestKnown:
      'The requirement is not in the best match that was found in time. A better match may exist, and the requirement may be in it.',
  },
}

const PROJECT_WON = 'The project won: it receives all it asked for, and its share of the surplus on top.'

const GROUPS = {
  project: { XOR: 'Only one of the group may win', AND: 'All of the group win or none' },
  requirement: { XOR: 'Up to 100 percent across the group may win', AND: 'All of the group win or none' },
} as const

const TIES = {
  1: 'One match alone has the greatest surplus; there was no tie.',
  2: 'Several matches have the greatest surplus; the one that serves the most requirements was taken.',
  3: 'Several matches have the greatest surplus and serve as many requirements; the fewest projects decided.',
  4: 'Several matches are equal in surplus, requirements and projects; the earliest bids and offers decided.',
} as const

const MISSING = 'Some critical prices are missing, because finding them took too long.'

const shown = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const requirementWon = (requirement: Requirement, result: RequirementResult): string => {
  const { ongoingUnits, additionalUnits, ongoingOnly } = result
  const units = ongoingUnits + additionalUnits
  const isAll = units === requirement.ongoingUnits + requirement.additionalUnits
  const what = ongoingOnly ? 'for its ongoing units alone' : isAll ? 'in full' : 'in part'
  return `The requirement won ${what}: ${shown.format(units / 10_000)} units, for the bid less its share of the surplus.`
}

const waysOf = (requirement: Requirement): WayToWin[] =>
  [false, true]
    .filter(ongoingOnly => !ongoingOnly || requirement.bidOngoingOnly !== null)
    .map(ongoingOnly => ({ requirement, ongoingOnly, bid: 0 }))

/** Reason why a requirement could not win at any bid; null if it could. */
const hopeless = (
  { problem, serves, offers, periods }: VerifierRound,
  requirement: Requirement,
): LossReason | null => {
  const services = serves.get(requirement.id)!.map(at => offers[at]!.service)
  if (services.length === 0) return 'noCompatibleService'
  const isMet = (way: WayToWin, supply: (at: string) => number): boolean =>
    periods.every(at => {
      const need = unitsNeededOnDay(problem, way, at)
      return supply(at) >= (requirement.divisible && !way.ongoingOnly ? Math.min(need, 1) : need)
    })
  const atBest = services.reduce((sum, { supply }) => {
    const most = Math.max(0, ...supply.map(({ units }) => units))
    return sum + most - reserveUnitsFromSupply(problem, most)
  }, 0)
  const inTime = (at: string): number =>
    services.reduce((sum, service) => sum + usableUnitsSuppliedOnDay(problem, service, at), 0)
  if (!waysOf(requirement).some(way => isMet(way, () => atBest))) return 'notEnoughUnits'
  return waysOf(requirement).some(way => isMet(way, inTime)) ? null : 'notInTime'
}

const othersIn = ({ groups }: MatchProblem, of: string, type: string, id: string): string[] =>
  groups
    .filter(group => group.of === of && group.type === type && group.memberIds.includes(id))
    .flatMap(({ memberIds }) => memberIds.filter(member => member !== id))

type Wins = (id: string) => boolean

const requirementReason = (round: VerifierRound, requirement: Requirement, wins: Wins): LossReason | null => {
  const own = hopeless(round, requirement)
  if (own !== null) return own
  const { id } = requirement
  if (othersIn(round.problem, 'requirement', 'XOR', id).some(wins)) return 'group'
  const partners = new Set(othersIn(round.problem, 'requirement', 'AND', id))
  const isStuck = round.problem.requirements.some(
    one => partners.has(one.id) && hopeless(round, one) !== null,
  )
  return isStuck ? 'group' : null
}

const projectReason = (round: VerifierRound, project: Project, wins: Wins): LossReason | null => {
  const own = new Set(project.services.map(({ id }) => id))
  const served = round.problem.requirements.flatMap(requirement =>
    round.serves
      .get(requirement.id)!
      .map(at => round.offers[at]!.service)
      .filter(({ id }) => own.has(id))
      .map(service => ({ requirement, service })),
  )
  if (served.length === 0) return 'noCompatibleService'
  const isInTime = served.some(({ requirement, service }) =>
    waysOf(requirement).some(way =>
      round.periods.some(
        at => unitsNeededOnDay(round.problem, way, at) > 0 && unitsSuppliedOnDay(service, at) > 0,
      ),
    ),
  )
  if (!isInTime) return 'notInTime'
  return othersIn(round.problem, 'project', 'XOR', project.id).some(wins) ? 'group' : null
}

/**
 * Checks what follows from the problem and the winners about the reason and the critical price of a loss; the
 * distance from winning takes a solver.
 */
const lossFindings = (
  of: 'project' | 'requirement',
  { id, reason, critical, sentence }: ProjectResult,
  { must, price }: { must: LossReason | null; price: number },
): string[] => {
  const name = `${of === 'project' ? 'Project' : 'Requirement'} ${id}`
  if (reason === null) return [`${name}: it lost without a reason`]
  const never: LossReason = of === 'project' ? 'group' : 'notEnoughUnits'
  const short = critical === null ? null : of === 'project' ? price - critical : critical - price
  const bySolver: boolean =
    (reason === 'tie' && short === 0) ||
    (reason === 'price' && (short === null || short > 0)) ||
    (reason === never && critical === null)
  const isRight = must === null ? bySolver : reason === must && (short === null || short >= 0)
  return [
    ...(isRight
      ? []
      : [
          must === null
            ? `${name}: its reason cannot be ${reason}`
            : `${name}: its reason is ${must}, not ${reason}`,
        ]),
    ...(sentence === LOST[of][reason] ? [] : [`${name}: its sentence does not match its reason`]),
  ]
}

const wonFindings = (
  name: string,
  { reason, critical, sentence }: ProjectResult,
  wanted: string,
): string[] => [
  ...(reason === null && critical === null ? [] : [`${name}: it won, but has a reason or a critical price`]),
  ...(sentence === wanted ? [] : [`${name}: its sentence does not say what it won`]),
]

const winnersIn = (items: readonly { id: string; won: boolean }[]): Wins => {
  const ids = new Set(items.filter(({ won }) => won).map(({ id }) => id))
  return id => ids.has(id)
}

const winsOf = ({ projects, requirements }: MatchResult): Record<'project' | 'requirement', Wins> => ({
  project: winnersIn(projects),
  requirement: winnersIn(requirements),
})

const groupFindings = (
  { problem }: VerifierRound,
  { groups }: MatchResult,
  wins: Record<'project' | 'requirement', Wins>,
) => {
  const isSame = groups.length === problem.groups.length
  const wrong = problem.groups.filter(({ id, of, type, memberIds }) => {
    const told = groups.find(group => group.id === id)
    const winners = memberIds.filter(wins[of])
    const note = `${GROUPS[of][type]}: ${winners.length === 0 ? 'none won' : `${winners.join(', ')} won`}.`
    return (
      told === undefined ||
      told.note !== note ||
      told.memberIds.join('\n') !== memberIds.join('\n') ||
      told.winnerIds.join('\n') !== winners.join('\n')
    )
  })
  const findings = wrong.map(({ id }) => `Group ${id}: its result or explanation is wrong`)
  return isSame ? findings : ['Not every group has one result', ...findings]
}

/** Checks that the losers of a match that is not proven to be the best have the reason, the sentence and no price. */
export const findBestKnownLossErrors = ({ projects, requirements }: MatchResult): string[] => {
  const wrong = (of: 'project' | 'requirement', items: readonly ProjectResult[]): string[] =>
    items.flatMap(({ id, won, reason, sentence, critical }) =>
      won || (reason === 'notInBestKnown' && critical === null && sentence === LOST[of].notInBestKnown)
        ? []
        : [
            `${of === 'project' ? 'Project' : 'Requirement'} ${id}: no one knows its reason, or its price, in a match that is not proven`,
          ],
    )
  return [...wrong('project', projects), ...wrong('requirement', requirements)]
}

/** Checks the winners and losers of each group, and its sentence. */
export const findGroupResultErrors = (round: VerifierRound, result: MatchResult): string[] =>
  groupFindings(round, result, winsOf(result))

/** Checks losers and reasons, all sentences, and what is said about groups, ties and the whole. */
export const findExplanationErrors = (round: VerifierRound, result: MatchResult): string[] => {
  const { problem } = round
  const wins = winsOf(result)
  const projects = new Map(result.projects.map(one => [one.id, one]))
  const requirements = new Map(result.requirements.map(one => [one.id, one]))
  const rare = problem.requirements.filter(one => one.distinctiveness === 'VeryHigh' && one.kind === 'Buyer')
  const warnings = [
    ...rare.map(
      ({ id }) =>
        `Requirement ${id} is for habitat of very high distinctiveness, which may need bespoke compensation.`,
    ),
    ...(result.engine.criticalPrices === null ? [] : [MISSING]),
  ]
  return [
    ...problem.projects.flatMap(project => {
      const told = projects.get(project.id)
      if (told === undefined) return []
      if (told.won) return wonFindings(`Project ${project.id}`, told, PROJECT_WON)
      const must = projectReason(round, project, wins.project)
      return lossFindings('project', told, { must, price: project.offer })
    }),
    ...problem.requirements.flatMap(requirement => {
      const told = requirements.get(requirement.id)
      if (told === undefined) return []
      const name = `Requirement ${requirement.id}`
      if (told.won) return wonFindings(name, told, requirementWon(requirement, told))
      const must = requirementReason(round, requirement, wins.requirement)
      return lossFindings('requirement', told, { must, price: requirement.bid })
    }),
    ...groupFindings(round, result, wins),
    ...(result.tie.note === TIES[result.tie.decidedBy]
      ? []
      : ['The note on the tie does not match the step that decided']),
    ...((result.tie.decidedBy === 1) === (result.tie.alternatives === 0)
      ? []
      : ['The number of equally good matches contradicts the step that decided']),
    ...(result.warnings.toSorted().join('\n') === warnings.toSorted().join('\n')
      ? []
      : ['The warnings do not match the round']),
  ]
}
