import type { MatchProblem } from './shapes/problem-shape.ts'
import type { MatchResult, ServiceFlow } from './shapes/result-shape.ts'

const isAscending = (keys: readonly string[]): boolean =>
  keys.every((key, at) => at === 0 || keys[at - 1]! < key)

/** True if the first list comes before the second one, compared name by name. */
const isBefore = (a: readonly string[], b: readonly string[]): boolean => {
  const at = a.findIndex((name, k) => name !== b[k])
  return at < 0 ? a.length < b.length : at < b.length && a[at]! < b[at]!
}

const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id)

/** Lists of a problem that are not in their one order. */
const problemLists = ({ projects, requirements, groups }: MatchProblem): (readonly [string, string[]])[] => [
  ['The projects of the problem', ids(projects)],
  ['The requirements of the problem', ids(requirements)],
  ['The groups of the problem', ids(groups)],
  ...projects.map(({ id, services }) => [`The services of project ${id}`, ids(services)] as const),
  ...projects.flatMap(({ services }) =>
    services.map(
      ({ id, supply }) => [`The supply of service ${id}`, supply.map(({ start }) => start)] as const,
    ),
  ),
  ...groups.map(({ id, memberIds }) => [`The members of group ${id}`, memberIds] as const),
]

/** Flows in their order: of the engine by requirement, of published files by service. */
const isInOrder = (flows: readonly ServiceFlow[]): boolean =>
  [
    ({ requirementId, serviceId, start }: ServiceFlow) => [requirementId, serviceId, start].join('|'),
    ({ requirementId, serviceId, start }: ServiceFlow) => [serviceId, requirementId, start].join('|'),
  ].some(keyOf => isAscending(flows.map(keyOf)))

/** True if a flow goes on unchanged in another one, so that both should be one. */
const isCut = (flows: readonly ServiceFlow[]): boolean => {
  const keyOf = ({ serviceId, requirementId, units, reserved }: ServiceFlow, day: string | null): string =>
    JSON.stringify([serviceId, requirementId, units, reserved, day])
  const starts = new Set(flows.map(flow => keyOf(flow, flow.start)))
  return flows.some(flow => starts.has(keyOf(flow, flow.end)))
}

/**
 * Errors of a file in form alone: the same content can be written in one way only. Lists of the problem are checked if
 * it is given, in files whose problem is in order.
 */
export const findFormErrors = (
  problem: MatchProblem | null,
  { projects, requirements, organisations, flows }: MatchResult,
  coalitions: readonly { winners: readonly string[] }[],
): string[] => {
  const lists: (readonly [string, string[]])[] = [
    ...(problem === null ? [] : problemLists(problem)),
    ['The results of projects', ids(projects)],
    ['The results of requirements', ids(requirements)],
    ['The organisations', organisations.map(({ organisationId }) => organisationId)],
  ]
  return [
    ...lists.filter(([, keysOf]) => !isAscending(keysOf)).map(([name]) => `${name} are not in order`),
    ...(isInOrder(flows) ? [] : ['The flows are not in order']),
    ...(isCut(flows) ? ['A flow is cut into several that follow each other'] : []),
    ...(coalitions.every(({ winners }, at) => at === 0 || !isBefore(winners, coalitions[at - 1]!.winners))
      ? []
      : ['The parts of the coalition values are not in order']),
  ]
}
